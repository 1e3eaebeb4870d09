#include <fmt/chrono.h>
#include <fmt/format.h>

#include <set>

#include "analysis/report/sections.hpp"
#include "core/version.hpp"

namespace scalegen::report {

std::string measured_when(const Report& report) {
  std::set<std::time_t> times;  // of begins and ends
  for_each_measured_run(report.tables, [&](const ScalingPoint&, const Measurement& run) {
    for (const double seconds : {0.0, run.held_seconds.value_or(0)})
      if (run.begun) times.insert(static_cast<std::time_t>(*run.begun + seconds));
  });
  if (report.head.imported || times.empty()) return "";
  const auto first = fmt::format("{:%Y-%m-%d %H:%M}", fmt::gmtime(*times.begin()));
  const auto last = fmt::format("{:%Y-%m-%d %H:%M}", fmt::gmtime(*times.rbegin()));
  const bool is_same_day = first.substr(0, first.find(' ')) == last.substr(0, last.find(' '));
  return fmt::format("measured {}{} UTC", first,
                     first == last ? "" : " to " + (is_same_day ? last.substr(last.find(' ') + 1) : last));
}

std::string measured_text(const Report& report) {
  const auto& head = report.head;
  const auto when = measured_when(report);
  if (when.empty()) return "";
  return fmt::format("{} on {}{}, scalegen {}", when, head.cluster,
                     head.commit.empty() ? "" : ", commit " + head.commit, kVersion);
}

}  // namespace scalegen::report
