# Linked privately by the project's own targets, never by what they include from elsewhere.
add_library(scalegen_warnings INTERFACE)
target_compile_options(scalegen_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor -Wold-style-cast
  $<$<BOOL:${SCALEGEN_WERROR}>:-Werror>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # Where it optimises, g++ 12 takes parts of its own <string> for overflows; each of these names alone leaves it the next.
  target_compile_options(scalegen_warnings INTERFACE
    $<$<CONFIG:Release>:-Wno-array-bounds;-Wno-restrict;-Wno-stringop-overflow;-Wno-stringop-overread>)
endif()

add_library(scalegen_sanitizers INTERFACE)
if(SCALEGEN_SANITIZE)
  # Under sanitizers g++ 12 takes parts of its own <regex> for uninitialized.
  target_compile_options(scalegen_sanitizers INTERFACE
    -fsanitize=${SCALEGEN_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  target_link_options(scalegen_sanitizers INTERFACE -fsanitize=${SCALEGEN_SANITIZE})
endif()
