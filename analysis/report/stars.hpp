#pragma once
#include "analysis/report/report.hpp"

namespace scalegen::report {

/// True if the values of a rung have a star: for a reason that concerns the rung itself, whatever it is
/// compared with.
bool is_marked(const ReportHead& head, const ScalingPoint& point);

/// True if its comparison with the baseline has one, because of the rung or of a difference.
bool is_starred(const ReportHead& head, const ScalingPoint& point);

/// True if its comparison with the rung of half the size has one. The baseline does not count here.
bool is_doubling_starred(const ReportHead& head, const ScalingTable& table, const ScalingPoint& point);

/// The rule of a report, and which figures of a table it cannot be judged by.
answer::Question question_on(const ScalingTable& table, const ReportHead& head);

}  // namespace scalegen::report
