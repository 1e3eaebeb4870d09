#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/event_log.hpp"
#include "core/plan.hpp"
#include "core/run_directory.hpp"

namespace scalegen {

/// A figure of a run beside its speed: what it learned, or what it used.
struct FurtherFigure {
  std::string name{};                       // accuracy
  std::optional<double> value{};            // a share from 0 to 1, or in its metric's unit
  std::map<std::int64_t, double> epochs{};  // from 1
  std::int64_t matches = 0;                 // in what the program printed
  std::string missing{};                    // why a printed one has no value
  bool operator==(const FurtherFigure&) const = default;
};

/// False if it comes from event lines.
inline bool is_printed(const FurtherFigure& figure) { return figure.matches > 0 || !figure.missing.empty(); }

inline constexpr std::string_view kAccuracy = "accuracy";
inline constexpr std::string_view kLoss = "loss";

/// Shares; accuracies further apart are not the same result.
inline constexpr double kAlikeAccuracies = 0.02;

/// More matches than this are not of epochs.
inline constexpr std::int64_t kMostEpochs = 1000;

/// Figures that the sweep file names are read from the output alone, so that they mean the same in all runs.
/// Accuracy and loss that it does not name are those of the evaluations in the event lines.
std::vector<FurtherFigure> further_figures(const AttemptFolder& attempt, const PlanHead& head,
                                           const TrainerLog& log);

/// Null if the run has none of this name.
const FurtherFigure* find_figure(const std::vector<FurtherFigure>& figures, std::string_view name);

}  // namespace scalegen
