#include "workloads/train/report/report.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <sstream>
#include <utility>

#include "workloads/train/error.hpp"

namespace scalegen::train {
namespace {

void say(const std::string& line) {
  std::fwrite(line.data(), 1, line.size(), stdout);
  std::fflush(stdout);
}

std::string table(const RunFacts& facts, const PlannedLength& length) {
  const auto row = [](const char* name, const std::string& value) {
    return fmt::format("  {:<14}{}\n", name, value);
  };
  const std::string passes = facts.accumulate > 1 ? fmt::format(" in {} passes", facts.accumulate) : "";
  return fmt::format("scalegen-train {}\n", version()) +
         row("ranks", fmt::format("{}, backend {}, {} thread{} each", facts.world_size, facts.backend,
                                  facts.threads, facts.threads == 1 ? "" : "s")) +
         row("device", fmt::format("{} ({})", facts.device, facts.device_name)) +
         row("model", fmt::format("{}, {} parameters, {}", facts.model, facts.parameters, facts.precision)) +
         row("data", fmt::format("{}, {} {}", facts.dataset, facts.train_samples, facts.batch_unit)) +
         row("batch", fmt::format("{}, {} a rank{}", facts.global_batch, facts.per_rank_batch, passes)) +
         (facts.world_size > 1 ? row("strategy", facts.strategy) : "") +
         (facts.cuda_graph ? row("CUDA graph", "from step 12 on") : "") +
         row("optimizer", fmt::format("{}, learning rate {}", facts.optimizer, facts.learning_rate)) +
         (length.seconds ? row("seconds", fmt::format("{}", *length.seconds))
                         : row("steps", fmt::format("{}", length.steps))) +
         row("LibTorch", facts.versions.torch);
}

}  // namespace

void Report::open() {
  if (leads() && !path_.empty() && !file_.is_open()) file_.open(path_);
}

void Report::start(const RunFacts& facts, PlannedLength length) {
  if (!leads()) return;
  planned_ = length;
  printed_ = std::chrono::steady_clock::now();
  if (facts.sequence_length > 0) counted_ = facts.batch_unit;
  file_.append(event_line(facts));
  file_.flush();
  say(table(facts, length));
}

void Report::step(const StepResult& result) {
  if (!leads()) return;
  ++steps_;
  samples_ += result.samples;
  seconds_ += result.seconds;
  file_.append(event_line(result));
  if (!std::isfinite(result.loss) && !std::exchange(has_warned_, true))
    fmt::print(stderr, "scalegen-train: the loss is no number from step {} on: nothing is learned\n",
               result.step);
  print_step(result);
}

/// At most a line a second, and one for the last step. The rate is that of the steps since the line before.
void Report::print_step(const StepResult& result) {
  const auto now = std::chrono::steady_clock::now();
  if (printed_ && now - *printed_ < std::chrono::seconds(1) && result.step != planned_.steps) return;
  const double rate = static_cast<double>(samples_ - printed_samples_) / (seconds_ - printed_seconds_);
  const std::string all = planned_.seconds ? "" : fmt::format("/{}", planned_.steps);
  say(fmt::format("step {}{} · loss {:.3f} · {:.0f} {}/s\n", result.step, all, result.loss, rate, counted_));
  printed_ = now;
  printed_samples_ = samples_;
  printed_seconds_ = seconds_;
}

void Report::evaluation(const Evaluation& evaluation) {
  if (!leads()) return;
  file_.append(event_line(evaluation));
  say(fmt::format("test · accuracy {:.4f} · loss {:.3f} · {} {} in {:.1f} s\n", evaluation.accuracy,
                  evaluation.loss, evaluation.samples, counted_, evaluation.seconds));
}

void Report::probe(const Probe& probe) {
  if (leads()) file_.append(event_line(probe));
}

void Report::ranks(const std::vector<RankSummary>& ranks) {
  if (leads()) file_.append(event_line(ranks));
}

void Report::print_phases(const PhaseSummary& summary) {
  if (!leads()) return;
  const auto steps = static_cast<double>(summary.steps);
  std::string table =
      fmt::format("rank 0, the last {} steps\n  {:<14}{:>10}{:>13}{:>12}{:>10}{:>8}\n", summary.steps,
                  "phase", "time s", "per step ms", "median ms", "p90 ms", "%");
  for (std::size_t i = 0; i < kPhases.size(); ++i)
    table += fmt::format("  {:<14}{:>10.3f}{:>13.3f}{:>12.3f}{:>10.3f}{:>8.1f}\n", kPhases[i],
                         summary.sum.seconds[i], 1e3 * summary.sum.seconds[i] / steps,
                         1e3 * summary.median.seconds[i], 1e3 * summary.p90.seconds[i],
                         100 * summary.sum.seconds[i] / summary.seconds);
  say(table);
}

void Report::end(double seconds, PeakMemory peak, std::optional<int64_t> skipped_steps) {
  if (!leads()) return;
  file_.append(event_line(RunEnd{steps_, samples_, seconds, peak, skipped_steps}));
  file_.flush();
  if (4 * skipped_steps.value_or(0) > steps_)
    fmt::print(stderr,
               "scalegen-train: {} of {} steps were skipped: their gradients overflowed in fp16, and they "
               "updated nothing\n",
               *skipped_steps, steps_);
  const double rate = static_cast<double>(samples_) / seconds;
  say(fmt::format("done · {} steps, {} {} in {:.1f} s · {:.0f} {}/s · peak memory {:.0f} MiB\n", steps_,
                  samples_, counted_, seconds, rate, counted_, peak.held));
}

void Report::error(const std::string& message, int rank) {
  std::string who = world_.size > 1 ? fmt::format("rank {}: ", world_.rank) : "";
  if (rank != world_.rank) who += fmt::format("rank {} failed: ", rank);
  std::istringstream lines(message);
  for (std::string line; std::getline(lines, line);) {
    const std::string whole = fmt::format("scalegen-train: {}{}\n", who, line);
    std::fwrite(whole.data(), 1, whole.size(), stderr);
  }
  try {
    open();
    file_.append(error_line(message, rank));
    file_.flush();
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): it is on stderr already
  }
}

std::string warning_of_isolation(const RunFacts& facts, const std::vector<std::string>& in_reach) {
  std::map<std::string, std::set<std::string>> alone;  // two ranks on one GPU are another mistake
  for (std::size_t i = 0; i < in_reach.size(); ++i)
    if (in_reach[i] == "1") alone[facts.hosts[i]].insert(facts.devices[i]);
  for (const auto& [host, gpus] : alone)
    if (gpus.size() > 1)
      return fmt::format(
          "on '{}' ranks may open their own GPU alone: NCCL may go through the host's memory in place of "
          "NVLink. Let each see all GPUs of its node (Slurm: --gpus-per-node, not --gpus-per-task)",
          host);
  return "";
}

}  // namespace scalegen::train
