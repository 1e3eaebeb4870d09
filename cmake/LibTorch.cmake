# scalegen::libtorch: Debian's libtorch-dev, or the LibTorch folder or wheel that TORCH_ROOT names. Not find_package(Torch),
# which asks for nvcc and a matching toolkit as soon as the libraries were built for CUDA: to include and to link, paths will do.
# Another TORCH_ROOT in the same build folder: what was found in the old one counts no more.
if(DEFINED SCALEGEN_FOUND_IN AND NOT "${TORCH_ROOT}" STREQUAL "${SCALEGEN_FOUND_IN}")
  get_cmake_property(found CACHE_VARIABLES)
  list(FILTER found INCLUDE REGEX "^SCALEGEN_(LIB_.*|.*_INCLUDE)$")
  foreach(name IN LISTS found)
    unset(${name} CACHE)
  endforeach()
endif()
set(SCALEGEN_FOUND_IN "${TORCH_ROOT}" CACHE INTERNAL "")

set(torch_hints HINTS "${TORCH_ROOT}" PATH_SUFFIXES include lib)
if(TORCH_ROOT)
  list(APPEND torch_hints NO_DEFAULT_PATH)
endif()

function(require_torch variable what)
  if(NOT ${variable})
    message(FATAL_ERROR "LibTorch: '${what}' was not found in '${TORCH_ROOT}' or the system's folders. Install it\n"
      "  apt-get install libtorch-dev libgloo-dev libopenblas0-pthread\n"
      "or give -DTORCH_ROOT=<LibTorch folder or site-packages/torch>, or leave it out: -DSCALEGEN_WORKLOADS=OFF")
  endif()
endfunction()

find_path(SCALEGEN_TORCH_INCLUDE torch/csrc/api/include/torch/torch.h ${torch_hints})
require_torch(SCALEGEN_TORCH_INCLUDE torch/torch.h)
foreach(name c10 torch_cpu torch)
  find_library(SCALEGEN_LIB_${name} ${name} ${torch_hints})
  require_torch(SCALEGEN_LIB_${name} lib${name}.so)
endforeach()
get_filename_component(SCALEGEN_TORCH_LIB_DIR "${SCALEGEN_LIB_c10}" DIRECTORY)

add_library(scalegen_libtorch INTERFACE)
add_library(scalegen::libtorch ALIAS scalegen_libtorch)
target_include_directories(scalegen_libtorch SYSTEM INTERFACE
  "${SCALEGEN_TORCH_INCLUDE}" "${SCALEGEN_TORCH_INCLUDE}/torch/csrc/api/include")
target_link_libraries(scalegen_libtorch INTERFACE
  "${SCALEGEN_LIB_torch}" "${SCALEGEN_LIB_torch_cpu}" "${SCALEGEN_LIB_c10}")
target_compile_definitions(scalegen_libtorch INTERFACE USE_DISTRIBUTED)

# Older wheels are built with the C++ ABI from before C++11. The library itself says which.
file(STRINGS "${SCALEGEN_LIB_c10}" cxx11_symbol REGEX "__cxx11" LIMIT_COUNT 1)
set(SCALEGEN_TORCH_CXX11_ABI $<BOOL:${cxx11_symbol}>)
target_compile_definitions(scalegen_libtorch INTERFACE _GLIBCXX_USE_CXX11_ABI=${SCALEGEN_TORCH_CXX11_ABI})

# A wheel keeps NVIDIA's headers and libraries in packages beside it.
get_filename_component(site_packages "${SCALEGEN_TORCH_INCLUDE}/../.." ABSOLUTE)
file(GLOB nvidia_includes "${site_packages}/nvidia/*/include")
file(GLOB nvidia_libs "${site_packages}/nvidia/*/lib")
# For the tests, too, which are no part of workloads/.
set(SCALEGEN_TORCH_RPATH "${SCALEGEN_TORCH_LIB_DIR}" ${nvidia_libs} CACHE INTERNAL "")
foreach(folder IN LISTS nvidia_libs)
  target_link_options(scalegen_libtorch INTERFACE "-Wl,-rpath-link,${folder}")
endforeach()

