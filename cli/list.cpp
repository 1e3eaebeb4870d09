#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/sweep_list.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "core/text_table.hpp"
#include "core/try.hpp"
#include "core/units.hpp"

namespace scalegen {
namespace {

std::string runs_text(const ListedSweep& sweep) {
  if (!sweep.problem.empty()) return sweep.problem;
  const auto known = sweep.completed + sweep.failed + sweep.cancelled + sweep.running + sweep.not_needed;
  std::vector<std::string> parts;
  for (const auto& [count, word] :
       {std::pair(sweep.completed, "completed"), std::pair(sweep.failed, "failed"),
        std::pair(sweep.cancelled, "cancelled"), std::pair(sweep.running, "running"),
        std::pair(sweep.not_needed, "not needed"), std::pair(sweep.runs - known, "not begun")})
    if (count > 0) parts.push_back(fmt::format("{} {}", count, word));
  return fmt::format("{}: {}", counted(sweep.runs, "run"), fmt::join(parts, ", "));
}

std::string table_of(const std::vector<ListedSweep>& sweeps) {
  TextTable table{.header = {"run directory", "cluster", "last change", "by its files"}};
  for (const auto& sweep : sweeps)
    table.rows.push_back(
        {sweep.folder.string(), sweep.cluster, duration_text(sweep.age) + " ago", runs_text(sweep)});
  return render(table);
}

}  // namespace

Result<ExitCode> run_verb(const ListCommand& command) {
  SystemClock clock;
  const auto folder = command.folder.empty() ? "." : command.folder;
  TRY_ASSIGN(const auto list, list_sweeps(folder, clock));
  put(list.sweeps.empty() ? "no run directories\n" : table_of(list.sweeps));
  if (!list.is_complete) tell("there may be more: the search ended after 10 s; name a folder further down\n");
  return kDone;
}

}  // namespace scalegen
