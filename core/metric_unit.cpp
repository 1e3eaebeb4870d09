#include "core/metric_unit.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "core/text.hpp"

namespace scalegen {
namespace {

using Words = std::vector<std::string>;
using Known = std::span<const std::string_view>;

constexpr auto kSteps =
    std::to_array<std::string_view>({"step", "steps", "it", "its", "iter", "iters", "iteration", "iterations",
                                     "batch", "batches", "timestep", "timesteps"});
constexpr auto kMicro =
    std::to_array<std::string_view>({"micro", "microstep", "microsteps", "microbatch", "microbatches"});
constexpr auto kUpdates = std::to_array<std::string_view>({"optimizer", "optimiser", "update", "updates"});
constexpr auto kEpochs = std::to_array<std::string_view>({"epoch", "epochs"});
constexpr auto kRanks = std::to_array<std::string_view>(
    {"gpu", "gpus", "device", "devices", "rank", "ranks", "worker", "workers", "chip"});
constexpr auto kNodes = std::to_array<std::string_view>({"node", "nodes"});
constexpr auto kTotals = std::to_array<std::string_view>({"total", "overall", "all"});
constexpr auto kSamples =
    std::to_array<std::string_view>({"sample", "image", "img", "sequence", "seq", "example"});
constexpr auto kShares = std::to_array<std::string_view>({"%", "percent"});

bool is_one_of(Known known, const std::string& word) { return std::ranges::find(known, word) != known.end(); }

Words words_of(std::string_view unit) {
  Words words(1);
  for (const char c : unit)
    if (std::string_view("/ _*()").find(c) != std::string_view::npos)
      words.emplace_back();
    else
      words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  std::erase_if(words,
                [](const std::string& word) { return word.empty() || word == "per" || word == "simulated"; });
  return words;
}

struct TimeUnit {
  std::string_view name{};  // one for all of its words; empty: no unit of time
  double seconds = 0;
  std::vector<std::string_view> words{};
};

const TimeUnit& time_unit(std::string_view word) {
  static const std::vector<TimeUnit> kUnits{
      {"fs", 1e-15, {"fs"}},
      {"ps", 1e-12, {"ps"}},
      {"ns", 1e-9, {"ns", "nsec", "nsecs", "nanos", "nanosec", "nanosecs", "nanosecond", "nanoseconds"}},
      {"us",
       1e-6,
       {"us", "µs", "μs", "usec", "usecs", "µsec", "μsec", "micros", "microsec", "microsecs", "microsecond",
        "microseconds"}},
      {"ms", 1e-3, {"ms", "msec", "msecs", "millis", "millisec", "millisecs", "millisecond", "milliseconds"}},
      {"s", 1, {"s", "sec", "secs", "second", "seconds"}},
      {"ks", 1e3, {"ks"}},
      {"min", 60, {"m", "min", "mins", "minute", "minutes"}},
      {"h", 3600, {"h", "hr", "hrs", "hour", "hours"}},
      {"day", 86400, {"d", "day", "days"}},
      {"year", 31536000, {"year", "years"}}};
  static const TimeUnit kNone;
  const auto lowered = lower_case(word);
  for (const auto& unit : kUnits)
    if (std::find(unit.words.begin(), unit.words.end(), lowered) != unit.words.end()) return unit;
  return kNone;
}

// "m/s" is a rate of metres.
bool is_time_word(const std::string& word) { return word != "m" && !time_unit(word).name.empty(); }

// ns/day is a rate and hours/ns a time: both are times per time, and only a person knows which one is
// simulated.
bool is_time_per_time(const Words& words) {
  return words.size() > 1 && is_time_word(words[0]) && is_time_word(words[1]);
}

// tps, fps, TFLOPS, MLUPS: all that ends with "per second".
bool is_one_word_for_rate(const std::string& word) {
  return word == "hz" || (word.size() > 2 && word.ends_with("ps") && !is_one_of(kSteps, word));
}

bool is_word_byte(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || static_cast<unsigned char>(c) >= 0x80U;
}

std::string_view first_word(std::string_view text) {
  std::size_t size = 0;
  while (size < text.size() && is_word_byte(text[size])) ++size;
  return text.substr(0, size);
}

bool is_prefix(char c) { return std::string_view("kKMGT").find(c) != std::string_view::npos; }

// Without what may lie between a number and its unit.
std::string_view without_gap(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(" \t(["), text.size()));
}