set(torch_backends "")
find_path(SCALEGEN_GLOO_INCLUDE gloo/algorithm.h HINTS "${SCALEGEN_TORCH_INCLUDE}")
if(SCALEGEN_GLOO_INCLUDE)
  list(APPEND torch_backends gloo)
  target_include_directories(scalegen_libtorch SYSTEM INTERFACE "${SCALEGEN_GLOO_INCLUDE}")
  target_compile_definitions(scalegen_libtorch INTERFACE USE_C10D_GLOO)
endif()

# GPUs. LibTorch for ROCm is made of CUDA's sources, with hip and rccl in the names of libraries and headers.
find_library(SCALEGEN_LIB_torch_gpu NAMES torch_cuda torch_hip ${torch_hints})
find_library(SCALEGEN_LIB_c10_gpu NAMES c10_cuda c10_hip ${torch_hints})
if(SCALEGEN_LIB_torch_gpu MATCHES "libtorch_hip")
  set(gpu_header hip/hip_runtime_api.h)
  set(nccl_header rccl/rccl.h)
  set(gpu_hints HINTS "$ENV{ROCM_PATH}" /opt/rocm PATH_SUFFIXES include)
  target_compile_definitions(scalegen_libtorch INTERFACE USE_ROCM __HIP_PLATFORM_AMD__=1)
else()
  set(gpu_header cuda_runtime_api.h)
  set(nccl_header nccl.h)
  set(gpu_hints HINTS ${nvidia_includes} /usr/local/cuda/include)
endif()
find_path(SCALEGEN_GPU_INCLUDE ${gpu_header} ${gpu_hints})
find_path(SCALEGEN_NCCL_INCLUDE ${nccl_header} ${gpu_hints})
if(SCALEGEN_LIB_torch_gpu AND SCALEGEN_LIB_c10_gpu AND SCALEGEN_GPU_INCLUDE AND SCALEGEN_NCCL_INCLUDE)
  list(APPEND torch_backends nccl)
  target_include_directories(scalegen_libtorch SYSTEM INTERFACE "${SCALEGEN_GPU_INCLUDE}" "${SCALEGEN_NCCL_INCLUDE}")
  # Nothing calls libtorch_cuda by name to make GPUs available: it registers itself when loaded, so it must stay linked.
  target_link_libraries(scalegen_libtorch INTERFACE
    -Wl,--push-state,--no-as-needed "${SCALEGEN_LIB_torch_gpu}" "${SCALEGEN_LIB_c10_gpu}" -Wl,--pop-state)
  target_compile_definitions(scalegen_libtorch INTERFACE USE_C10D_NCCL)
elseif(SCALEGEN_REQUIRE_NCCL OR SCALEGEN_LIB_torch_gpu)
  # A LibTorch for GPUs without what it takes to use them is mostly a module that is not loaded.
  if(SCALEGEN_REQUIRE_NCCL)
    set(kind FATAL_ERROR)
  else()
    set(kind WARNING)
  endif()
  message(${kind} "scalegen-train would be for CPUs alone. For GPUs one of these is missing:\n"
    "  libtorch_cuda or libtorch_hip: ${SCALEGEN_LIB_torch_gpu}\n"
    "  libc10_cuda or libc10_hip: ${SCALEGEN_LIB_c10_gpu}\n"
    "  ${gpu_header}: ${SCALEGEN_GPU_INCLUDE}\n"
    "  ${nccl_header}: ${SCALEGEN_NCCL_INCLUDE}\n"
    "TORCH_ROOT is '${TORCH_ROOT}'; for CUDA, cmake/cuda-wheel makes a folder that has all and prints its path")
endif()

# The version is for people alone, and from 2.8 in a header of its own.
file(GLOB version_headers
  "${SCALEGEN_TORCH_INCLUDE}/torch/csrc/api/include/torch/version.h" "${SCALEGEN_TORCH_INCLUDE}/torch/headeronly/version.h")
set(torch_version "")
foreach(header IN LISTS version_headers)
  file(STRINGS "${header}" parts REGEX "define TORCH_VERSION_(MAJOR|MINOR|PATCH) ")
  list(TRANSFORM parts REPLACE ".* " "")
  list(APPEND torch_version ${parts})
endforeach()
list(JOIN torch_version "." torch_version)
message(STATUS "LibTorch ${torch_version} in ${SCALEGEN_TORCH_LIB_DIR}, backends: ${torch_backends}")
