#pragma once

#include <c10/core/Device.h>

#include <string>
#include <vector>

#include "workloads/train/options.hpp"
#include "workloads/train/ranks/world.hpp"
#include "workloads/train/report/report.hpp"

namespace scalegen::train {

/// The rank's CPU or GPU, made current. Throws BadInput where the machine or the build has not what the
/// options ask for.
at::Device choose_device(const Options& options, const World& world);

/// That of the rank, and those of its further replicas: the next GPUs, or the same CPU again. Throws
/// BadInput where there are too few, or where other ranks have them.
std::vector<at::Device> replica_devices(const Options& options, const World& world, at::Device first);

/// "nccl" on GPUs where this build has it, else "gloo", "none" for one rank alone; or what the options ask
/// for.
std::string choose_backend(const Options& options, const World& world, at::Device device);

/// Gives this rank `threads` threads, in LibTorch and in the BLAS beneath it.
void use_threads(int64_t threads);

/// As people call it: "AMD EPYC 9454", "NVIDIA H100 80GB HBM3".
std::string device_name(at::Device device);

/// Tells a machine's devices apart: a GPU's UUID as nvidia-smi prints it, "cpu" for a CPU.
std::string device_id(at::Device device);

Versions versions();

/// The GPUs of this machine that the process may open: a cgroup keeps it from others, $CUDA_VISIBLE_DEVICES
/// does not. 0: not known.
int gpus_in_reach();

/// True if this CPU has units that compute in bf16, or does not say what it has. LibTorch computes in fp32
/// and converts on others, which takes many times as long as fp32.
bool cpu_has_bf16_units();

PeakMemory peak_memory(at::Device device);

Capabilities capabilities();

}  // namespace scalegen::train
