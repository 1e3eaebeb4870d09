# fmt and nlohmann-json, the headers alone: the distribution's, or those that `scalegen build` has unpacked beside the sources
# for a machine that has neither.
set(unpacked "${PROJECT_SOURCE_DIR}/include")
if(EXISTS "${unpacked}/fmt/format.h")
  add_library(scalegen_unpacked INTERFACE)
  target_include_directories(scalegen_unpacked SYSTEM INTERFACE "${unpacked}")
  target_compile_definitions(scalegen_unpacked INTERFACE FMT_HEADER_ONLY=1)
  add_library(fmt::fmt-header-only ALIAS scalegen_unpacked)
  add_library(nlohmann_json::nlohmann_json ALIAS scalegen_unpacked)
else()
  find_package(fmt REQUIRED)
  find_package(nlohmann_json REQUIRED)
endif()
