#pragma once
#include <c10/core/Device.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <hip/hip_runtime_api.h>

namespace at::cuda {
hipDeviceProp_t* getDeviceProperties(c10::DeviceIndex device);
}
