#include <fmt/format.h>

#include <stdexcept>

#include "workloads/train/error.hpp"
#include "workloads/train/gpu.hpp"
#include "workloads/train/step_graph.hpp"

namespace scalegen::train {
namespace {

#ifdef USE_C10D_NCCL
/// On the current stream, which must not be the default one. LibTorch gives what is allocated meanwhile a
/// pool of its own, which lives as long as this.
class CudaGraph final : public Recording {
 public:
  explicit CudaGraph(const std::function<void()>& work) {
    gpu::allocator::emptyCache();  // of computed steps, which come no more but for an epoch's short last one
    graph_.capture_begin({0, 0}, gpu::kRecordThisThread);  // NCCL's watchdog goes on asking for events
    capture(work);
  }

  void replay() override { graph_.replay(); }

 private:
  /// A stream that is left recording would refuse all else, and hide why the recording failed.
  void capture(const std::function<void()>& work) try {
    work();
    graph_.capture_end();
  } catch (const std::exception& error) {
    const std::string cause = cause_of(error);
    try {
      graph_.capture_end();
    } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): the consequence of the first
    }
    throw std::runtime_error(
        fmt::format("the step cannot be recorded: {}; --cuda-graph no computes each step", cause));
  }

  at::cuda::CUDAGraph graph_;
};

std::unique_ptr<Recording> record_cuda_graph(const std::function<void()>& work) {
  return std::make_unique<CudaGraph>(work);
}
#else
std::unique_ptr<Recording> record_cuda_graph(const std::function<void()>&) {
  throw std::logic_error("built for CPUs");
}
#endif

}  // namespace

/// RCCL's watchdog asks for events in its own thread, which ends a recording in this one: HIP refuses that
/// whatever the mode of the recording (PyTorch's pull requests 176251 and 176942).
Record choose_record(const Options& options, const Place& place, const Trainer& trainer) {
  const bool has_watchdog = gpu::kIsRocm && place.backend == "nccl";
  const bool is_possible = place.device.is_cuda() && options.strategy != StrategyKind::data_parallel &&
                           place.backend != "gloo" && !has_watchdog && !trainer.waits_for_host() &&
                           options.compression == Compression::none;
  return options.cuda_graph && is_possible ? Record(record_cuda_graph) : Record();
}

}  // namespace scalegen::train