// The next figure's name: "68.41   seconds/ns = 1262.95".
bool is_label(std::string_view behind) {
  auto rest = without_gap(behind);
  const auto gap = behind.size() - rest.size();
  rest.remove_prefix(std::min(rest.find_first_of(" \t=:,)]"), rest.size()));
  const auto next = without_gap(rest);
  return rest.starts_with('=') || (gap > 1 && (next.starts_with('=') || next.starts_with(':')));
}

// The time by which a rate is divided: "min" of "Mcells/min" and "day" of "ns per day".
std::string_view time_below(std::string_view unit) {
  while (!first_word(unit).empty()) {
    unit = without_gap(unit.substr(std::min(unit.find_first_of("/ \t,;)]="), unit.size())));
    const std::size_t over = unit.starts_with('/') ? 1 : unit.starts_with("per ") ? 4 : 0;
    unit = without_gap(unit.substr(over));
    if (const auto word = first_word(unit); over > 0 && !time_unit(word).name.empty()) return word;
  }
  return "";
}

// That of the text behind a number, if it is another than that of the unit.
std::string_view other_time_below(std::string_view behind, std::string_view unit) {
  const auto said = time_below(without_gap(behind));
  const auto own = time_below(unit);
  return own.empty() || time_unit(said).name == time_unit(own).name ? "" : said;
}

// "M steps/s" as "Msteps/s".
std::string with_prefix_joined(std::string_view unit) {
  std::string joined(unit);
  if (first_word(unit).size() == 1 && is_prefix(unit.front()) && unit.substr(1).starts_with(' '))
    joined.erase(1, 1);
  return joined;
}

// "2m30s" has two units, "12.5 m" is of metres, "12.5 min 10.1" is no unit but the smallest.
bool is_other_than_time(std::string_view behind, std::string_view word) {
  const bool is_after_blank = without_gap(behind).size() < behind.size();
  auto rest = without_gap(behind).substr(word.size());
  if (word.size() == 1 && is_after_blank) return word == "m" || word == "d";
  const auto next = rest.find_first_not_of(is_after_blank ? " \t:=)]" : "");
  return (word == "m" || word == "min") && next != std::string_view::npos && '0' <= rest[next] &&
         rest[next] <= '9';
}

bool is_same_prefix(char a, char b) {
  return a == b || (lower_case({&a, 1}) == "k" && lower_case({&b, 1}) == "k");
}

double factor_of(char prefix) {
  return std::pow(1e3,
                  1.0 + static_cast<double>(std::string_view("kMGT").find(prefix == 'K' ? 'k' : prefix)));
}

// A thing that is counted, its SI prefix apart, if it can have one.
struct Counted {
  char prefix = ' ';
  bool is_binary = false;  // Mi, not M
  std::string thing{};
};

/// One word for what has several, and none of them in the plural: "img" is "sample", as "images" is.
std::string usual_word(std::string word) {
  if (word.size() > 2 && word.ends_with('s')) word.pop_back();
  if (word == "byte") return "b";
  if (word == "tok") return "token";
  return is_one_of(kSamples, word) ? std::string(kSamples.front()) : word;
}

Counted with_prefix(std::string_view word) {
  const auto lowered = lower_case(word);
  if (word.size() < 2 || !is_prefix(word.front()) || lowered.starts_with("tok")) return {};
  const bool is_binary = lowered.substr(1).starts_with("ib");
  return {word.front(), is_binary, usual_word(lowered.substr(is_binary ? 2 : 1))};
}

