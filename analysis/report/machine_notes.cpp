#include "analysis/report/machine_notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/report/numbers.hpp"
#include "analysis/scaling/ladder.hpp"
#include "analysis/scaling/round_scatter.hpp"
#include "core/text.hpp"
#include "core/units.hpp"

namespace scalegen::report {
namespace {

using Texts = std::vector<std::string>;

/// The measured runs of a rung in which something disturbed it.
struct Disturbance {
  double most = 0;
  std::vector<const Measurement*> runs{};
};

template <class Is, class Amount>
Disturbance disturbance_in(const ScalingPoint& point, const Is& is, const Amount& amount) {
  Disturbance found;
  for (const auto& run : point.runs) {
    if (!run.value || !run.load || !is(*run.load)) continue;
    found.runs.push_back(&run);
    found.most = std::max(found.most, amount(*run.load));
  }
  return found;
}

// "31 %", "up to 31 %": whole percents, since the kernel counts no better.
std::string most_text(const Disturbance& found) {
  return fmt::format("{}{:.0f} %", found.runs.size() > 1 ? "up to " : "", 100 * found.most);
}

Texts disturbances_of(const ScalingPoint& point) {
  Texts texts;
  const auto add = [&](const Disturbance& found, const auto& text) {
    if (!found.runs.empty()) texts.push_back(text(found) + in_rounds(point, found.runs));
  };
  add(disturbance_in(point, is_disturbed, [](const auto& load) { return load.others.value_or(0); }),
      [](const auto& found) {
        return fmt::format("other programs used {} of its cores' time", most_text(found));
      });
  add(disturbance_in(point, is_stolen_from, [](const auto& load) { return load.stolen; }),
      [](const auto& found) {
        return fmt::format("other virtual machines took {} of its cores' time", most_text(found));
      });
  add(disturbance_in(point, is_throttled, [](const auto& load) { return load.throttled.value_or(0); }),
      [](const auto& found) {
        return fmt::format("the CPU quota of its container stopped it for {} of the time", most_text(found));
      });
  add(disturbance_in(point, is_slowed_by_heat,
                     [](const auto& load) { return static_cast<double>(load.heat_events.value_or(0)); }),
      [](const auto& found) {
        return fmt::format("heat slowed its node's cores, {}{}", found.runs.size() > 1 ? "up to " : "",
                           counted(static_cast<std::int64_t>(found.most), "time"));
      });
  return texts;
}

Texts load_warnings(const ScalingTable& table, const ScalingPoint& point) {
  Texts warnings;
  for (const auto& text : disturbances_of(point))
    warnings.push_back(
        fmt::format("{} *: {}: its values hold for such a load only", point_name(table, point.rung), text));
  return warnings;
}

Texts scatter_warnings(const ScalingTable& table, const ScalingPoint& point) {
  const auto scatter = unexplained_scatter(point.runs);
  if (!scatter) return {};
  return {fmt::format(
      "{} *: its rounds differ by {:.0f} %, of which the steps within them explain {:.2g} %: the machine "
      "changed between them, and the interval holds for such changes only",
      point_name(table, point.rung), 100 * scatter->range, 100 * scatter->explained)};
}

}  // namespace

bool is_of_a_busy_machine(const ScalingPoint& point) {
  return !disturbances_of(point).empty() || unexplained_scatter(point.runs);
}

Texts machine_warnings(const Report& report) {
  Texts all;
  for_each_point(report, [&](const auto& table, const auto& point) {
    for (const auto& warnings : {load_warnings(table, point), scatter_warnings(table, point)})
      all.insert(all.end(), warnings.begin(), warnings.end());
  });
  return all;
}

Texts load_notes(const Report& report) {
  Texts left_out;
  Texts too_short;
  bool any = false;
  for_each_point(report, [&](const auto& table, const auto& point) {
    bool is_short = false;
    for (const auto& run : point.runs) {
      if (run.left_out) left_out.push_back(run.run);
      any = any || (run.load && has_disturbance(*run.load));
      is_short = is_short || (run.value && run.load && !is_long_enough(*run.load));
    }
    if (is_short) too_short.push_back(point_name(table, point.rung));
  });
  Texts notes;
  if (any)
    notes.push_back(fmt::format(
        "disturbed runs: left out where {} undisturbed rounds of their rung are left ({}), else a star; "
        "'scalegen resume --again RUN' measures such a round again, more 'repeats:' leave it out",
        kUndisturbedRounds, left_out.empty() ? "here none" : join_truncated(left_out)));
  if (!too_short.empty())
    notes.push_back("too short to tell whether others disturbed them: runs below 2 s of " +
                    join_truncated(too_short));
  return notes;
}

}  // namespace scalegen::report
