#pragma once
#include <string>

namespace scalegen {

/// Rounds end as soon as each interval that a report rests on is this narrow to either side.
struct Until {
  double half_width = 0.03;  // 0.03 is 3 %
  int at_least = 3;          // rounds
  bool operator==(const Until&) const = default;
};

/// "until: 3 %", as a sweep file says it.
std::string to_text(const Until& until);

/// The scatter of a run about its typical time where nothing is measured yet: an assumption.
inline constexpr double kAssumedScatter = 0.02;

}  // namespace scalegen
