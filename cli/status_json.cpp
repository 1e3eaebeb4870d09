#include "cli/status_table.hpp"

#include <algorithm>
#include <chrono>

#include "core/json.hpp"

namespace scalegen {

namespace {

constexpr int kFormat = 1;

// A value that is not known has no field.
void put_text(Json& json, const char* name, const std::string& text) {
  if (!text.empty()) json[name] = text;
}

void put_job(Json& json, const ObservedJob& job) {
  put_text(json, "job", to_string(job.id));
  put_text(json, "nodes", job.place.nodes);
  put_text(json, "expected_start", job.place.expected_start);
  if (job.status.state == JobState::waiting) put_text(json, "reason", job.status.reason);
}

double seconds_between(std::chrono::system_clock::time_point begin,
                       std::chrono::system_clock::time_point end) {
  return std::max(0.0, std::chrono::duration<double>(end - begin).count());
}

Json run_json(const RunStatus& run, std::chrono::system_clock::time_point now) {
  const auto& record = run.record;
  Json json{{"run", record.run.id}, {"rung", record.run.rung.name}, {"state", status_word(run)}};
  put_text(json, "about", about(run, now));
  put_text(json, "attempt", run.job ? run.job->attempt : record.attempt);
  if (run.job) put_job(json, *run.job);
  if (run.job && is_running(record)) json["seconds"] = seconds_between(run.job->begun, now);
  if (!run.job && record.elapsed) json["seconds"] = std::chrono::duration<double>(*record.elapsed).count();
  if (!run.job && record.outcome) json["outcome"] = to_json(*record.outcome);
  return json;
}

}  // namespace

std::string status_json(const RunDirectory& directory, const SweepStatus& all) {
  Json json{{"scalegen_status", kFormat},
            {"directory", directory.root.string()},
            {"scheduler_answers", all.scheduler_answers},
            {"counts", Json::object()},
            {"runs", Json::array()}};
  put_text(json, "campaign", all.sweep_id);
  for (const auto& run : all.runs) {
    auto& count = json["counts"][std::string(status_word(run))];
    count = count.is_null() ? 1 : count.get<int>() + 1;
    json["runs"].push_back(run_json(run, all.time));
  }
  return json_page(json);
}

}  // namespace scalegen
