#include "app/advised_script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <ranges>

#include "analysis/cost/next_time.hpp"
#include "analysis/report/condition_text.hpp"
#include "analysis/scaling/points.hpp"
#include "analysis/scaling/time_of_work.hpp"
#include "core/files.hpp"
#include "core/job_request.hpp"
#include "core/regex.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "core/units.hpp"
#include "generator/lint/launches.hpp"

namespace scalegen {
namespace {

using verdict::Judgement;

// The table that advises a rung, or the first of several that agree.
Result<std::optional<std::size_t>> table_of_advice(const report::Report& report) {
  std::optional<std::size_t> first;
  const ScalingPoint* of_first = nullptr;
  for (std::size_t t = 0; t < report.tables.size(); ++t) {
    const auto& table = report.tables[t];
    const auto advised = answer_of(report.verdicts[t]);
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
std::string why_this_size(const report::ReportHead& head, const ScalingTable& table,
                          const verdict::Verdict& verdict) {
  const auto& rule = head.advise;
  const auto advised = *answer_of(verdict);
  auto text = report::figures_of(verdict.rungs[advised], rule);
  if (text.empty()) text = "the baseline";  // nothing judges it by a doubling
  if (!verdict.advised) text += ", " + report::lack_of_proof(head, table, advised);
  for (auto k = advised + 1; k < verdict.rungs.size(); ++k) {
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

std::string measure_first(const JobScript& script, const std::string& cluster) {
  return fmt::format("measure it first: scalegen sweep {}{}", script.file,
                     cluster.empty() ? "" : " --cluster " + cluster);
}

// Finds another program than was measured: an error, or a warning if one of the two is not known or if only
// some of several are the same.
void compare_programs(const JobScript& script, const report::Report& report, const ScalingPoint& point,
                      Diagnostics& doubts) {
  auto here = lint::programs_in(script.bash);
  auto measured = lint::programs_in(read_bash(point.command));
  const bool is_known = !here.contains(lint::kUnknownProgram) && !measured.contains(lint::kUnknownProgram);
  const auto where = here.begin()->second;
  const auto text =
      fmt::format("'{}' runs {}, and {} measured {}", script.file, fmt::join(std::views::keys(here), " and "),
                  report.head.source, fmt::join(std::views::keys(measured), " and "));
  here.emplace(std::filesystem::path(script.file).filename(), 0);  // which a sweep may start as it is
  here.erase(lint::kUnknownProgram);
  measured.erase(lint::kUnknownProgram);
  const auto shared =
      std::ranges::count_if(here, [&](const auto& program) { return measured.contains(program.first); });
  if (shared > 0 && shared == std::ssize(measured)) return;
  const bool are_others = is_known && shared == 0;
  doubts.push_back({are_others ? Severity::error : Severity::warning,
                    cite(script, where),
                    text + (are_others ? "" : ": whether these are one program is not known"),
                    {},
                    are_others ? measure_first(script, report.head.cluster) : ""});
}

// The model in a name: a100 of nvidia_a100_80gb and of "NVIDIA A100-SXM4-40GB", 2080 and ti of rtx2080ti.
std::pair<std::string, std::string> gpu_model(std::string_view name) {
  static const Regex kForm("(?:[rg]tx)?[ _-]*([a-z]+[0-9]+|[0-9]{3,})([a-z]*)");
  std::pair<std::string, std::string> model;
  partial_match(lower_case(name), kForm, &model.first, &model.second);
  return model;
}

// Of a model that one name says in full and the other may have shortened nobody knows.
bool are_other_models(const std::pair<std::string, std::string>& a,
                      const std::pair<std::string, std::string>& b) {
  if (a.first.empty() || b.first.empty()) return false;
  return a.first != b.first || (a.second != b.second && !a.second.empty() && !b.second.empty());
}

std::string measured_gpu(const ScalingPoint& point) {
  if (!point.asked->gpu_type.empty() || point.runs.empty()) return point.asked->gpu_type;
  const auto* const name = find(point.runs.front().conditions, "device_name");
  return name == nullptr ? "" : to_text(*name);
}

// Finds GPUs of another model: an error. Warns of what may be other nodes.
void compare_nodes(const JobScript& script, const std::string& cluster, const ScalingPoint& point,
                   Diagnostics& doubts) {
  const auto type = read_job_request(script).gpu_type;
  for (const auto& d : script.directives) {
    const bool is_type = d.name.starts_with("--g") && !type.empty() && d.value.find(type) != d.value.npos;
    if (&d != find_directive(script, d.name) ||
        !(is_type || d.name == "--partition" || d.name == "--constraint"))
      continue;
    const auto here = is_type ? type : d.value;
    const auto there = is_type                   ? measured_gpu(point)
                       : d.name == "--partition" ? point.asked->partition
                                                 : point.asked->constraint;
    const auto [model, other] = std::pair(gpu_model(is_type ? here : ""), gpu_model(there));
    const bool is_of_model = model == other && !model.first.empty() && point.asked->gpu_type.empty();
    if (lower_case(here) == lower_case(there) || is_of_model) continue;
    const bool are_others = are_other_models(model, other);
    doubts.push_back(
        {are_others ? Severity::error : Severity::warning,
         cite(script, d.begin),
         fmt::format("{} is {} in '{}', and {} where {} was measured", is_type ? "the type of GPUs" : d.name,
                     here, script.file, there.empty() ? "not named" : there, point.rung),
         {},
         are_others ? measure_first(script, cluster) : ""});
  }
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
  const auto& point = table.points[*answer_of(verdict)];
  if (!point.asked)
    return failure(fmt::format("{} does not say what {} asked for", report.head.source, point.rung),
                   "name the run directory of a sweep");
  const auto now = read_job_request(script);
  if (point.asked->gpus_per_node == 0 && (now.gpus || now.gpus_per_node || now.gpus_per_task))
    return failure(
        fmt::format("{} is advised, which is without GPUs, and '{}' asks for some", point.rung, script.file));
  Diagnostics doubts;
  compare_programs(script, report, point, doubts);
  compare_nodes(script, report.head.cluster, point, doubts);
  if (std::ranges::find(doubts, Severity::error, &Diagnostic::severity) != doubts.end())
    return tl::make_unexpected(std::move(doubts));
  auto wanted = size_for(script, point);
  wanted.rung = point_name(table, point.rung);
  wanted.why_size = why_this_size(report.head, table, verdict);
  set_memory(point, wanted);
  if (work) TRY(set_time(point, report.head.metric, *work, wanted));
  auto edited = edited_directives(script, wanted);
  edited.warnings.insert(edited.warnings.begin(), doubts.begin(), doubts.end());
  return edited;
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
