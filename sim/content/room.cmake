target_sources(ksmsim_core PRIVATE content/content.cpp)
file(GLOB models CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/models/*.cpp)
target_sources(ksmsim_core PRIVATE ${models})
