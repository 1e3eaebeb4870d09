# The tool's dependencies, all from the distribution's packages, without LibTorch.
if(POLICY CMP0167) # newer CMakes have no FindBoost, and read the files that Boost installs
  cmake_policy(SET CMP0167 NEW)
endif()
find_package(Boost REQUIRED)
find_package(Eigen3 3.4 REQUIRED)  # headers alone: least squares
find_package(Threads REQUIRED)
find_package(tl-expected REQUIRED)
find_path(MUSTACHE_INCLUDE mustache.hpp PATH_SUFFIXES kainjow REQUIRED)
find_path(CLI11_INCLUDE CLI/CLI.hpp REQUIRED)
# Static if available, so that all presets find the same.
find_library(YAML_CPP_STATIC libyaml-cpp.a)
if(YAML_CPP_STATIC)
  add_library(scalegen_yaml_cpp INTERFACE)
  target_link_libraries(scalegen_yaml_cpp INTERFACE ${YAML_CPP_STATIC})
elseif(SCALEGEN_STATIC)
  message(FATAL_ERROR "a static scalegen wants libyaml-cpp.a, which is not here")
else()
  find_package(yaml-cpp REQUIRED)
  add_library(scalegen_yaml_cpp ALIAS yaml-cpp)
endif()

find_path(RE2_INCLUDE re2/re2.h REQUIRED)
find_library(RE2_STATIC libre2.a)
find_library(RE2_SHARED re2)
add_library(scalegen_re2 INTERFACE)
target_include_directories(scalegen_re2 SYSTEM INTERFACE "${RE2_INCLUDE}")
if(RE2_STATIC AND YAML_CPP_STATIC)
  target_link_libraries(scalegen_re2 INTERFACE "${RE2_STATIC}" Threads::Threads)
  # From Debian 13 on RE2 calls Abseil, whose libraries call each other.
  get_filename_component(re2_folder "${RE2_STATIC}" DIRECTORY)
  file(GLOB abseil "${re2_folder}/libabsl_*.a")
  if(abseil)
    list(JOIN abseil "," abseil)
    target_link_libraries(scalegen_re2 INTERFACE "$<LINK_GROUP:RESCAN,${abseil}>")
  endif()
elseif(SCALEGEN_STATIC)
  message(FATAL_ERROR "a static scalegen wants libre2.a, which is not here")
elseif(RE2_SHARED)
  target_link_libraries(scalegen_re2 INTERFACE "${RE2_SHARED}")
else()
  message(FATAL_ERROR "scalegen wants RE2's library: libre2-dev")
endif()

# One of the tool's own libraries, of all sources in its folder: scalegen_library(analysis LINKS ...)
function(scalegen_library name)
  cmake_parse_arguments(arg "" "" "LINKS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp")
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$")
  add_library(scalegen_${name} STATIC ${sources})
  add_library(scalegen::${name} ALIAS scalegen_${name})
  target_include_directories(scalegen_${name} PUBLIC "${PROJECT_SOURCE_DIR}")
  target_link_libraries(scalegen_${name}
    PUBLIC ${arg_LINKS} scalegen::fmt
    PRIVATE scalegen_warnings scalegen_sanitizers)
  precompile_headers(scalegen_${name})
  # Eight sources at a time: what stands in unnamed namespaces of two of them must not share names.
  set_target_properties(scalegen_${name} PROPERTIES UNITY_BUILD ${SCALEGEN_UNITY})
endfunction()

# The headers that most sources of the tool read, compiled once, in core. Not JSON: few read it (the others
# core/json_fwd.hpp), and to load it compiled costs each a third of a second.
set(scalegen_common_headers
  <algorithm> <chrono> <filesystem> <functional> <map> <optional> <string> <variant> <vector>
  <fmt/format.h> <fmt/ranges.h> <tl/expected.hpp>)
function(precompile_headers target)
  if(target STREQUAL "scalegen_core")
    target_precompile_headers(scalegen_core PRIVATE ${scalegen_common_headers})
  else()
    target_precompile_headers(${target} REUSE_FROM scalegen_core)
  endif()
endfunction()
