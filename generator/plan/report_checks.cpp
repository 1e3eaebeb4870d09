#include "generator/plan/checks.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text.hpp"

namespace scalegen::plan {
namespace {

// A line with a mistake is refused for that.
bool is_whole(const CampaignLine& line) {
  const bool has_size = line.size.nodes || line.size.gpus || parse_rung(line.size.rung);
  return has_size && line.amount > 0 && !line.run.empty();
}

bool is_of_its_size(const CampaignLine& line, const Combination& combination) {
  const auto& rung = *combination.rung;
  return is_of_size(line.size, rung.name, shape_of(rung));
}

// "no rung of 16 nodes", "no rung 8gpu"
std::string no_rung(const CampaignSize& size) {
  return fmt::format("no rung {}{}", size.rung.empty() ? "of " : "", to_text(size));
}

Diagnostic warning_of_no_rung(const GivenCampaignLine& given) {
  auto warning = error_at(given.size,
                          fmt::format("'scales' has {}, so the report will have no price for '{}'",
                                      no_rung(given.line.size), given.line.run),
                          "add it to 'scales': beyond what is measured 'scalegen predict' gives speeds with "
                          "wide intervals, no prices");
  warning.severity = Severity::warning;
  return warning;
}

// Both ladders have the runs of a combination without a ladder.
bool depends_on_ladder(const CampaignLine& line, const Combination& combination) {
  return !line.scaling && combination.ladder && is_of_its_size(line, combination);
}

}  // namespace

void check_assertions(const SweepFile& sweep, const std::vector<Combination>& combinations,
                      Findings& findings) {
  if (combinations.empty()) return;
  std::vector<std::string> rungs;
  for (const auto& combination : combinations)
    if (std::ranges::find(rungs, combination.rung->name) == rungs.end())
      rungs.push_back(combination.rung->name);
  for (const auto& [assertion, location] : sweep.assertions)
    if (std::ranges::find(rungs, assertion.rung) == rungs.end())
      findings.add_error(error_at(location,
                                  fmt::format("no rung of this sweep is called '{}'", assertion.rung),
                                  did_you_mean(assertion.rung, rungs)));
}

void check_campaign(const SweepFile& sweep, const std::vector<Combination>& combinations,
                    Findings& findings) {
  if (combinations.empty()) return;
  for (const auto& given : sweep.campaign) {
    if (!is_whole(given.line)) continue;
    const auto any = [&](const auto& is) {
      return std::ranges::any_of(combinations,
                                 [&](const Combination& combination) { return is(given.line, combination); });
    };
    if (!any(is_of_its_size)) findings.add_warning(warning_of_no_rung(given));
    if (sweep.scalings.value.size() > 1 && any(depends_on_ladder))
      findings.add_error(error_at(
          given.location,
          fmt::format("the two ladders give '{}' different prices, and it names neither", given.line.run),
          "add 'scaling: strong' or 'scaling: weak': the ladder whose batches it has"));
  }
}

}  // namespace scalegen::plan
