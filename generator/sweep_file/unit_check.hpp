#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "core/diagnostics.hpp"
#include "core/plan.hpp"

namespace scalegen {

/// Returns an error if the unit of a metric is wrong: a rate needs that of a rate, a time that of a time, and
/// the regex names no other behind the number. The caller adds where it was given.
std::optional<Diagnostic> unit_error(const MetricPattern& metric);

/// The unit of a rate that a regex names behind its number: images/s of '{number} images/s'. Empty if none.
std::string rate_named_in(std::string_view regex);

/// Returns an error if a regex names another unit behind its number.
std::optional<Diagnostic> unit_contradiction(std::string_view regex, std::string_view unit);

}  // namespace scalegen