bool differ_in_prefix(std::string_view a, std::string_view b) {
  const auto whole_a = usual_word(lower_case(a));
  const auto whole_b = usual_word(lower_case(b));
  if (whole_a == whole_b && (a.front() == b.front() || !is_prefix(a.front()))) return false;
  const auto parts_a = with_prefix(a);
  const auto parts_b = with_prefix(b);
  if (parts_a.thing == whole_b || parts_b.thing == whole_a) return true;
  return !parts_a.thing.empty() && parts_a.thing == parts_b.thing &&
         (parts_a.is_binary != parts_b.is_binary || !is_same_prefix(parts_a.prefix, parts_b.prefix));
}

std::string_view without_prefix(std::string_view word) {
  return with_prefix(word).thing.empty() ? word : word.substr(1);
}

// The prefix with the unit's word in "1.92K", "1.92K tokens/s" and "1.92 K tokens/s"; behind a blank only if
// that follows, or no other word, number or sign does.
std::string word_behind(std::string_view behind, std::string_view unit_word) {
  const auto rest = without_gap(behind);
  std::string word(first_word(rest));
  if (word.size() != 1 || !is_prefix(word.front()) || word == unit_word) return word;
  const auto next = without_gap(rest.substr(1));
  const auto thing = usual_word(lower_case(first_word(next)));
  const bool is_of_unit = thing == usual_word(lower_case(without_prefix(unit_word)));
  const bool is_alone = word != "T" &&  // Fortran's true
                        (next.empty() || std::string_view("/,;.)]|").find(next.front()) < next.npos);
  const bool is_at_once = rest.size() == behind.size();
  return is_of_unit || is_alone || is_at_once ? word.append(without_prefix(unit_word)) : "";
}

std::string other_word(std::string_view behind, std::string_view unit_word) {
  const auto wanted = time_unit(unit_word).name;
  const auto word =
      wanted.empty() ? word_behind(behind, unit_word) : std::string(first_word(without_gap(behind)));
  if (wanted.empty()) return word.empty() || !differ_in_prefix(word, unit_word) ? "" : word;
  const auto said = time_unit(word).name;
  return said == wanted || is_other_than_time(behind, word) ? "" : std::string(said);
}

// The whole unit behind a number, "tokens/s/GPU" of "12.5 tokens/s per GPU, 50 in all"; empty before a
// number, whose name it may be.
std::string whole_unit(std::string_view behind) {
  auto rest = without_gap(behind);
  if (!rest.empty() && is_digit(rest.front())) return "";
  const auto size = std::min(rest.find_first_of(" \t,;)]|="), rest.size());
  std::string unit(rest.substr(0, size));
  rest = without_gap(rest.substr(size));
  if (rest.starts_with("per ")) return unit.append("/").append(first_word(without_gap(rest.substr(4))));
  return !rest.empty() && '0' <= rest.front() && rest.front() <= '9' ? "" : unit;
}

// A time a thing in place of things a time, or that of one rank in place of all.
bool is_turned_or_of_one(const UnitTraits& said, const UnitTraits& own) {
  const bool is_turned =
      (said.is_time && (own.is_rate || own.is_time_per_time)) || (said.is_rate && own.is_time);
  return is_turned || (said.per_rank && !own.per_rank) || (said.per_node && !own.per_node);
}

}  // namespace

std::string_view unit_part(std::string_view behind) {
  for (std::size_t i = 1; i < behind.size(); ++i)
    if (is_digit(behind[i]) && std::string_view(" \t=").find(behind[i - 1]) != std::string_view::npos)
      return behind.substr(0, i + 1);
  return behind;
}

