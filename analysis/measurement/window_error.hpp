#pragma once
#include <optional>

#include "analysis/measurement/window.hpp"

namespace scalegen {

/// The relative standard error of the mean step of a window, by how much its steps scatter. It is taken from
/// means of five steps, because neighbours resemble each other; returns nullopt below four such means.
std::optional<double> window_error(const TrainerLog& log, const MeasuredWindow& window);

}  // namespace scalegen
