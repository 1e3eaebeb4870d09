#include "core/event_log.hpp"

#include <limits>

#include "core/json.hpp"

namespace scalegen {

namespace {

// What a trainer wrote as a phase and is no number: a reader must not take it for a phase that was not
// measured.
constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

std::vector<std::string> texts_field(const Json& object, const std::string& name) {
  std::vector<std::string> texts;
  const auto found = object.find(name);
  if (found == object.end() || !found->is_array()) return texts;
  for (const auto& item : *found)
    if (item.is_string()) texts.push_back(item.get<std::string>());
  return texts;
}

TrainerStart start_of(const Json& line) {
  return {.time = number_field(line, "time"),
          .world_size = integer_field(line, "world_size"),
          .hosts = texts_field(line, "hosts"),
          .model = text_field(line, "model"),
          .parameters = integer_field(line, "parameters"),
          .gradient_bytes = integer_field(line, "gradient_bytes"),
          .dataset = text_field(line, "dataset"),
          .train_samples = integer_field(line, "train_samples"),
          .global_batch = integer_field(line, "global_batch"),
          .per_rank_batch = integer_field(line, "per_rank_batch"),
          .precision = text_field(line, "precision"),
          .optimizer = text_field(line, "optimizer"),
          .learning_rate = number_field(line, "learning_rate"),
          .seed = integer_field(line, "seed"),
          .device = text_field(line, "device"),
          .device_name = text_field(line, "device_name"),
          .backend = text_field(line, "backend"),
          .sync = text_field(line, "sync"),
          .torch = text_field(line, "torch"),
          .threads = integer_field(line, "threads"),
          .version = text_field(line, "version")};
}

// Few fields, which are mostly these: the order of the object is the cheapest.
std::optional<PhaseSeconds> phases_of(const Json& line) {
  const auto found = line.find("phases");
  if (found == line.end()) return std::nullopt;
  PhaseSeconds phases;
  if (!found->is_object()) phases[Phase::data] = kNoNumber;
  for (const auto& [name, value] : found->items())
    for (const auto phase : kAllPhases)
      if (name == to_text(phase)) phases[phase] = value.is_number() ? value.get<double>() : kNoNumber;
  return phases;
}

TrainerStep step_of(const Json& line) {
  return {.step = integer_field(line, "step"),
          .epoch = integer_field(line, "epoch"),
          .time = number_field(line, "time"),
          .seconds = number_field(line, "seconds"),
          .samples = integer_field(line, "samples"),
          .loss = number_field(line, "loss"),
          .data_wait_seconds = number_field(line, "data_wait_seconds"),
          .phases = phases_of(line)};
}

TrainerEval eval_of(const Json& line) {
  return {.time = number_field(line, "time"),
          .epoch = integer_field(line, "epoch"),
          .accuracy = number_field(line, "accuracy"),
          .loss = number_field(line, "loss"),
          .samples = integer_field(line, "samples"),
          .seconds = number_field(line, "seconds")};
}

TrainerEnd end_of(const Json& line) {
  return {.time = number_field(line, "time"),
          .steps = integer_field(line, "steps"),
          .samples = integer_field(line, "samples"),
          .seconds = number_field(line, "seconds"),
          .peak_memory_mib = number_field(line, "peak_memory_mib")};
}

TrainerError error_of(const Json& line) {
  return {.time = number_field(line, "time"),
          .rank = integer_field(line, "rank"),
          .message = text_field(line, "message").value_or("")};
}

RankSummary rank_of(const Json& rank) {
  return {.rank = integer_field(rank, "rank"),
          .host = text_field(rank, "host").value_or(""),
          .device = text_field(rank, "device").value_or(""),
          .steps = integer_field(rank, "steps"),
          .seconds = number_field(rank, "seconds"),
          .phases = phases_of(rank).value_or(PhaseSeconds{})};
}

std::vector<RankSummary> ranks_of(const Json& line) {
  std::vector<RankSummary> ranks;
  const auto found = line.find("ranks");
  if (found == line.end() || !found->is_array()) return ranks;
  for (const auto& rank : *found) ranks.push_back(rank_of(rank));
  return ranks;
}

CollectiveProbe probe_of(const Json& line) {
  return {.when = text_field(line, "when").value_or(""),
          .operation = text_field(line, "operation").value_or(""),
          .bytes = number_field(line, "bytes"),
          .seconds = number_field(line, "seconds"),
          .algbw_gb_per_s = number_field(line, "algbw_gb_per_s"),
          .busbw_gb_per_s = number_field(line, "busbw_gb_per_s")};
}

void add_event(TrainerLog& log, const Json& line) {
  const auto event = text_field(line, "event");
  if (event == "start") log.start = start_of(line);
  if (event == "step") log.steps.push_back(step_of(line));
  if (event == "eval") log.evals.push_back(eval_of(line));
  if (event == "end") log.end = end_of(line);
  if (event == "error") log.errors.push_back(error_of(line));
  if (event == "ranks") log.ranks = ranks_of(line);
  if (event == "probe") log.probes.push_back(probe_of(line));
}

Diagnostic not_an_event(const std::string& file, int number, std::string_view line) {
  return {.cited = CitedLine{file, number, 1, std::string(line)},
          .message = "this line is not a JSON object",
          .hint = "JSON knows no NaN and no Infinity: leave such a field out"};
}

/// Calls visit(line, number, is_torn) for each line that is not blank; the last is torn if it has no line
/// end.
template <class Visit>
void for_each_line(std::string_view text, const Visit& visit) {
  for (int number = 1; !text.empty(); ++number) {
    const auto end = text.find('\n');
    const bool is_torn = end == std::string_view::npos;
    const auto line = text.substr(0, end);
    text.remove_prefix(is_torn ? text.size() : end + 1);
    if (line.find_first_not_of(" \t\r") != std::string_view::npos) visit(line, number, is_torn);
  }
}

bool add_line(TrainerLog& log, std::string_view line) {
  const auto json = parse_json(line);
  if (!json || !json->is_object()) return false;
  add_event(log, *json);
  return true;
}

}  // namespace

Result<TrainerLog> read_event_log(const std::string& file, std::string_view text) {
  TrainerLog log;
  Diagnostics mistakes;
  for_each_line(text, [&](std::string_view line, int number, bool is_torn) {
    if (!add_line(log, line) && !is_torn) mistakes.push_back(not_an_event(file, number, line));
  });
  if (!mistakes.empty()) return tl::make_unexpected(std::move(mistakes));
  return log;
}

TrainerLog read_event_excerpt(std::string_view text) {
  TrainerLog log;
  for_each_line(text, [&](std::string_view line, int, bool) { add_line(log, line); });
  return log;
}

}  // namespace scalegen
