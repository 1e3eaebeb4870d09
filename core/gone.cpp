#include "core/gone.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace scalegen {

const std::vector<Gone>& gone() {
  static const std::vector<Gone> all{
      {"resume", "write `sweep DIR`"},
      {"--retry-failed", "write `--again failed`"},
      {"--for archer2", "write `--for proposal`"},
      {"--for csc", "write `--for proposal`"},
      {"--for cscs", "write `--for proposal`"},
      {"--for eurohpc", "write `--for proposal`"},
      {"--for plain", "write `--for proposal`"},
      {"--for prace", "write `--for proposal`"},
      {"--for FILE", "write `--for proposal`"},
      {"report -o", "write `report DIR --for proposal >FILE`"},
      {"report --output", "write `report DIR --for proposal >FILE`"},
      {"--format junit", "the exit status of `sweep` and `report` says whether an assertion fails"},
      {"--format extrap", "write `--format csv` or `--format json`"},
      {"carbon:", "multiply the kWh of a report by your site's grams of CO2 a kWh"},
      {"predict", "`report` predicts the next doubling where no size is uncertain"},
      {"history", "compare two sweeps with `compare A B`"},
      {"--figures", "compare two sweeps with `compare A B`"},
      {"list --plots", "write charts with `report DIR --plots FOLDER`"},
      {"--against-last", "judge each sweep by `assert:`, and compare two with `compare A B`"},
      {"--name", "name the folder: `list FOLDER`"},
      {"--rung", "`report` and `compare` have each size"},
      {"--rebuild", "`list` reads each run directory"},
      {"--plot", "write charts with `report DIR --plots FOLDER`, or the page with `--format html`"},
      {"wait", "write `status --wait`"},
      {"campaign:", "multiply the price of a run, which the report prints, by the number of runs"},
      {"climb:", "list the sizes in `scales:`"},
      {"repeats.until:", "write `repeats: 5`, and later `sweep DIR --rounds N`"},
      {"repeats.at_least:", "write `repeats: 5`, and later `sweep DIR --rounds N`"},
      {"repeats.at_most:", "write `repeats: 5`, and later `sweep DIR --rounds N`"},
      {"needed", "each run of a plan is measured"},
      {"workload: wide_resnet_28_10", "train `wide_resnet`, or a program of your own"},
  };
  return all;
}

std::string said_of_gone(std::string_view name) {
  const auto found = std::ranges::find(gone(), name, &Gone::name);
  return found == gone().end() ? "" : fmt::format("`{}` is gone since 0.3: {}", name, found->instead);
}

std::string said_of_ignored(std::vector<std::string> names) {
  // Both left out runs that this scalegen measures.
  const bool left_out =
      std::ranges::any_of(names, [](const auto& name) { return name == "`climb:`" || name == "`until`"; });
  const auto last = std::move(names.back());
  names.pop_back();
  return fmt::format("this directory was planned by an older scalegen; its {}{}{} {} ignored{}",
                     fmt::join(names, ", "), names.empty() ? "" : " and ", last, names.empty() ? "is" : "are",
                     left_out ? ": each of its runs is measured" : "");
}

}  // namespace scalegen
