#pragma once
// Of RCCL what scalegen-train meets.
#include <hip/hip_runtime_api.h>

#define NCCL_MAJOR 2
#define NCCL_MINOR 20
#define NCCL_PATCH 5
