#include "core/event_log.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <system_error>
#include <utility>

#include "core/files.hpp"
#include "core/json.hpp"
#include "core/text.hpp"
#include "core/try.hpp"

namespace scalegen {

namespace {

// A phase that a trainer wrote and that is no number: a reader must not take it for one that was not
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
          .devices = texts_field(line, "devices"),
          .model = text_field(line, "model"),
          .parameters = integer_field(line, "parameters"),
          .gradient_bytes = integer_field(line, "gradient_bytes"),
          .gradient_compression = text_field(line, "gradient_compression"),
          .dataset = text_field(line, "dataset"),
          .train_samples = integer_field(line, "train_samples"),
          .global_batch = integer_field(line, "global_batch"),
          .per_rank_batch = integer_field(line, "per_rank_batch"),
          .flops_per_sample = number_field(line, "flops_per_sample"),
          .peak_tflops = number_field(line, "peak_tflops"),
          .precision = text_field(line, "precision"),
          .emulates_bf16 = line.value("emulates_bf16", Json()) == Json(true),
          .optimizer = text_field(line, "optimizer"),
          .learning_rate = number_field(line, "learning_rate"),
          .seed = integer_field(line, "seed"),
          .device = text_field(line, "device"),
          .device_name = text_field(line, "device_name"),
          .backend = text_field(line, "backend"),
          .sync = text_field(line, "sync"),
          .torch = text_field(line, "torch"),
          .threads = integer_field(line, "threads"),
          .version = text_field(line, "version"),
          .resumed_after = integer_field(line, "resumed_after")};
}

// Few fields, which are mostly these: the order of the object is the cheapest.
PhaseSeconds phases_of(const Json& line) {
  PhaseSeconds phases;
  const auto found = line.find("phases");
  if (found == line.end()) return phases;
  if (!found->is_object()) phases[Phase::data] = kNoNumber;
  for (const auto& [name, value] : found->items())
    for (const auto phase : kAllPhases)
      if (name == to_text(phase)) phases[phase] = value.is_number() ? value.get<double>() : kNoNumber;
  return phases;
}

struct StepLine {
  TrainerStep step{};
  std::optional<std::int64_t> epoch{};
  std::optional<double> data_wait_seconds{};
  std::optional<double> loss{};
  PhaseSeconds phases{};
};

StepLine step_line_of(const Json& line) {
  return {.step = {.step = integer_field(line, "step"),
                   .time = number_field(line, "time"),
                   .seconds = number_field(line, "seconds"),
                   .samples = integer_field(line, "samples")},
          .epoch = integer_field(line, "epoch"),
          .data_wait_seconds = number_field(line, "data_wait_seconds"),
          .loss = number_field(line, "loss"),
          .phases = phases_of(line)};
}

/// Reads a step line as trainers write it, ten times as fast as by way of a Json. What is unusual it leaves
/// to that way: other values than numbers and plain text, numbers beyond the range, all that is no JSON.
class StepScanner {
 public:
  explicit StepScanner(std::string_view line) : at_(line.data()), end_(line.data() + line.size()) {}

  std::optional<StepLine> scan() {
    bool is_step = false;
    StepLine line;
    const bool is_read = scan_object([&](std::string_view name) {
      if (name != "event") return scan_field(name, line);
      is_step = scan_text() == "step";
      return is_step;
    });
    return is_read && is_step && next() == '\0' && at_ == end_ ? std::optional(line) : std::nullopt;
  }

 private:
  bool scan_field(std::string_view name, StepLine& line) {
    if (name == "step") return scan_number(line.step.step);
    if (name == "time") return scan_number(line.step.time);
    if (name == "seconds") return scan_number(line.step.seconds);
    if (name == "samples") return scan_number(line.step.samples);
    if (name == "epoch") return scan_number(line.epoch);
    if (name == "data_wait_seconds") return scan_number(line.data_wait_seconds);
    if (name == "loss") return scan_number(line.loss);
    if (name == "phases") return scan_phases(line.phases = {});
    return scan_value();
  }

  bool scan_value() {
    std::optional<double> ignored;
    return next() == '"' ? scan_text().has_value() : scan_number(ignored);
  }

  bool scan_phases(PhaseSeconds& phases) {
    return scan_object([&](std::string_view name) {
      for (const auto phase : kAllPhases)
        if (name == to_text(phase)) return scan_number(phases[phase]);
      return scan_value();
    });
  }