std::string contradicting_unit(std::string_view behind, std::string_view unit) {
  if (is_label(behind)) return "";
  if (without_gap(behind).starts_with('%') && !parse_unit(unit).is_share) return "'%'";
  const auto said = whole_unit(behind);
  if (said.find('/') != said.npos && is_turned_or_of_one(parse_unit(said), parse_unit(unit))) return said;
  const auto joined = with_prefix_joined(unit);
  const auto unit_word = first_word(joined);
  if (unit_word.empty()) return "";
  auto word = other_word(behind, unit_word);
  auto whole = joined;
  if (const auto below = other_time_below(behind, joined); !below.empty()) {
    if (word.empty()) word = word_behind(behind, unit_word);
    const auto own = time_below(joined);
    whole.replace(static_cast<std::size_t>(own.data() - joined.data()), own.size(), below);
  }
  return word.empty() ? "" : whole.replace(0, unit_word.size(), word);
}

std::string hint_for_other_unit(std::string_view unit, const std::string& other) {
  const auto traits = parse_unit(unit);
  const bool is_speed = traits.is_time || traits.is_rate || traits.is_time_per_time;
  if (other != "'%'" || !is_speed) return "write unit: " + other;
  return "a percentage is no time and no rate: let the regex find another number";
}

std::optional<double> prefix_factor(std::string_view behind, std::string_view unit) {
  if (is_turned_or_of_one(parse_unit(whole_unit(behind)), parse_unit(unit))) return std::nullopt;
  const auto joined = with_prefix_joined(unit);
  const auto unit_word = first_word(joined);
  if (contradicting_unit(behind, unit).empty() || !time_unit(unit_word).name.empty() ||
      !other_time_below(behind, joined).empty())
    return std::nullopt;
  const auto word = word_behind(behind, unit_word);
  const auto said = with_prefix(word);
  const auto own = with_prefix(unit_word);
  if (word.empty() || said.is_binary || own.is_binary) return std::nullopt;
  if (said.thing == usual_word(lower_case(unit_word))) return factor_of(said.prefix);
  if (own.thing == usual_word(lower_case(word))) return 1 / factor_of(own.prefix);
  if (own.thing.empty() || said.thing != own.thing) return std::nullopt;
  return factor_of(said.prefix) / factor_of(own.prefix);
}

bool count_alike(std::string_view a, std::string_view b) {
  const auto words_of_a = words_of(a);
  const auto words_of_b = words_of(b);
  if (words_of_a.empty() || words_of_b.empty()) return false;
  const auto thing = usual_word(words_of_a.front());
  const auto other = usual_word(words_of_b.front());
  return thing == other;
}

std::optional<double> seconds_in(std::string_view unit) {
  if (!parse_unit(unit).is_time) return std::nullopt;
  const auto seconds = time_unit(words_of(unit).front()).seconds;
  return seconds > 0 ? std::optional(seconds) : std::nullopt;
}

UnitTraits parse_unit(std::string_view unit) {
  const auto words = words_of(unit);
  if (words.empty()) return {};
  const auto names = [&](Known known) {
    return std::ranges::any_of(words, [&](const auto& word) { return is_one_of(known, word); });
  };
  const bool is_total = names(kTotals);
  const bool in_time = std::any_of(words.begin() + 1, words.end(), is_time_word);
  return {.is_time = is_time_word(words.front()) && !is_time_per_time(words),
          .is_time_per_time = is_time_per_time(words),
          .is_rate = !is_time_word(words.front()) && (in_time || is_one_word_for_rate(words.front())),
          .is_share = is_one_of(kShares, words.front()),
          .per_step = names(kSteps) || names(kMicro) || names(kUpdates),
          .per_micro_step = names(kMicro),
          .per_update = names(kUpdates),
          .per_epoch = names(kEpochs),
          .per_rank = names(kRanks) && !is_total,
          .per_node = names(kNodes) && !is_total,
          .is_flops = words.front().find("flop") != std::string::npos,
          .is_total = is_total,
          .is_one_word = words.size() == 1};
}

std::string hint_for_open_steps(const UnitTraits& unit) {
  return unit.is_time
             ? "write unit: ms/micro_step (or s/micro_step) if each forward and backward pass is one, or "
               "ms/optimizer_step if each update is"
             : "write unit: micro_step/s if each forward and backward pass is one, or optimizer_step/s if "
               "each update is";
}

}  // namespace scalegen
