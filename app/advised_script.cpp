#include "app/advised_script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "analysis/cost/next_time.hpp"
#include "analysis/report/condition_text.hpp"
#include "analysis/scaling/points.hpp"
#include "analysis/scaling/time_of_work.hpp"
#include "core/files.hpp"
#include "core/job_request.hpp"
#include "core/try.hpp"
#include "core/units.hpp"

namespace scalegen {
namespace {

using verdict::Judgement;

// The table that advises a rung, or the first of several that agree.
Result<std::optional<std::size_t>> table_of_advice(const report::Report& report) {
  std::optional<std::size_t> first;
  const ScalingPoint* of_first = nullptr;
  for (std::size_t t = 0; t < report.tables.size(); ++t) {
    const auto& [table, advised] = std::tie(report.tables[t], report.verdicts[t].advised);
    if (!advised) continue;
    const auto& point = table.points[*advised];
    if (first && (point.rung != of_first->rung || point.asked != of_first->asked))
      return failure(
          fmt::format("two rungs are advised: {} and {}", point_name(report.tables[*first], of_first->rung),
                      point_name(table, point.rung)),
          "name a sweep of one of the two");
    if (!first) first = t, of_first = &point;
  }
  return first;
}

// "efficiency 91.0 % [88.1, 93.2]; 4gpu with 62.0 % [60.1, 64.0] misses an efficiency of 70 %"
std::string why_this_size(const Advice& rule, const ScalingTable& table, const verdict::Verdict& verdict) {
  auto text = report::figures_of(verdict.rungs[*verdict.advised], rule);
  if (text.empty()) text = "the baseline";  // nothing judges it by a doubling
  for (auto k = *verdict.advised + 1; k < verdict.rungs.size(); ++k) {
    const auto& conditions = verdict.rungs[k].conditions;
    const auto missed = std::ranges::find(conditions, Judgement::missed, &verdict::Condition::judgement);
    if (verdict.rungs[k].judgement == Judgement::open)
      return text + fmt::format("; {} is open", table.points[k].rung);
    if (missed == conditions.end() || !missed->value) continue;
    return text + fmt::format("; {} with {} misses {}", table.points[k].rung,
                              report::figure_text(*missed, rule), report::limit_text(*missed, rule));
  }
  return text;
}

// A script that starts one task on a node, as for torchrun, or one for each rank, goes on so.
WantedRequest size_for(const JobScript& script, const ScalingPoint& point) {
  const auto& asked = *point.asked;
  const auto now = read_job_request(script);
  const int ranks = rank_count(point.shape).value_or(1) / point.shape.nodes.value_or(1);
  const int tasks = tasks_per_node_of(now).value_or(now.tasks.value_or(1));
  return {.nodes = asked.nodes,
          .tasks_per_node = tasks > 1 || now.tasks_per_gpu          ? ranks
                            : gpus_per_node_of(now).value_or(1) > 1 ? 1
                                                                    : asked.tasks_per_node,
          .cpus_per_node = asked.tasks_per_node * asked.cpus_per_task,
          .gpus_per_node = asked.gpus_per_node};
}

// Never above what its runs were measured with.
void set_memory(const ScalingPoint& point, WantedRequest& wanted) {
  std::int64_t peak = 0;
  for (const auto& run : point.runs)
    if (run.has_completed) peak = std::max(peak, run.peak_memory_mib.value_or(0));
  if (peak == 0) return;
  const auto asked = point.asked->memory_mib_per_node;
  wanted.memory_mib_per_node = std::min(enough_memory(peak), asked.value_or(enough_memory(peak)));
  wanted.why_memory =
      fmt::format("a node held at most {}, cached files included; {}", memory_in_words(peak),
                  wanted.memory_mib_per_node == asked ? "as its runs asked" : "half as much again");
}

Result<void> set_time(const ScalingPoint& point, const Metric& metric, const Work& work,
                      WantedRequest& wanted) {
  TRY_ASSIGN(const auto time, verdict::time_of_work(point, point.mean, metric, work));
  const double seconds = time.interval ? time.interval->high : time.centre;
  wanted.time = enough_time(seconds);
  wanted.why_time = fmt::format("{} {} take up to {} at its speed, start-up aside; half as much again",
                                amount_in_words(work.amount), to_text(work.unit),
                                duration_text(std::chrono::seconds(std::llround(seconds))));
  return {};
}

}  // namespace

Result<JobScript> read_own_script(const std::string& path) {
  TRY_ASSIGN(const auto text, read_file(path));
  auto script = read_job_script(path, text);
  const auto has = [&](std::string_view part) { return text.find(part) != std::string::npos; };
  const auto refuse = [&](std::string_view why, std::string hint = {}) {
    return failure(fmt::format("'{}' {}", path, why), hint);
  };
  if (has(std::string_view("\0", 1)) || !is_shell(interpreter_of(script)))
    return refuse("is no script of a shell", "its first line has to be as #!/bin/bash");
  if (has("\r\n"))
    return refuse("has the line ends of Windows, which sbatch refuses", "convert it with dos2unix");
  if (script.directives.empty() || script.body == text.size())
    return refuse("has no line #SBATCH, or no command");
  if (first_part(script) != nullptr) return refuse("asks for a heterogeneous job");
  return script;
}

Result<std::optional<EditedScript>> advised_script(const report::Report& report, const JobScript& script,
                                                   const std::optional<Work>& work) {
  TRY_ASSIGN(const auto t, table_of_advice(report));
  if (!t) return std::nullopt;
  const auto& [table, verdict] = std::tie(report.tables[*t], report.verdicts[*t]);
  const auto& point = table.points[*verdict.advised];
  if (!point.asked)
    return failure(fmt::format("{} does not say what {} asked for", report.head.source, point.rung),
                   "name the run directory of a sweep");
  const auto now = read_job_request(script);
  if (point.asked->gpus_per_node == 0 && (now.gpus || now.gpus_per_node || now.gpus_per_task))
    return failure(
        fmt::format("{} is advised, which is without GPUs, and '{}' asks for some", point.rung, script.file));
  auto wanted = size_for(script, point);
  wanted.rung = point_name(table, point.rung);
  wanted.why_size = why_this_size(report.head.advise, table, verdict);
  set_memory(point, wanted);
  if (work) TRY(set_time(point, report.head.metric, *work, wanted));
  return edited_directives(script, wanted);
}

Result<void> write_own_script(const JobScript& script, const std::string& text) {
  TRY_ASSIGN(const auto now, read_file(script.file));
  if (now != script.text)
    return failure(fmt::format("'{}' has just been changed by somebody else", script.file), "try again");
  if (std::filesystem::is_symlink(script.file))
    return failure(fmt::format("'{}' is a link, and its file may be used elsewhere", script.file),
                   "name that file");
  return replace_file_durably(script.file, text);
}

}  // namespace scalegen