  template <class ScanField>
  bool scan_object(const ScanField& scan_field) {
    if (!skip('{')) return false;
    do {
      const auto name = scan_text();
      if (!name || !skip(':') || !scan_field(*name)) return false;
    } while (skip(','));
    return skip('}');
  }

  std::optional<std::string_view> scan_text() {
    if (!skip('"')) return std::nullopt;
    const auto* const begin = at_;
    while (at_ != end_ && *at_ >= ' ' && *at_ <= '~' && *at_ != '"' && *at_ != '\\') ++at_;
    return at_ != end_ && *at_ == '"' ? std::optional(std::string_view(begin, at_++)) : std::nullopt;
  }

  template <template <class> class Field, class Number>
  bool scan_number(Field<Number>& field) {
    next();
    const auto* const begin = at_;
    Number number{};
    const auto [stop, error] = std::from_chars(begin, end_, number);
    field = number;
    at_ = stop;
    return error == std::errc() && is_read_alike({begin, at_});
  }

  // from_chars also reads 01, 5., .5 and inf, which are no JSON, and has a sign for -0.
  static bool is_read_alike(std::string_view number) {
    const auto text = number.substr(number.starts_with('-') ? 1 : 0);
    const auto is_digit_at = [&](std::size_t i) { return i < text.size() && is_digit(text[i]); };
    const auto point = text.find('.');
    return is_digit_at(0) && (text[0] != '0' || !is_digit_at(1)) &&
           (point == std::string_view::npos || is_digit_at(point + 1)) && number != "-0";
  }

  bool skip(char wanted) {
    if (next() != wanted) return false;
    ++at_;
    return true;
  }

  // The first character that is not blank; '\0' at the end.
  char next() {
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\t' || *at_ == '\r')) ++at_;
    return at_ == end_ ? '\0' : *at_;
  }

  const char* at_;
  const char* end_;
};

// A step that has no phase `data` may say data_wait_seconds.
void add_step(TrainerLog& log, StepLine line) {
  auto& data = line.phases[Phase::data];
  if (!data) data = line.data_wait_seconds;
  if (line.phases != PhaseSeconds{}) {
    log.phases.resize(log.steps.size());
    log.phases.push_back(line.phases);
  }
  log.steps.push_back(line.step);
  log.epoch = line.epoch;
  auto& [is_any_loss, between, at_the_end] = log.without_loss;
  is_any_loss = is_any_loss || line.loss;
  if (line.loss)
    between = std::max(between, std::exchange(at_the_end, 0));
  else if (is_any_loss)
    ++at_the_end;
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
          .peak_memory_mib = number_field(line, "peak_memory_mib"),
          .skipped_steps = integer_field(line, "skipped_steps")};
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
          .phases = phases_of(rank)};
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
  if (event == "step") add_step(log, step_line_of(line));
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

/// Calls visit(line) for each line that ends in a text; returns the bytes of these.
template <class Visit>
std::size_t for_each_ended_line(std::string_view text, const Visit& visit) {
  std::size_t visited = 0;
  for (auto end = text.find('\n'); end != std::string_view::npos; end = text.find('\n', visited)) {
    visit(text.substr(visited, end - visited));
    visited = end + 1;
  }
  return visited;
}

bool add_line(TrainerLog& log, std::string_view line) {
  if (const auto step = StepScanner(line).scan()) {
    add_step(log, *step);
    return true;
  }
  const auto json = parse_json(line);
  if (!json || !json->is_object()) return false;
  add_event(log, *json);
  return true;
}

}  // namespace

Result<std::optional<TrainerLog>> read_event_log(const std::filesystem::path& file) {
  constexpr std::size_t kMostMistakes = 20;
  TrainerLog log;
  Diagnostics mistakes;
  int number = 0;
  const auto read_line = [&](std::string_view line) {
    ++number;
    if (mistakes.size() == kMostMistakes || add_line(log, line)) return;
    if (line.find_first_not_of(" \t\r") != std::string_view::npos)
      mistakes.push_back(not_an_event(file.string(), number, line));
  };
  TRY_ASSIGN(const auto torn,
             read_in_pieces(file, [&](auto text) { return for_each_ended_line(text, read_line); }));
  if (!torn) return std::nullopt;
  if (!mistakes.empty()) return tl::make_unexpected(std::move(mistakes));
  add_line(log, *torn);
  return std::optional(std::move(log));
}

TrainerLog read_event_excerpt(std::string_view text) {
  TrainerLog log;
  const auto add = [&](std::string_view line) { add_line(log, line); };
  add(text.substr(for_each_ended_line(text, add)));
  return log;
}

}  // namespace scalegen
