#pragma once
#include <bit>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics.hpp"
#include "core/phases.hpp"

namespace scalegen {

// The event lines of docs/metrics.md, field by field. A field that the trainer did not write is absent, never
// 0.

struct TrainerStart {
  std::optional<double> time{};
  std::optional<std::int64_t> world_size{};
  std::vector<std::string> hosts{};    // one a rank
  std::vector<std::string> devices{};  // of each rank: a GPU's UUID, or cpu
  std::optional<std::string> model{};
  std::optional<std::int64_t> parameters{};
  std::optional<std::int64_t> gradient_bytes{};
  std::optional<std::string> gradient_compression{};  // "fp16": half of them travel
  std::optional<std::string> dataset{};
  std::optional<std::int64_t> train_samples{};
  std::optional<std::int64_t> global_batch{};
  std::optional<std::int64_t> per_rank_batch{};
  std::optional<double> flops_per_sample{};  // of the training, in what `samples` count
  std::optional<double> peak_tflops{};       // of a device, in this precision
  std::optional<std::string> precision{};
  bool emulates_bf16 = false;  // the precision, on a CPU without units for it
  std::optional<std::string> optimizer{};
  std::optional<double> learning_rate{};
  std::optional<std::int64_t> seed{};
  std::optional<std::string> device{};
  std::optional<std::string> device_name{};
  std::optional<std::string> backend{};
  std::optional<std::string> sync{};  // "none": a control run, whose ranks do not exchange gradients
  std::optional<std::string> torch{};
  std::optional<std::int64_t> threads{};
  std::optional<std::string> version{};
  std::optional<std::int64_t> resumed_after{};  // the step of a checkpoint
  bool operator==(const TrainerStart&) const = default;
};

/// A number that may be absent, as std::optional has it, in half the memory: a log has millions of steps.
template <class Number>
class StepNumber {
 public:
  StepNumber() = default;
  StepNumber(Number number) : bits_(std::bit_cast<std::uint64_t>(number)) {}
  StepNumber(const std::optional<Number>& number) : StepNumber(number ? StepNumber(*number) : StepNumber()) {}

  explicit operator bool() const { return bits_ != kAbsent; }
  Number operator*() const { return std::bit_cast<Number>(bits_); }
  [[nodiscard]] Number value_or(Number other) const { return *this ? **this : other; }
  bool operator==(const StepNumber&) const = default;

 private:
  static constexpr std::uint64_t kAbsent = 0xfff8'6162'7365'6e74;  // a NaN, and no count of anything
  std::uint64_t bits_ = kAbsent;
};

/// The values that are kept of each step; its phases are in TrainerLog.
struct TrainerStep {
  StepNumber<std::int64_t> step{};  // from 1
  StepNumber<double> time{};        // at the end of the step
  StepNumber<double> seconds{};     // waiting for data included
  StepNumber<std::int64_t> samples{};
  bool operator==(const TrainerStep&) const = default;
};

struct TrainerEval {
  std::optional<double> time{};
  std::optional<std::int64_t> epoch{};
  std::optional<double> accuracy{};  // 0 to 1
  std::optional<double> loss{};
  std::optional<std::int64_t> samples{};
  std::optional<double> seconds{};
  bool operator==(const TrainerEval&) const = default;
};

struct TrainerEnd {
  std::optional<double> time{};
  std::optional<std::int64_t> steps{};
  std::optional<std::int64_t> samples{};
  std::optional<double> seconds{};  // of the training loop, without evaluation
  std::optional<double> peak_memory_mib{};
  std::optional<std::int64_t> skipped_steps{};  // whose gradients overflowed in fp16
  bool operator==(const TrainerEnd&) const = default;
};

struct TrainerError {
  std::optional<double> time{};
  std::optional<std::int64_t> rank{};
  std::string message{};
  bool operator==(const TrainerError&) const = default;
};

/// A rank's own view of its steps, sent to rank 0 at the end.
struct RankSummary {
  std::optional<std::int64_t> rank{};
  std::string host{};
  std::string device{};                 // cuda:1, or the GPU's UUID
  std::optional<std::int64_t> steps{};  // that the sums are over
  std::optional<double> seconds{};      // sum of these steps
  PhaseSeconds phases{};                // sums over these steps
  bool operator==(const RankSummary&) const = default;
};

/// A collective on its own, timed before or after the training loop. Bandwidths are those of nccl-tests.
struct CollectiveProbe {
  std::string when{};       // before, after
  std::string operation{};  // all_reduce
  std::optional<double> bytes{};
  std::optional<double> seconds{};
  std::optional<double> algbw_gb_per_s{};
  std::optional<double> busbw_gb_per_s{};
  bool operator==(const CollectiveProbe&) const = default;
};

/// Steps without a loss after one that has it: a loss that is no number cannot be written.
struct StepsWithoutLoss {
  bool is_any_loss = false;
  std::int64_t between = 0;  // two with a loss, at most: a trainer may write one now and then
  std::int64_t at_the_end = 0;
  bool operator==(const StepsWithoutLoss&) const = default;
};

struct TrainerLog {
  std::optional<TrainerStart> start{};
  std::deque<TrainerStep> steps{};      // a vector would copy itself while it grows
  std::deque<PhaseSeconds> phases{};    // of rank 0, by step, up to the last that has any; NaN for no number
  std::optional<std::int64_t> epoch{};  // of the last step
  StepsWithoutLoss without_loss{};
  std::vector<TrainerEval> evals{};
  std::optional<TrainerEnd> end{};
  std::vector<TrainerError> errors{};
  std::vector<RankSummary> ranks{};
  std::vector<CollectiveProbe> probes{};
  bool operator==(const TrainerLog&) const = default;
};

/// Reads a file of event lines, line by line; nullopt if it does not exist. Unknown events and fields are
/// skipped, and so is a last line that was cut off while it was written. Any other line that is not a JSON
/// object is an error, since its content is unknown: the first twenty are named.
Result<std::optional<TrainerLog>> read_event_log(const std::filesystem::path& file);

/// Reads the beginning or the end of such a file. Lines that are not JSON objects are skipped: the first and
/// the last may be cut off.
TrainerLog read_event_excerpt(std::string_view text);

}  // namespace scalegen
