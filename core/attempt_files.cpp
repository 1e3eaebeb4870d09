#include "core/attempt_files.hpp"

#include <algorithm>
#include <charconv>

#include "core/clock.hpp"
#include "core/files.hpp"
#include "core/json.hpp"
#include "core/try.hpp"

namespace scalegen {

namespace {

using Seconds = std::chrono::duration<double>;

// A clock of nanoseconds ends in 2262: a time beyond it counts as a missing one.
std::chrono::system_clock::time_point time_field(const Json& json, const char* name) {
  constexpr double kEnd = 8e9;
  const double seconds = number_field(json, name).value_or(0);
  const Seconds since_epoch(seconds >= 0 && seconds < kEnd ? seconds : 0);
  return std::chrono::system_clock::time_point(
      std::chrono::duration_cast<std::chrono::system_clock::duration>(since_epoch));
}

std::optional<std::chrono::milliseconds> duration_field(const Json& json, const char* name) {
  const auto seconds = number_field(json, name);
  if (!seconds || !(*seconds >= 0 && *seconds < 1e9)) return std::nullopt;
  return std::chrono::duration_cast<std::chrono::milliseconds>(Seconds(*seconds));
}

Started started_of(const Json& json) {
  return {.process = {.pid = static_cast<pid_t>(integer_field(json, "pid").value_or(0)),
                      .start_time = static_cast<std::uint64_t>(integer_field(json, "start_time").value_or(0)),
                      .boot_id = text_field(json, "boot_id").value_or(""),
                      .host = text_field(json, "host").value_or("")},
          .job = text_field(json, "job").value_or(""),
          .time = time_field(json, "time")};
}

std::optional<Exited> exited_of(const Json& json) {
  const auto status = integer_field(json, "status");
  if (!status || *status < 0 || *status > 255) return std::nullopt;  // no process has another status
  const auto rank = integer_field(json, "failed_rank");
  return Exited{.status = static_cast<int>(*status),
                .cause = text_field(json, "cause").value_or(""),
                .time = time_field(json, "time"),
                .launched = !json.contains("launched") || !json["launched"].is_null(),
                .held_by = text_field(json, "held_by").value_or(""),
                .lasted = duration_field(json, "lasted"),
                .suspended = duration_field(json, "suspended").value_or(std::chrono::milliseconds(0)),
                .failed_rank = rank && *rank >= 0 ? std::optional(static_cast<int>(*rank)) : std::nullopt,
                .failed_node = text_field(json, "failed_node").value_or("")};
}

}  // namespace

Result<std::optional<Started>> read_started(const AttemptFolder& attempt) {
  TRY_ASSIGN(const auto text, read_file_if_there(attempt.started()));
  if (!text) return std::nullopt;
  return started_of(parse_json(*text).value_or(Json::object()));
}

Started with_job(Started started, const AttemptFolder& attempt) {
  auto json = parse_json(read_file(attempt.environment()).value_or("")).value_or(Json());
  const auto slurm = json.is_object() ? json["slurm"] : Json();
  started.job_name = text_field(slurm, "SLURM_JOB_NAME").value_or("");
  started.cluster = text_field(slurm, "SLURM_CLUSTER_NAME").value_or("");
  return started;
}

Result<std::optional<Exited>> read_exited(const AttemptFolder& attempt) {
  TRY_ASSIGN(const auto text, read_file_if_there(attempt.exited()));
  if (!text) return std::nullopt;
  return exited_of(parse_json(*text).value_or(Json::object()));
}

Result<ProgramTimes> read_program_times(const AttemptFolder& attempt) {
  return read_file(attempt.exited()).map([](const std::string& text) {
    const auto json = parse_json(text).value_or(Json::object());
    return ProgramTimes{number_field(json, "launched"), number_field(json, "finished"),
                        number_field(json, "ran"), number_field(json, "apart")};
  });
}

Result<std::optional<AttemptRecord>> read_outcome_file(const RunDirectory& directory,
                                                       const std::string& run) {
  TRY_ASSIGN(const auto text, read_file_if_there(directory.outcome_file(run)));
  const auto json = parse_json(text.value_or("")).value_or(Json::object());
  AttemptRecord record{.attempt = text_field(json, "attempt").value_or(""),
                       .outcome = outcome_from_json(json)};
  if (record.attempt.empty() || !record.outcome) return std::nullopt;
  record.begun = time_field(json, "started");
  record.elapsed = duration_field(json, "seconds");
  return record;
}

Result<void> write_outcome_file(const RunDirectory& directory, const RunRecord& record) {
  TRY_ASSIGN(const auto started, read_started(directory.attempt(record.run.id, record.attempt)));
  Json json{{"attempt", record.attempt}};
  if (started) json["started"] = unix_seconds(started->time);
  json.update(to_json(*record.outcome));
  if (record.elapsed) json["seconds"] = Seconds(*record.elapsed).count();
  return replace_file(directory.outcome_file(record.run.id), json_line(json) + "\n");
}

Result<std::vector<std::string>> attempt_names(const RunDirectory& directory, const std::string& run) {
  TRY_ASSIGN(auto names, names_in(directory.run_folder(run)));
  const auto outcome_file = directory.outcome_file(run).filename().string();
  std::erase_if(names, [&](const std::string& name) { return name[0] == '.' || name == outcome_file; });
  std::ranges::sort(names);
  return names;
}

int attempt_number(const std::string& attempt) {
  int number = 0;
  const auto* end = attempt.data() + attempt.size();
  const auto [stop, error] = std::from_chars(attempt.data(), end, number);
  return error == std::errc{} && stop == end && number > 0 ? number : 0;
}

std::string next_attempt(const std::vector<std::string>& names) {
  int highest = 0;
  for (const auto& name : names) highest = std::max(highest, attempt_number(name));
  return std::to_string(std::int64_t{highest} + 1);
}

}  // namespace scalegen
