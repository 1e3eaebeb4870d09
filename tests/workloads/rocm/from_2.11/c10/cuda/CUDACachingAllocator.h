#pragma once
#include <c10/core/Device.h>
#include <hip/hip_runtime_api.h>

#include <cstdint>

namespace c10::cuda::CUDACachingAllocator {

struct Stat {
  std::int64_t peak;
};
struct DeviceStats {
  Stat reserved_bytes[3];
  Stat allocated_bytes[3];
};
DeviceStats getDeviceStats(c10::DeviceIndex device);
void emptyCache();

}  // namespace c10::cuda::CUDACachingAllocator
