#pragma once
#include <cstdint>

namespace torch::cuda::nccl {
std::uint64_t version();
}
