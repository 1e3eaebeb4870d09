#include "analysis/panels/facts.hpp"

#include <functional>

#include "analysis/panels/fact_kinds.hpp"

namespace scalegen::panels {
namespace {

using report::Report;
using Sentences = std::function<std::string(const Report&, const RunFiles&)>;

struct Fact {
  std::string name{};
  Sentences sentences{};
  std::string if_unknown{};  // what the author has to do
};

Sentences of_report(std::string (*sentences)(const Report&)) {
  return [sentences](const Report& report, const RunFiles&) { return sentences(report); };
}

const std::vector<Fact>& facts() {
  static const std::vector<Fact> all{
      {"program", of_report(program_fact)},
      {"software", of_report(software_fact),
       "Name the versions of the software: nothing recorded them. A program can report them in its 'start' "
       "line (docs/metrics.md)."},
      {"machine", machine_fact,
       "Describe the machine and its nodes: the table does not say where it is from."},
      {"precision", of_report(precision_fact),
       "Name the arithmetic precision: no run reports it. A program can do so in its 'start' line "
       "(docs/metrics.md); a 'precision' among 'parameters' would be another sweep, all of whose runs are "
       "measured again."},
      {"problem", of_report(problem_fact)},
      {"rounds", of_report(rounds_fact)},
      {"window", of_report(window_fact)},
      {"included", of_report(included_fact)},
      {"baseline", of_report(baseline_fact)},
      {"intervals", of_report(intervals_fact)},
      {"memory", of_report(memory_fact),
       "Say how much memory a node or a GPU has in use: nothing recorded it."},
      {"system_scale", of_report(system_scale_fact)},
      {"time_to_solution", of_report(time_to_solution_fact),
       "Say how long a production run takes: 'campaign' has none of a measured size."},
      {"mechanism", of_report(mechanism_fact)},
      {"placement", of_report(placement_fact)}};
  return all;
}

const Fact* find_fact(const std::string& name) {
  for (const auto& fact : facts())
    if (fact.name == name) return &fact;
  return nullptr;
}

bool is_printed(const Report& report) { return report.head.metric.source == MetricSource::printed; }

}  // namespace

std::vector<std::string> fact_names() {
  std::vector<std::string> names;
  for (const auto& fact : facts()) names.push_back(fact.name);
  return names;
}

std::string fact_of(const std::string& name, const Report& report, const RunFiles& files) {
  const auto* const fact = find_fact(name);
  return fact == nullptr ? "" : fact->sentences(report, files);
}

std::string to_add(const std::string& name, const Report& report, const RunFiles& files) {
  if (name == "included" && is_printed(report))
    return "Say what the printed figures include (start-up, evaluation, output): only the program tells.";
  const auto* const fact = find_fact(name);
  if (fact == nullptr || !fact->sentences(report, files).empty()) return "";
  return fact->if_unknown;
}

}  // namespace scalegen::panels
