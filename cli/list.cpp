#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/sweep_list.hpp"
#include "cli/form.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "core/json.hpp"
#include "core/text_table.hpp"
#include "core/try.hpp"
#include "core/units.hpp"

namespace scalegen {
namespace {

std::string runs_text(const ListedSweep& sweep) {
  if (!sweep.problem.empty()) return sweep.problem;
  const auto known = sweep.completed + sweep.failed + sweep.cancelled + sweep.running;
  std::vector<std::string> parts;
  for (const auto& [count, word] :
       {std::pair(sweep.completed, "completed"), std::pair(sweep.failed, "failed"),
        std::pair(sweep.cancelled, "cancelled"), std::pair(sweep.running, "running"),
        std::pair(sweep.runs - known, "not begun")})
    if (count > 0) parts.push_back(fmt::format("{} {}", count, word));
  return fmt::format("{}: {}", counted(sweep.runs, "run"), fmt::join(parts, ", "));
}

document::Document document_of(const std::vector<ListedSweep>& sweeps) {
  TextTable table{.header = {"run directory", "cluster", "last change", "by its files"}};
  for (const auto& sweep : sweeps)
    table.rows.push_back(
        {sweep.folder.string(), sweep.cluster, duration_text(sweep.age) + " ago", runs_text(sweep)});
  document::Document document;
  if (sweeps.empty()) add(document.blocks, {.lines = {"no run directories"}});
  add(document.blocks, {.table = document::table_of(table)});
  return document;
}

std::string json_of(const std::vector<ListedSweep>& sweeps) {
  Json json{{"scalegen_list", 1}, {"sweeps", Json::array()}};
  for (const auto& sweep : sweeps) {
    Json one{{"folder", sweep.folder.string()},
             {"cluster", sweep.cluster},
             {"seconds_since_change", sweep.age.count()},
             {"runs", sweep.runs},
             {"completed", sweep.completed},
             {"failed", sweep.failed},
             {"cancelled", sweep.cancelled},
             {"running", sweep.running}};
    if (!sweep.problem.empty()) one["problem"] = sweep.problem;
    json["sweeps"].push_back(std::move(one));
  }
  return json_page(json);
}

}  // namespace

Result<ExitCode> run_verb(const ListCommand& command) {
  SystemClock clock;
  TRY_ASSIGN(const auto list, list_sweeps(command.folder.empty() ? "." : command.folder, clock));
  put(text_in(command.format, document_of(list.sweeps), [&] { return json_of(list.sweeps); }));
  if (!list.is_complete) tell("there may be more: the search ended after 10 s; name a folder further down\n");
  return kDone;
}

}  // namespace scalegen
