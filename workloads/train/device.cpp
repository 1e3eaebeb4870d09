#include "workloads/train/device.hpp"

#include <ATen/detail/CUDAHooksInterface.h>
#include <c10/core/impl/VirtualGuardImpl.h>
#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <torch/version.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <string_view>

#include "workloads/train/compat.hpp"
#include "workloads/train/error.hpp"
#include "workloads/train/gpu.hpp"
#include "workloads/train/libtorch.hpp"
#include "workloads/train/loss_scaler.hpp"

namespace scalegen::train {
namespace {

double mib(int64_t bytes) { return static_cast<double>(bytes) / (1024 * 1024); }

int64_t gpu_count() { return static_cast<int64_t>(torch::cuda::device_count()); }

std::string cpu_name() {
  std::ifstream cpuinfo("/proc/cpuinfo");
  for (std::string line; std::getline(cpuinfo, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  utsname machine{};  // Arm's kernels name no model
  return uname(&machine) == 0 ? fmt::format("{} CPU", machine.machine) : "CPU";
}

#ifdef USE_C10D_NCCL
/// cuDNN and NCCL put their version into one number: 91002 is 9.10.2, but 8902 of older ones is 8.9.2.
std::string version_of(int64_t number) {
  const int64_t major = number < 10000 ? 1000 : 10000;
  return fmt::format("{}.{}.{}", number / major, number % major / 100, number % 100);
}

/// Of the NCCL that runs: a module may have put its own in the place of that which LibTorch was built with.
std::string nccl_version() {
  using GetVersion = int (*)(int*);
  int running = 0;
  const auto get = reinterpret_cast<GetVersion>(dlsym(RTLD_DEFAULT, "ncclGetVersion"));
  if (get && get(&running) == 0) return version_of(running);
  const std::uint64_t version = torch::cuda::nccl::version();
  return fmt::format("{}.{}.{}", version >> 32U, version >> 16U & 0xffffU, version & 0xffffU);
}

/// The kernel module's, from "NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.104.05  Sat ...", or
/// "6.3.6".
std::string driver_version() {
  std::ifstream file(gpu::kIsRocm ? "/sys/module/amdgpu/version" : "/proc/driver/nvidia/version");
  for (std::string word; file >> word;)
    if (word.find('.') != std::string::npos && word.find_first_not_of("0123456789.") == std::string::npos)
      return word;
  return "";
}

/// One GPU in sight is this rank's own, as Slurm binds them; of several it takes the one with its local
/// number.
int64_t gpu_index(const World& world, bool is_shared) {
  if (gpu_count() == 1) return 0;
  if (is_shared) return world.local_rank % gpu_count();
  if (world.local_rank >= gpu_count())
    throw BadInput(fmt::format("local rank {} has no GPU of its own: this machine shows {}", world.local_rank,
                               gpu_count()));
  return world.local_rank;
}

/// NVIDIA's matrix units compute in TF32 and bf16 from compute capability 8.0 on. AMD counts in another way,
/// and most of its GPUs have no TF32: LibTorch computes in fp32 there and does not say so.
void check_precision(Precision precision, const std::string& gpu, int major, int minor) {
  if (gpu::kIsRocm && precision == Precision::tf32)
    throw BadInput("--precision tf32 is NVIDIA's: an AMD GPU has fp32, bf16 and fp16");
  const bool needs_ampere = precision == Precision::tf32 || precision == Precision::bf16;
  if (!gpu::kIsRocm && needs_ampere && major < 8)
    throw BadInput(fmt::format("--precision {} needs a GPU of compute capability 8.0, found '{}' of {}.{}",
                               word("precision", precision), gpu, major, minor));
}

/// cuBLAS obeys NVIDIA's own variable, whatever LibTorch asks it for, and would compute in another precision
/// than the event lines say.
void check_tf32_override(Precision precision) {
  const char* const forced = std::getenv("NVIDIA_TF32_OVERRIDE");
  const std::string_view value = forced ? forced : "";
  if ((value == "1" && precision == Precision::fp32) || (value == "0" && precision == Precision::tf32))
    throw BadInput(fmt::format("--precision {}: $NVIDIA_TF32_OVERRIDE is {} and forces the other: unset it",
                               word("precision", precision), value));
}

/// A LibTorch holds kernels for some GPUs only, and tells so when the first one is launched.
void check_gpu(at::Device device) try {
  if (!compat::tells_times<c10::Event>()) throw std::runtime_error(compat::kNeedsNewer);
  if (torch::ones({2}, device).sum().item<float>() != 2) throw std::runtime_error("1 and 1 is not 2");
} catch (const std::exception& error) {
  throw BadInput(fmt::format("LibTorch {} cannot compute on {} '{}': {}", TORCH_VERSION, device.str(),
                             at::cuda::getDeviceProperties(device.index())->name, cause_of(error)));
}

/// CUDA's default stream cannot be recorded, and what is to be must have been on the same stream all along.
void leave_default_stream(at::Device device) {
  const c10::impl::VirtualGuardImpl guard(device.type());
  guard.exchangeStream(guard.getStreamFromGlobalPool(device));
}

at::Device use_gpu(const Options& options, const World& world) {
  const at::Device device(at::kCUDA, static_cast<c10::DeviceIndex>(gpu_index(world, options.shares_gpu)));
  c10::impl::VirtualGuardImpl(device.type()).setDevice(device);
  check_gpu(device);
  const auto* const properties = at::cuda::getDeviceProperties(device.index());
  check_precision(options.precision, properties->name, properties->major, properties->minor);
  check_tf32_override(options.precision);
  if (options.cuda_graph) leave_default_stream(device);
  at::globalContext().setBenchmarkCuDNN(!gpu::kIsRocm);  // MIOpen would try kernels for minutes
  return device;
}

std::string gpu_name(at::Device device) { return at::cuda::getDeviceProperties(device.index())->name; }

/// CUDA gives 16 bytes, ROCm from 6.0 on 16 characters, and before nothing.
template <typename Properties>
std::string uuid_of(const Properties& properties) {
  std::string id;
  if constexpr (requires { properties.uuid.bytes; }) {
    for (std::size_t i = 0; i < sizeof properties.uuid.bytes; ++i) {
      const auto byte = static_cast<uint8_t>(properties.uuid.bytes[i]);
      const bool is_group = i == 4 || i == 6 || i == 8 || i == 10;
      id += gpu::kIsRocm ? std::string(1, static_cast<char>(byte))
                         : fmt::format("{}{:02x}", is_group ? "-" : "", byte);
    }
  }
  return id;
}

std::string gpu_id(at::Device device) {
  const auto& properties = *at::cuda::getDeviceProperties(device.index());
  const std::string uuid = uuid_of(properties);
  const bool is_instance = std::string_view(properties.name).find(" MIG ") != std::string_view::npos;
  return uuid.empty() ? device.str() : (is_instance ? "MIG-" : "GPU-") + uuid;
}

PeakMemory peak_gpu_memory(at::Device device) {
  const auto stats = gpu::allocator::getDeviceStats(device.index());
  return {mib(stats.reserved_bytes[0].peak), mib(stats.allocated_bytes[0].peak)};
}
#else
at::Device use_gpu(const Options&, const World&) {
  throw BadInput("--device cuda: this build of scalegen-train is for CPUs");
}
void check_gpu(at::Device) {}
std::string gpu_name(at::Device) { return "GPU"; }
std::string gpu_id(at::Device) { return "GPU"; }
PeakMemory peak_gpu_memory(at::Device) { return {}; }
#endif

std::vector<std::string> backends() {
  std::vector<std::string> backends;
#ifdef USE_C10D_GLOO
  backends.emplace_back("gloo");
#endif
#ifdef USE_C10D_NCCL
  backends.emplace_back("nccl");
#endif
  return backends;
}

PeakMemory peak_process_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return {mib(usage.ru_maxrss * 1024)};
}

}  // namespace

at::Device choose_device(const Options& options, const World& world) {
  if (options.device == "cuda" && gpu_count() == 0)
    throw BadInput("--device cuda: LibTorch sees no GPU here");
  if (options.device != "cpu" && gpu_count() > 0) return use_gpu(options, world);
  if (options.precision == Precision::tf32)
    throw BadInput("--precision tf32 is a GPU's: a CPU has fp32, bf16 and fp16");
  if (options.precision == Precision::fp16 && !cpu_has_fp16())
    throw BadInput(fmt::format("--precision fp16: LibTorch {} does not compute in it on a CPU; 2.3 does",
                               TORCH_VERSION));
  return at::kCPU;
}

std::vector<at::Device> replica_devices(const Options& options, const World& world, at::Device first) {
  if (options.strategy != StrategyKind::data_parallel) return {first};
  if (world.size > 1)
    throw BadInput(fmt::format(
        "--strategy data_parallel is one rank with several devices: start 1 rank, not {}", world.size));
  if (first.is_cuda() && options.replicas > gpu_count())
    throw BadInput(fmt::format("--replicas {}: this machine shows {} GPUs", options.replicas, gpu_count()));
  std::vector<at::Device> devices;
  for (int64_t i = 0; i < options.replicas; ++i)
    devices.push_back(first.is_cuda() ? at::Device(at::kCUDA, static_cast<c10::DeviceIndex>(i)) : first);
  return devices;
}

std::string choose_backend(const Options& options, const World& world, at::Device device) {
  const auto built = backends();
  const auto has = [&](const std::string& name) {
    return std::find(built.begin(), built.end(), name) != built.end();
  };
  if (options.backend != "auto" && !has(options.backend))
    throw BadInput(fmt::format("--backend {0}: this build of scalegen-train has no {0}", options.backend));
  if (options.backend == "nccl" && !device.is_cuda()) throw BadInput("--backend nccl needs --device cuda");
  if (world.size == 1) return "none";
  if (options.backend != "auto") return options.backend;
  if (device.is_cuda() && has("nccl")) return "nccl";
  if (!has("gloo")) throw BadInput("this build of scalegen-train has no Gloo: it trains one rank only");
  return "gloo";
}

/// OpenBLAS keeps threads of its own, which LibTorch does not know of; it is asked only where it is loaded.
void use_threads(int64_t threads) {
  at::set_num_threads(static_cast<int>(threads));
  at::set_num_interop_threads(1);
  // NOLINTNEXTLINE(readability-static-accessed-through-instance): it is not static in all versions
  at::globalContext().setFlushDenormal(
      true);  // numbers next to zero cost a CPU ten times as much, and say nothing
  using SetThreads = void (*)(int);
  if (void* openblas = dlsym(RTLD_DEFAULT, "openblas_set_num_threads"))
    reinterpret_cast<SetThreads>(openblas)(static_cast<int>(threads));
}

std::string device_name(at::Device device) { return device.is_cuda() ? gpu_name(device) : cpu_name(); }

std::string device_id(at::Device device) { return device.is_cuda() ? gpu_id(device) : "cpu"; }

bool cpu_has_bf16_units() {
  std::ifstream cpuinfo("/proc/cpuinfo");
  for (std::string line; std::getline(cpuinfo, line);)
    if (line.starts_with("flags") || line.starts_with("Features"))
      return line.find("bf16") != std::string::npos;
  return true;
}

int gpus_in_reach() {
  constexpr int kMost = 64;
  int count = 0;
  for (int i = 0; i < kMost; ++i)
    if (access(fmt::format("/dev/nvidia{}", i).c_str(), R_OK | W_OK) == 0) ++count;
  return count;
}

PeakMemory peak_memory(at::Device device) {
  return device.is_cuda() ? peak_gpu_memory(device) : peak_process_memory();
}

Versions versions() {
  Versions versions;
  versions.torch = TORCH_VERSION;
#ifdef USE_C10D_NCCL
  versions.nccl = nccl_version();
  versions.driver = driver_version();
  if (!gpu::kIsRocm && at::detail::getCUDAHooks().hasCuDNN())
    versions.cudnn = version_of(at::detail::getCUDAHooks().versionCuDNN());
#endif
  return versions;
}

Capabilities capabilities() {
  for (int64_t i = 0; i < gpu_count(); ++i) check_gpu({at::kCUDA, static_cast<c10::DeviceIndex>(i)});
  std::vector<std::string> precisions = {"fp32", "bf16"};
  if (cpu_has_fp16()) precisions.emplace_back("fp16");
  return {TORCH_VERSION, gpu_count(), backends(), std::move(precisions)};
}

}  // namespace scalegen::train
