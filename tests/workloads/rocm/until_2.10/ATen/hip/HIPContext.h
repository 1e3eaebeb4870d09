#pragma once
#include <c10/core/Device.h>
#include <c10/hip/HIPCachingAllocator.h>
#include <hip/hip_runtime_api.h>

namespace at::cuda {
hipDeviceProp_t* getDeviceProperties(c10::DeviceIndex device);
}
