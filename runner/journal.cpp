#include "runner/journal.hpp"

#include <fmt/format.h>

#include <random>
#include <utility>

#include "core/files.hpp"
#include "core/json.hpp"
#include "core/try.hpp"

namespace scalegen {

namespace {

namespace fs = std::filesystem;

constexpr int kFormat = 2;  // 1 had other words: put_off, unclaimed
constexpr const char* kInterrupted = "interrupted";

Json json_of(const JobEntry& entry) {
  Json json{{"event", word_of(entry.event)}, {"job", entry.job}, {"attempt", entry.attempt}};
  if (!entry.name.empty()) json["name"] = entry.name;
  if (entry.task) json["task"] = *entry.task;
  if (!is_empty(entry.id)) json["id"] = to_string(entry.id);
  return json;
}

Json json_of(const RunEnded& entry) {
  Json json{{"event", word_of(JobEvent::ended)}, {"run", entry.run}, {"attempt", entry.attempt}};
  json.update(to_json(entry.outcome));
  return json;
}

Json json_of(const Interrupted&) { return {{"event", kInterrupted}}; }

std::optional<JournalEntry> run_ended_of(const Json& line) {
  auto run = text_field(line, "run");
  auto attempt = text_field(line, "attempt");
  auto outcome = outcome_from_json(line);
  if (!run || !attempt || !outcome) return std::nullopt;
  return RunEnded{*std::move(run), *std::move(attempt), *std::move(outcome)};
}

std::optional<JournalEntry> job_entry_of(JobEvent event, const Json& line) {
  auto job = text_field(line, "job");
  auto attempt = text_field(line, "attempt");
  if (!job || !attempt) return std::nullopt;
  const auto task = integer_field(line, "task");
  return JobEntry{.event = event,
                  .job = *std::move(job),
                  .attempt = *std::move(attempt),
                  .name = text_field(line, "name").value_or(""),
                  .task = task && *task >= 0 ? std::optional(static_cast<std::size_t>(*task)) : std::nullopt,
                  .id = job_id_of(text_field(line, "id").value_or(""))};
}

std::string new_sweep_id() {
  std::random_device random;
  return fmt::format("{:08x}", random());
}

Result<JournalContent> begin(const fs::path& path, const std::string& cluster, double time) {
  auto sweep_id = new_sweep_id();
  Json head{{"scalegen_journal", kFormat}, {"campaign", sweep_id}, {"time", time}};
  if (!cluster.empty()) head["cluster"] = cluster;
  TRY(replace_file_durably(path, json_line(head) + "\n"));
  return JournalContent{std::move(sweep_id), cluster, ""};
}

// An event whose line is not whole has not happened: nothing follows an event before it is on the disk.
Result<void> remove_torn_line(const fs::path& path, std::string& text) {
  const auto whole = text.rfind('\n') + 1;
  if (whole == text.size()) return {};
  std::error_code error;
  fs::resize_file(path, whole, error);
  if (error) return file_failure("write", path, error.value());
  text.resize(whole);
  return {};
}

Result<JournalContent> content_of(const fs::path& path, std::string text) {
  const auto head = parse_json(std::string_view(text).substr(0, text.find('\n'))).value_or(Json());
  const auto format = integer_field(head, "scalegen_journal");
  const auto sweep_id = text_field(head, "campaign");
  if (format && *format != kFormat)
    return failure(fmt::format("'{}' is a journal of format {}, and this scalegen reads format {}",
                               path.string(), *format, kFormat),
                   "use the scalegen that made it, or begin a new run directory with -o NEW_FOLDER");
  if (!format || !sweep_id)
    return failure(
        fmt::format("'{}' is not a journal of scalegen: its first line names no sweep id", path.string()),
        "put back the original file, or begin a new run directory with -o NEW_FOLDER");
  return JournalContent{*sweep_id, text_field(head, "cluster").value_or(""), std::move(text)};
}

// The scheduler may have got a submission that it did not answer to.
void apply(const JobEntry& entry, OpenSubmissions& open) {
  const auto phase = phase_after(entry.event);
  if (phase == JobPhase::pending) {
    open.erase(entry.job);
    return;
  }
  auto& submission = open[entry.job];
  if (submission.attempt == entry.attempt && entry.event == JobEvent::submitted)
    submission.id = entry.id;
  else if (submission.attempt != entry.attempt || entry.event != JobEvent::unanswered)
    submission = {.attempt = entry.attempt,
                  .id = entry.id,
                  .array = entry.task ? entry.name : "",
                  .task = entry.task.value_or(0)};
  submission.phase = phase;
}

}  // namespace

Json to_json(const JournalEntry& entry) {
  return std::visit([](const auto& one) { return json_of(one); }, entry);
}

std::optional<JournalEntry> journal_entry_of(const Json& line) {
  const auto word = text_field(line, "event").value_or("");
  if (word == kInterrupted) return Interrupted{};
  const auto event = event_of(word);
  if (!event) return std::nullopt;
  return *event == JobEvent::ended ? run_ended_of(line) : job_entry_of(*event, line);
}

Result<std::optional<JournalContent>> read_journal(const fs::path& path) {
  TRY_ASSIGN(auto text, read_file_if_there(path));
  if (!text) return std::nullopt;
  return content_of(path, *std::move(text));
}

OpenSubmissions replay(std::string_view journal) {
  OpenSubmissions open;
  while (!journal.empty()) {
    const auto end = journal.find('\n');
    const auto line = parse_json(journal.substr(0, end));
    const auto entry = line ? journal_entry_of(*line) : std::nullopt;
    if (const auto* const of_job = entry ? std::get_if<JobEntry>(&*entry) : nullptr) apply(*of_job, open);
    journal.remove_prefix(end == std::string_view::npos ? journal.size() : end + 1);
  }
  return open;
}

Result<Journal> Journal::open(const fs::path& path, Clock& clock, const std::string& cluster) {
  TRY_ASSIGN(auto content, read_journal(path));
  if (content) {
    TRY(remove_torn_line(path, content->text));
    return Journal(path, *std::move(content), clock);
  }
  TRY_ASSIGN(auto begun, begin(path, cluster, unix_seconds(clock.now())));
  return Journal(path, std::move(begun), clock);
}

Result<void> Journal::write_all(const std::vector<JournalEntry>& entries) {
  std::string lines;
  for (const auto& entry : entries) {
    auto json = to_json(entry);
    json["time"] = unix_seconds(clock_->now());
    lines += json_line(json) + "\n";
  }
  return append_durably(path_, lines);
}

}  // namespace scalegen
