#include "analysis/report/sections.hpp"

#include <fmt/format.h>

#include <cmath>
#include <functional>

#include "analysis/cost/queue_waits.hpp"
#include "analysis/document/column.hpp"
#include "core/json.hpp"
#include "core/text.hpp"
#include "core/units.hpp"

namespace scalegen::report {
namespace {

// Jobs that share nodes waited once for all rungs.
std::vector<RungWaits> known_waits(const Report& report) {
  return report.head.shares_nodes ? std::vector<RungWaits>{} : queue_waits(report.tables);
}

std::optional<SoonerRung> sooner_rung(const Report& report, const std::vector<RungWaits>& waits) {
  return report.tables.size() == 1 ? scalegen::sooner_rung(report.tables.front(), waits) : std::nullopt;
}

std::string time_text(double seconds) { return duration_text(std::chrono::seconds(std::llround(seconds))); }

using Waits = std::vector<double>;

std::function<document::Cell(const RungWaits&)> seconds_cell(double (*of)(const Waits&)) {
  return [of](const RungWaits& row) {
    return document::Cell{.text = time_text(of(row.seconds)), .figure = stats::Estimate{of(row.seconds)}};
  };
}

document::Table table_of(const std::vector<RungWaits>& waits) {
  const document::Columns<RungWaits> columns{
      {"rung", document::text_of(&RungWaits::rung)},
      {"jobs", [](const auto& row) { return document::Cell{.text = std::to_string(row.seconds.size())}; }},
      {"waited", seconds_cell([](const Waits& all) { return stats::median(all); })},
      {"shortest", seconds_cell([](const Waits& all) { return all.front(); })},
      {"longest", seconds_cell([](const Waits& all) { return all.back(); })}};
  auto table = document::table_of(waits, columns);
  table.is_detail = true;
  return table;
}

std::string sentence_of(const SoonerRung& sooner, const std::string& measured) {
  return fmt::format(
      "the jobs of {} waited {} less than those of {}, the fastest: the result of work that takes less than "
      "{} on {} came sooner from there ({}, not predicted)",
      sooner.rung, time_text(sooner.waited_less), sooner.fastest, time_text(sooner.work_seconds), sooner.rung,
      measured);
}

// Held jobs, and those that waited for others, could not have begun.
std::string basis_of(const std::vector<RungWaits>& waits) {
  std::size_t since_submitted = 0;
  for (const auto& one : waits) since_submitted += one.since_submitted;
  return fmt::format(
      "medians, from when Slurm could have begun a job (EligibleTime){}; jobs of a sweep wait for each "
      "other, too",
      since_submitted == 0
          ? ""
          : fmt::format(", of {} from its submission (SubmitTime), with any time that it was held",
                        counted(static_cast<std::int64_t>(since_submitted), "job")));
}

}  // namespace

document::Section queue_section(const Report& report) {
  const auto waits = known_waits(report);
  if (waits.empty()) return {};
  document::Section section{.title = "queue (how long jobs waited)", .table = table_of(waits)};
  const auto measured = measured_when(report);
  if (const auto sooner = sooner_rung(report, waits))
    section.lines.push_back(sentence_of(*sooner, measured.empty() ? "measured" : measured));
  section.details.push_back(basis_of(waits));
  return section;
}

Json queue_json(const Report& report) {
  Json json = Json::object();
  const auto waits = known_waits(report);
  for (const auto& one : waits)
    json["rungs"].push_back({{"rung", one.rung},
                             {"jobs", one.seconds.size()},
                             {"since_submitted", one.since_submitted},
                             {"median_seconds", stats::median(one.seconds)},
                             {"least_seconds", one.seconds.front()},
                             {"most_seconds", one.seconds.back()}});
  if (const auto sooner = sooner_rung(report, waits))
    json["sooner"] = {{"rung", sooner->rung},
                      {"fastest", sooner->fastest},
                      {"waited_less_seconds", sooner->waited_less},
                      {"work_seconds", sooner->work_seconds}};
  return json;
}

}  // namespace scalegen::report
