# Flags of all our own targets: warnings are errors; sanitizers where asked for.
add_library(ksmsim_flags INTERFACE)
target_compile_options(ksmsim_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor -Wold-style-cast
  -Woverloaded-virtual -Werror)
if(KSMSIM_SANITIZE)
  target_compile_options(ksmsim_flags INTERFACE -fsanitize=${KSMSIM_SANITIZE} -fno-sanitize-recover=all
    -fno-omit-frame-pointer)
  target_link_options(ksmsim_flags INTERFACE -fsanitize=${KSMSIM_SANITIZE})
endif()
