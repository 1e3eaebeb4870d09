#include "analysis/measurement/measurement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "analysis/measurement/conditions.hpp"
#include "analysis/measurement/model_flops.hpp"
#include "analysis/readers/folder_record.hpp"
#include "analysis/readers/queue_wait.hpp"
#include "analysis/statistics/two_way_model.hpp"
#include "core/attempt_files.hpp"
#include "core/files.hpp"
#include "core/parallel_chunks.hpp"
#include "core/text.hpp"
#include "core/try.hpp"

namespace scalegen {
namespace {

/// The relative standard error of the mean step of a window, by how much its steps scatter. It is taken from
/// means of five steps, because neighbours resemble each other; returns nullopt below four such means.
std::optional<double> window_error(const TrainerLog& log, const MeasuredWindow& window) {
  constexpr std::size_t kBatch = 5;
  constexpr std::size_t kFewestBatches = 4;
  std::vector<double> means;
  for (auto begin = static_cast<std::size_t>(window.warm_up_steps); begin + kBatch <= log.steps.size();
       begin += kBatch) {
    double sum = 0;
    for (std::size_t i = 0; i < kBatch; ++i) sum += log.steps[begin + i].seconds.value_or(0);
    means.push_back(sum / kBatch);
  }
  const double mean = means.empty() ? 0 : stats::mean(means);
  if (means.size() < kFewestBatches || mean <= 0) return std::nullopt;
  return std::sqrt(stats::sample_variance(means) / static_cast<double>(means.size())) / mean;
}

std::string state_of(const RunRecord& record) {
  if (record.attempt.empty() && !record.outcome) return "not started";
  if (!record.outcome) return "running";
  return is_completed(*record.outcome) ? "" : describe(*record.outcome);
}

// A clock that was set back leaves none.
std::optional<double> held_seconds(const RunRecord& record) {
  if (!record.elapsed || record.elapsed->count() <= 0) return std::nullopt;
  return std::chrono::duration<double>(*record.elapsed).count();
}

std::string reason_in(const Diagnostics& diagnostics) {
  const auto& first = diagnostics.front();
  return first.cited ? fmt::format("line {} of metrics.jsonl: {}", first.cited->line, first.message)
                     : first.message;
}

// A user's own program need not write one.
Result<TrainerLog> read_log(const AttemptFolder& attempt, const PlanHead& head) {
  TRY_ASSIGN(auto log, read_event_log(attempt.metrics()));
  if (log) return std::move(*log);
  if (head.own_program) return TrainerLog{};
  return file_failure("read", attempt.metrics(), ENOENT);
}

MetricSource source_of(const PlanHead& head, const TrainerLog& log) {
  if (!head.own_program || !log.steps.empty()) return MetricSource::event_lines;
  return head.metrics.empty() ? MetricSource::wall_time : MetricSource::printed;
}

LostSteps lost_steps(const TrainerLog& log) {
  const auto& [is_any, between, at_the_end] = log.without_loss;
  return {.steps = std::ssize(log.steps),
          .no_loss = at_the_end > between ? at_the_end : 0,
          .skipped = log.end ? log.end->skipped_steps.value_or(0) : 0};
}

void apply_log(Measurement& m, const Run& run, const TrainerLog& log) {
  m.start = log.start;
  m.conditions = measured_conditions(run, log, m.placement);
  m.lost_steps = lost_steps(log);
  if (log.end) m.loop_seconds = log.end->seconds;
}

// Each of these returns the value, or an error that says why there is none.
Result<double> value_from_steps(Measurement& m, const AttemptFolder& attempt, const PlanHead& head,
                                const TrainerLog& log) {
  TRY_ASSIGN(const auto window, measured_window(log));
  const auto command = command_span(attempt);
  if (const auto why = command ? why_longer_than(seconds(*command), log) : ""; !why.empty())
    return failure(why);
  m.contradiction = why_contradicted(log, head.own_program);
  if (command && m.contradiction.empty()) m.contradiction = why_of_another_run(*command, window);
  m.window = window;
  m.window_error = window_error(log, window);
  m.step_phases = step_phases(log, window);
  return samples_per_second(window);
}

Result<double> value_from_output(Measurement& m, const AttemptFolder& attempt, const MetricPattern& pattern) {
  TRY_ASSIGN(const auto matches, find_printed_matches(attempt, pattern));
  TRY_ASSIGN(const auto figure, printed_figure(matches, pattern));
  m.printed = figure;
  return figure.value;
}

Result<double> value_from_wall_time(Measurement& m, const Run& run, const PlanHead& head,
                                    const AttemptListing& files) {
  if (!m.went_on.empty())
    return failure(fmt::format("'{}' went on when its command had returned: start it in the foreground",
                               m.went_on.front()));
  TRY_ASSIGN(m.wall_time, wall_time(run, head, files));
  m.command = m.wall_time->span;
  return seconds(*m.command);
}

// What a program times and prints itself is by the clock of its node, too.
Result<double> value_of(Measurement& m, const Run& run, const PlanHead& head, const AttemptListing& files,
                        const TrainerLog& log) {
  const AttemptFolder attempt{files.folder};
  const auto times = read_program_times(attempt);
  if (auto why = times ? why_no_clock_is_believed(*times) : ""; !why.empty()) return failure(std::move(why));
  if (m.source == MetricSource::printed) return value_from_output(m, attempt, head.metrics.front());
  if (m.source == MetricSource::wall_time) return value_from_wall_time(m, run, head, files);
  return value_from_steps(m, attempt, head, log);
}

// When the value was measured: a printed one at some time of the command.
std::optional<TimeSpan> measured_span(const Measurement& m, const AttemptFolder& attempt) {
  if (m.source == MetricSource::event_lines) return m.window ? std::optional(m.window->span) : std::nullopt;
  if (m.command) return m.command;
  const auto command = command_span(attempt);
  return command ? std::optional(*command) : std::nullopt;
}

void read_monitors(Measurement& m, const AttemptFolder& attempt, const AttemptListing& files) {
  const auto span = measured_span(m, attempt);
  if (!span) return;
  auto monitored = read_gpu_usage(files, *span);
  m.gpus = std::move(monitored.gpus);
  m.unread_monitors = std::move(monitored.unread);
}

void read_node(Measurement& m, const Run& run, const PlanHead& head, const AttemptListing& files) {
  const auto node = read_node_log(files);
  if (std::ranges::none_of(m.placement.tasks, &TaskPlacement::has_threads))  // of which Slurm counts each
    m.other_bill = other_bill(run, read_file(AttemptFolder{files.folder}.environment()).value_or(""), node);
  m.load = machine_load(run, head.start, m.placement, node);
  if (node) m.peak_memory_mib = node->peak_memory_mib;
  m.meeting = meeting_of(run, head.start, node, read_meeting_looks(files), last_look_of(head.launch.made_by));
}

void read_claim(Measurement& m, const AttemptFolder& attempt) {
  const auto started = read_started(attempt);
  if (!started || !*started) return;
  m.job = (*started)->job;
  m.begun = std::chrono::duration<double>((*started)->time.time_since_epoch()).count();
}

bool were_all_interrupted(const std::vector<std::string>& attempts, const RunRecord& record,
                          const RunDirectory& directory) {
  return std::ranges::all_of(attempts, [&](const std::string& name) {
    if (attempt_number(name) >= attempt_number(record.attempt)) return true;
    const auto exited = read_exited(directory.attempt(record.run.id, name)).value_or(std::nullopt);
    return exited && was_interrupted(*exited);
  });
}

void read_use_of_folder(FolderRecord& folder, const AttemptFolder& attempt) {
  folder.resuming = read_checkpoint_lines(attempt);
  const auto command = command_span(attempt);
  if (command) folder.seconds = seconds(*command);
}

std::string last_line_printed(const Run& run, const AttemptFolder& attempt) {
  constexpr std::size_t kEnd = 4096;
  auto out = read_end(attempt.out(), kEnd).value_or("");
  const auto marker = out.rfind(fmt::format("scalegen: end of {}\n", run.id));
  if (marker != std::string::npos) out.resize(marker);
  const auto printed = last_line(without_escape_sequences(out));
  return printed.empty() ? last_line(without_escape_sequences(read_end(attempt.err(), kEnd).value_or("")))
                         : printed;
}

void add_flops(Measurement& m, const Rung& rung) {
  if (!m.start || !m.window) return;
  for (auto& figure : flops_figures(*m.start, rung, m.conditions, samples_per_second(*m.window)))
    m.further.push_back(std::move(figure));
}

Measurement measure_attempt(const RunRecord& record, const PlanHead& head, const RunDirectory& directory) {
  Measurement m{.run = record.run.id,
                .round = record.run.round,
                .attempt = record.attempt,
                .unmeasured = state_of(record),
                .has_completed = has_completed(record),
                .held_seconds = held_seconds(record)};
  const auto attempt = directory.attempt(record.run.id, record.attempt);
  if (!record.outcome || record.attempt.empty()) return m;
  read_claim(m, attempt);
  if (const auto all = attempt_names(directory, record.run.id); all && attempt_number(record.attempt) > 1)
    m.was_interrupted = were_all_interrupted(*all, record, directory);
  const auto files = list_attempt(attempt.root);
  if (submits_jobs(head)) m.queue_seconds = queue_seconds(files);
  m.placement = read_placement(record.run, head.start, files);
  if (contains_file(files, attempt.folder_record())) m.folder = read_folder_record(attempt);
  m.folder.folder = without_control_characters(m.folder.folder);
  if (head.own_program) read_use_of_folder(m.folder, attempt);
  m.went_on = what_went_on(files);
  m.is_edited = contains_file(files, attempt.edited_script());
  if (!m.unmeasured.empty()) return m;
  const auto log = read_log(attempt, head);
  if (!log) {
    m.unmeasured = reason_in(log.error());
    return m;
  }
  apply_log(m, record.run, *log);
  m.further = further_figures(attempt, head, *log);
  m.source = source_of(head, *log);
  const auto value = value_of(m, record.run, head, files, *log);
  add_flops(m, record.run.rung);
  m.unmeasured = value ? rung_mismatch(record.run, *log) : reason_in(value.error());
  if (m.unmeasured.empty()) m.value = *value;
  read_monitors(m, attempt, files);
  read_node(m, record.run, head, files);
  if (head.own_program) m.last_line = last_line_printed(record.run, attempt);
  return m;
}

// The attempts whose claim has got this name.
std::vector<Measurement> measure_kept(const Run& run, const char* claim, const PlanHead& head,
                                      const RunDirectory& directory) {
  std::vector<Measurement> kept;
  for (const auto& name : attempt_names(directory, run.id).value_or(std::vector<std::string>()))
    if (is_there(directory.attempt(run.id, name).root / claim).value_or(false))
      kept.push_back(measure_attempt({.run = run, .attempt = name, .outcome = Completed{}}, head, directory));
  return kept;
}

// By hand: what the tool itself starts again had not completed.
std::vector<std::string> also_completed(const RunRecord& record, const RunDirectory& directory) {
  auto others = attempt_names(directory, record.run.id).value_or(std::vector<std::string>());
  std::erase_if(others, [&](const std::string& name) {
    if (name == record.attempt || attempt_number(name) > 0) return true;
    const auto exited = read_exited(directory.attempt(record.run.id, name)).value_or(std::nullopt);
    return !exited || exited->status != 0;
  });
  return others;
}

}  // namespace

Measurement measure(const RunRecord& record, const PlanHead& head, const RunDirectory& directory) {
  auto m = measure_attempt(record, head, directory);
  if (m.has_completed) m.also_completed = also_completed(record, directory);
  m.put_aside = measure_kept(record.run, kSlowFirst, head, directory);
  m.replaced = measure_kept(record.run, kReplaced, head, directory);
  return m;
}

std::vector<Measurement> measure_all(const std::vector<RunRecord>& records, const PlanHead& head,
                                     const RunDirectory& directory) {
  std::vector<Measurement> all;
  for (auto& part : parallel_chunks(records.size(), [&](std::size_t begin, std::size_t end) {
         std::vector<Measurement> some;
         for (auto i = begin; i < end; ++i) some.push_back(measure(records[i], head, directory));
         return some;
       }))
    std::move(part.begin(), part.end(), std::back_inserter(all));
  return all;
}

double mean_of(const Measurement& run) {
  return run.printed ? run.printed->mean.value_or(*run.value) : *run.value;
}

std::vector<double> values_of(const std::vector<Measurement>& runs) {
  std::vector<double> values;
  for (const auto& run : runs)
    if (run.value) values.push_back(*run.value);
  return values;
}

}  // namespace scalegen
