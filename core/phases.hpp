#pragma once
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace scalegen {

/// The phases of a training step, in the order in which they begin. Communication is the exposed part alone:
/// the part that is hidden behind computing takes no time.
enum class Phase { data, copy, forward, backward, communication, optimizer };

inline constexpr std::size_t kPhases = 6;
inline constexpr std::array<std::string_view, kPhases> kPhaseNames{"data",     "copy",          "forward",
                                                                   "backward", "communication", "optimizer"};
inline constexpr std::array<Phase, kPhases> kAllPhases{
    Phase::data, Phase::copy, Phase::forward, Phase::backward, Phase::communication, Phase::optimizer};

/// Seconds by phase. A phase that was not measured is absent, never 0.
struct PhaseSeconds {
  std::array<std::optional<double>, kPhases> seconds{};

  std::optional<double>& operator[](Phase phase) { return seconds[static_cast<std::size_t>(phase)]; }
  const std::optional<double>& operator[](Phase phase) const {
    return seconds[static_cast<std::size_t>(phase)];
  }
  bool operator==(const PhaseSeconds&) const = default;
};

inline std::string_view to_text(Phase phase) { return kPhaseNames[static_cast<std::size_t>(phase)]; }

/// Those that were measured.
inline double sum(const PhaseSeconds& phases) {
  double sum = 0;
  for (const auto& seconds : phases.seconds) sum += seconds.value_or(0);
  return sum;
}

}  // namespace scalegen
