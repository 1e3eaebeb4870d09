#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "workloads/train/ranks/world.hpp"
#include "workloads/train/report/event_file.hpp"
#include "workloads/train/report/events.hpp"

namespace scalegen::train {

/// The length that a run is to have: so many steps, or seconds where they are given.
struct PlannedLength {
  int64_t steps = 0;
  std::optional<double> seconds{};
};

/// Tells people (stdout, errors on stderr) and scalegen (event lines) what happens. Ranks other than 0 tell
/// errors only.
class Report {
 public:
  void speak_for(const World& world) { world_ = world; }

  /// Sets the file for the event lines; empty: nowhere.
  void write_to(std::filesystem::path path) { path_ = std::move(path); }

  /// Opens that file. Throws BadInput where it cannot be appended to.
  void open();

  void start(const RunFacts& facts, PlannedLength length);
  void step(const StepResult& result);
  void evaluation(const Evaluation& evaluation);
  void probe(const Probe& probe);
  void ranks(const std::vector<RankSummary>& ranks);
  void end(double seconds, PeakMemory peak, std::optional<int64_t> skipped_steps);

  /// A table of what the steps of rank 0 did, on stdout.
  void print_phases(const PhaseSummary& summary);

  /// Each line of `message` on stderr, and the whole as an event. `rank` is the one that failed.
  void error(const std::string& message, int rank);
  void error(const std::string& message) { error(message, world_.rank); }

 private:
  bool leads() const { return world_.rank == 0; }
  void print_step(const StepResult& result);

  World world_;
  std::filesystem::path path_;
  EventFile file_;
  PlannedLength planned_;
  std::string counted_ = "images";  // or what batches count
  int64_t steps_ = 0;
  int64_t samples_ = 0;
  int64_t printed_samples_ = 0;
  double seconds_ = 0;
  double printed_seconds_ = 0;
  bool has_warned_ = false;  // of a loss that is no number
  std::optional<std::chrono::steady_clock::time_point> printed_;
};

/// What to say where ranks of one host may each open their own GPU alone: NCCL may then find no way between
/// two of them but the host's memory (NVIDIA/nccl, issue 1066). Empty where they may not. `in_reach` has how
/// many GPUs each rank may open.
std::string warning_of_isolation(const RunFacts& facts, const std::vector<std::string>& in_reach);

}  // namespace scalegen::train
