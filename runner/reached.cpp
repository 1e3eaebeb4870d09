#include "runner/reached.hpp"

#include <cmath>

#include "core/files.hpp"
#include "core/json.hpp"
#include "runner/attempt.hpp"

namespace scalegen {
namespace {

using Seconds = std::chrono::duration<double>;

constexpr std::size_t kBytesOfBeginning = 1'048'576;  // its `start` line has a host name for each rank
constexpr std::size_t kBytesOfEnd = 65'536;
constexpr double kAir = 1.1;

struct Step {
  std::int64_t number = 0;
  Seconds time{};  // Unix, when it ended
  Seconds length{};
};

struct Events {
  std::optional<std::int64_t> steps_of_an_epoch{};
  std::optional<Step> first{};
  std::optional<Step> last{};
};

void read_step(const Json& event, Events& events) {
  const auto number = integer_field(event, "step");
  const auto time = number_field(event, "time");
  const auto length = number_field(event, "seconds");
  if (!number || !time || !length || *number < 1) return;
  events.last = Step{*number, Seconds(*time), Seconds(*length)};
  if (!events.first) events.first = events.last;
}

void read_start(const Json& event, Events& events) {
  const auto samples = integer_field(event, "train_samples");
  const auto batch = integer_field(event, "global_batch");
  if (samples && batch && *samples > 0 && *batch > 0)
    events.steps_of_an_epoch = (*samples + *batch - 1) / *batch;
}

// Of a line that is cut off nothing is read: it is not JSON.
Events read_events(std::string_view lines) {
  Events events;
  while (!lines.empty()) {
    const auto end = lines.find('\n');
    const auto event = parse_json(lines.substr(0, end));
    const auto kind = event ? text_field(*event, "event") : std::nullopt;
    if (kind == "start") read_start(*event, events);
    if (kind == "step") read_step(*event, events);
    lines.remove_prefix(end == std::string_view::npos ? lines.size() : end + 1);
  }
  return events;
}

std::optional<std::int64_t> number_of(const Run& run, std::string_view setting) {
  const auto* const value = find(*run.settings, setting);
  const auto* const number = value == nullptr ? nullptr : std::get_if<std::int64_t>(value);
  return number == nullptr || *number < 1 ? std::nullopt : std::optional(*number);
}

std::optional<std::int64_t> planned_steps(const Run& run, const Events& beginning) {
  if (const auto steps = number_of(run, "steps")) return steps;
  const auto epochs = number_of(run, "epochs");
  if (!epochs || !beginning.steps_of_an_epoch) return std::nullopt;
  return *epochs * *beginning.steps_of_an_epoch;
}

// What stood between the steps, evaluations say, counts as if it went on like this.
Seconds rate(const Step& first, const Step& last) {
  return (last.time - first.time + first.length) / static_cast<double>(last.number - first.number + 1);
}

std::optional<std::chrono::seconds> time_for_all(Seconds until_last, std::int64_t steps_left, Seconds a_step,
                                                 std::chrono::seconds limit) {
  const auto all = until_last + a_step * static_cast<double>(steps_left);
  if (all <= limit || !std::isfinite(all.count())) return std::nullopt;
  return std::chrono::minutes(std::llround(std::ceil(all.count() * kAir / 60)));
}

}  // namespace

std::optional<Reached> how_far(const Run& run, const AttemptFolder& attempt) {
  const auto beginning = read_events(read_beginning(attempt.metrics(), kBytesOfBeginning).value_or(""));
  const auto end = read_events(read_end(attempt.metrics(), kBytesOfEnd).value_or(""));
  const auto started = read_started(attempt).value_or(std::nullopt);
  if (!beginning.first || !end.last || !started) return std::nullopt;
  const auto until_last = end.last->time - Seconds(started->time.time_since_epoch());
  if (until_last <= Seconds(0)) return std::nullopt;  // by another clock
  Reached reached{.step = end.last->number,
                  .time = std::chrono::duration_cast<std::chrono::seconds>(until_last),
                  .steps = planned_steps(run, beginning)};
  if (reached.steps && *reached.steps > reached.step)
    reached.needed = time_for_all(until_last, *reached.steps - reached.step,
                                  rate(*beginning.first, *end.last), run.resources.time_limit);
  return reached;
}

}  // namespace scalegen
