#include "analysis/report/facts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <set>

#include "analysis/document/texts.hpp"
#include "analysis/report/notes.hpp"
#include "core/text.hpp"

namespace scalegen::report {
namespace {

// A note of the report as a sentence behind others.
void add_sentence(std::string& text, std::string note) {
  if (note.empty()) return;
  text += (text.empty() ? "" : " ") + with_capital(std::move(note)) + ".";
}

std::string counted_times(const std::set<std::size_t>& counts) {
  return *counts.rbegin() == 1 ? "once" : range_text(counts) + " times";
}

std::string added_later_text(const Report& report) {
  std::string text;
  for (const auto& note : added_round_notes(report)) add_sentence(text, note);
  for (const auto& note : later_rung_notes(report)) add_sentence(text, note);
  return text;
}

std::string collected_text(const Report& report) {
  const auto source = report.head.metric.source;
  if (source == MetricSource::event_lines) return "the time of each step, which the program writes";
  if (source == MetricSource::printed) return "the figures that the program prints";
  return source == MetricSource::wall_time ? "the time from the launch of the command to its end" : "";
}

/// The program or the ranks that recorded where a run was.
struct Recorder {
  std::string name{};
  std::string not_seen{};  // of the ranks that it starts
};

Recorder recorder_of(const Report& report) {
  if (report.head.start == Start::each_rank) return {"each rank", ""};
  return {report.head.start == Start::each_node ? "each torchrun" : "the command",
          ", not those of the ranks that it started"};
}

bool has_seen_gpus(const Report& report) {
  return any_measured_run(report.tables, [](const Measurement& run) {
    return !run.placement.gpus.empty() || std::ranges::any_of(run.placement.tasks, [](const auto& task) {
      return !task.visible_gpus.empty();
    });
  });
}

std::string rounds_fact(const Report& report) {
  std::set<std::size_t> counts;
  for_each_point(report.tables, [&](const auto&, const auto& point) {
    if (point.typical) counts.insert(values_of(point.runs).size());
  });
  if (counts.empty()) return "";
  const auto times = counted_times(counts);
  if (report.head.imported) return fmt::format("Each size (rung) was measured {}.", times);
  auto text =
      *counts.rbegin() == 1
          ? fmt::format("Each size (rung) was measured once, in shuffled order (seed {}).", report.head.seed)
          : fmt::format(
                "Each size (rung) was measured {}: a round runs all of them in shuffled order "
                "(seed {}), so that a drift of the machine does not look like scaling.",
                times, report.head.seed);
  if (report.head.shares_nodes) text += " All of them ran one after another on the same nodes.";
  const auto later = added_later_text(report);
  return later.empty() ? text : text + " " + later;
}

std::string window_fact(const Report& report) {
  const auto [steps, rule] = warm_up_text(report);
  return steps.empty() ? "" : fmt::format("As warm-up, {} are left out of a run ({}).", steps, rule);
}

std::string included_fact(const Report& report) {
  const auto& metric = report.head.metric;
  switch (metric.source) {
    case MetricSource::event_lines:
      return "Times are of training steps, with waiting for data; start-up and evaluation are not in them.";
    case MetricSource::printed:
      return printed_values_sentence(report);
    case MetricSource::wall_time:
      return "Times are of the whole command: start-up, data loading and output are in them.";
    case MetricSource::table:
      return "The table does not say what its figures include.";
  }
  return "";
}

std::string baseline_fact(const Report& report) {
  const auto& [rung, reason] = report.head.baseline;
  const bool is_of_size = reason.starts_with("the smallest");
  return fmt::format("Speedups are relative to {}{}, each from {}.", rung, is_of_size ? ", " + reason : "",
                     report.head.rounds_are == stats::Rounds::paired ? "runs of the same round"
                                                                     : "all runs of the two rungs");
}

std::string intervals_fact(const Report& report) {
  const auto coverages = coverages_of(report);
  if (!coverages.empty())
    return fmt::format("Brackets hold the ends of intervals: {}.", fmt::join(coverages, "; "));
  return report.head.rounds > 1 ? "No intervals are given: the rounds do not tell how much runs scatter."
                                : "No intervals are given: that takes two rounds or more.";
}

std::string mechanism_fact(const Report& report) {
  if (report.head.imported) return "";
  const bool is_monitored =
      any_measured_run(report.tables, [](const Measurement& run) { return !run.gpus.empty(); });
  return fmt::format("scalegen launched the program once for each run and collected {}.{}",
                     collected_text(report),
                     is_monitored ? " A monitor sampled the GPUs during the measured time." : "");
}

std::string placement_fact(const Report& report) {
  const auto as_asked = as_asked_text(report);
  if (report.head.imported || as_asked.empty()) return "";
  const auto recorder = recorder_of(report);
  return with_capital(fmt::format("{} recorded its node{} and its cores{}{}: they were {}{}.", recorder.name,
                                  has_seen_gpus(report) ? "," : "", has_seen_gpus(report) ? " and GPUs" : "",
                                  recorder.not_seen, as_asked, transports_text(report)));
}

using SentencesOf = std::function<std::string(const Report&, const RunFiles&)>;

struct MethodFact {
  std::string name{};
  SentencesOf sentences{};
  std::string if_unknown{};  // what the author has to add
};

SentencesOf of_report(std::string (*sentences)(const Report&)) {
  return [sentences](const Report& report, const RunFiles&) { return sentences(report); };
}

const std::vector<MethodFact>& method_facts() {
  static const std::vector<MethodFact> all{
      {"program", of_report(program_fact)},
      {"software", of_report(software_fact), "the versions of the software (nothing recorded them)"},
      {"machine", machine_fact, "the machine and its nodes (the table does not say where it is from)"},
      {"precision", of_report(precision_fact), "the arithmetic precision (no run reports it)"},
      {"problem", of_report(problem_fact), "the data and the batch (no run reports them)"},
      {"rounds", of_report(rounds_fact)},
      {"window", of_report(window_fact)},
      {"included", of_report(included_fact)},
      {"baseline", of_report(baseline_fact)},
      {"intervals", of_report(intervals_fact)},
      {"memory", of_report(memory_fact), "the memory that a node or a GPU has in use (nothing recorded it)"},
      {"mechanism", of_report(mechanism_fact)},
      {"placement", of_report(placement_fact)}};
  return all;
}

const MethodFact* find_fact(const std::string& name) {
  const auto found = std::ranges::find(method_facts(), name, &MethodFact::name);
  return found == method_facts().end() ? nullptr : &*found;
}

}  // namespace

std::string fact_of(const std::string& name, const Report& report, const RunFiles& files) {
  const auto* const fact = find_fact(name);
  return fact == nullptr ? "" : fact->sentences(report, files);
}

std::string to_add(const std::string& name, const Report& report, const RunFiles& files) {
  if (name == "program" && report.head.imported) return "the program (the table does not name it)";
  if (name == "included" && report.head.metric.source == MetricSource::printed)
    return "whether the printed figures include start-up, evaluation and output (only the program tells)";
  const auto* const fact = find_fact(name);
  if (fact == nullptr || !fact->sentences(report, files).empty()) return "";
  return fact->if_unknown;
}

}  // namespace scalegen::report
