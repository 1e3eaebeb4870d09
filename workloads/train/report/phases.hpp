#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace scalegen::train {

/// The phases of a step, one after the other. Communication is what is not hidden behind the pass back,
/// waiting for slower ranks included.
enum class Phase : std::uint8_t { data, forward, backward, communication, optimizer };

inline constexpr std::array<std::string_view, 5> kPhases = {"data", "forward", "backward", "communication",
                                                            "optimizer"};

/// Seconds in each phase. They add up to the step.
struct PhaseSeconds {
  std::array<double, kPhases.size()> seconds{};

  double& operator[](Phase phase) { return seconds[static_cast<std::size_t>(phase)]; }
  double operator[](Phase phase) const { return seconds[static_cast<std::size_t>(phase)]; }
  bool operator==(const PhaseSeconds&) const = default;
};

/// The phases of this rank's steps, summed up. All in seconds.
struct PhaseSummary {
  std::int64_t steps = 0;
  double seconds = 0;  // of all steps
  PhaseSeconds sum{};
  PhaseSeconds median{};
  PhaseSeconds p90{};  // of ten steps nine took at most this
};

/// Collects a rank's steps for its summary.
class PhaseRecord {
 public:
  void add(const PhaseSeconds& phases) { steps_.push_back(phases); }

  /// Sums up the second half of the steps: a report leaves out at most the first half as warm-up.
  PhaseSummary summary() const;

 private:
  std::vector<PhaseSeconds> steps_;
};

}  // namespace scalegen::train
