#include <fmt/format.h>
#include <fmt/ranges.h>

#include "analysis/charts/drawings.hpp"
#include "app/history/history_charts.hpp"
#include "app/history/rolling.hpp"
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
  const auto known = sweep.completed + sweep.failed + sweep.cancelled + sweep.running + sweep.not_needed;
  std::vector<std::string> parts;
  for (const auto& [count, word] :
       {std::pair(sweep.completed, "completed"), std::pair(sweep.failed, "failed"),
        std::pair(sweep.cancelled, "cancelled"), std::pair(sweep.running, "running"),
        std::pair(sweep.not_needed, "not needed"), std::pair(sweep.runs - known, "not begun")})
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
             {"running", sweep.running},
             {"not_needed", sweep.not_needed}};
    if (!sweep.problem.empty()) one["problem"] = sweep.problem;
    json["sweeps"].push_back(std::move(one));
  }
  return json_page(json);
}

Result<ExitCode> list_states(const std::string& folder, const std::string& form) {
  SystemClock clock;
  TRY_ASSIGN(const auto list, list_sweeps(folder, clock));
  put(text_in(form, document_of(list.sweeps), [&] { return json_of(list.sweeps); }));
  if (!list.is_complete) tell("there may be more: the search ended after 10 s; name a folder further down\n");
  return kDone;
}

// A misspelt name, or a rung that is no longer measured, would let a CI pass.
Result<void> check_any(bool is_any, const history::Filter& filter) {
  if (is_any || (filter.name.empty() && filter.rung.empty())) return {};
  const auto name = filter.name.empty() ? "" : " --name " + filter.name;
  const auto rung = filter.rung.empty() ? "" : " --rung " + filter.rung;
  return failure(fmt::format("nothing was measured of{}{}", name, rung),
                 "'list --figures' without them shows all");
}

Result<ExitCode> list_figures(const std::string& folder, const ListCommand& command) {
  SystemClock clock;
  TRY_ASSIGN(const auto history, history::history_of(folder, command.rebuild, clock));
  if (const auto most = command.against_last; most > 0) {
    const auto all = history::against_last(history, command.filter, most);
    TRY(check_any(!all.empty(), command.filter));
    put(text_in(command.format, rolling_document(all, most, history.notes),
                [&] { return rolling_json(all, history.notes); }));
    return std::ranges::any_of(all, &history::Rolling::fails) ? kRunFailed : kDone;
  }
  TRY(check_any(!wanted_entries(history, command.filter).empty(), command.filter));
  if (!command.plots.empty())
    return put_plots(history_charts(history, command.filter), command.plots,
                     "no sweep of one name was measured twice")
        .map([] { return kDone; });
  put(text_in(command.format, document_of(history, command.filter),
              [&] { return render_json(history, command.filter); }));
  if (command.plot)
    for (const auto& chart : history_charts(history, command.filter))
      put("\n" + charts::render_terminal(chart, output_width()));
  return kDone;
}

}  // namespace

Result<ExitCode> run_verb(const ListCommand& command) {
  const auto folder = command.folder.empty() ? "." : command.folder;
  return command.figures ? list_figures(folder, command) : list_states(folder, command.format);
}

}  // namespace scalegen
