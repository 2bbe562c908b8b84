# Flags of all our own targets: warnings are errors; sanitizers where asked for.
add_library(ksmsim_flags INTERFACE)
target_compile_options(ksmsim_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor -Wold-style-cast
  -Woverloaded-virtual -Werror)
if(KSMSIM_SANITIZE)
  target_compile_options(ksmsim_flags INTERFACE -fsanitize=${KSMSIM_SANITIZE} -fno-sanitize-recover=all
    -fno-omit-frame-pointer)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)  # what sanitizers add makes it see what is not there, as in <regex>
    target_compile_options(ksmsim_flags INTERFACE -Wno-maybe-uninitialized)
  endif()
  target_link_options(ksmsim_flags INTERFACE -fsanitize=${KSMSIM_SANITIZE})
endif()
