# scalegen::fmt and nlohmann_json::nlohmann_json: the distribution's, or the headers that `scalegen build` has unpacked
# beside the sources for a machine that has neither.
set(unpacked "${PROJECT_SOURCE_DIR}/include")
if(EXISTS "${unpacked}/fmt/format.h")
  add_library(scalegen_fmt INTERFACE)
  target_include_directories(scalegen_fmt SYSTEM INTERFACE "${unpacked}")
  target_compile_definitions(scalegen_fmt INTERFACE FMT_HEADER_ONLY=1)
  add_library(nlohmann_json::nlohmann_json ALIAS scalegen_fmt)
else()
  find_package(fmt REQUIRED)
  find_package(nlohmann_json REQUIRED)
  # Header-only fmt costs each source more compile time than its own code, and Debian has no static library of it.
  add_library(scalegen_fmt STATIC "${PROJECT_SOURCE_DIR}/cmake/fmt_definitions.cpp")
  get_target_property(fmt_includes fmt::fmt-header-only INTERFACE_INCLUDE_DIRECTORIES)
  target_include_directories(scalegen_fmt SYSTEM PUBLIC "${fmt_includes}")
endif()
add_library(scalegen::fmt ALIAS scalegen_fmt)
