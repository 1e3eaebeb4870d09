#include "core/metric_unit.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <span>
#include <string>
#include <vector>

namespace scalegen {
namespace {

using Words = std::vector<std::string>;
using Known = std::span<const std::string_view>;

constexpr auto kTimes = std::to_array<std::string_view>(
    {"s",  "sec", "secs", "second", "seconds", "ms", "msec", "millisecond", "milliseconds", "us",   "µs",
     "ns", "min", "mins", "minute", "minutes", "h",  "hr",   "hrs",         "hour",         "hours"});
constexpr auto kDays = std::to_array<std::string_view>({"d", "day", "days"});
constexpr auto kSteps = std::to_array<std::string_view>(
    {"step", "steps", "it", "its", "iter", "iters", "iteration", "iterations", "batch", "batches"});
constexpr auto kRanks = std::to_array<std::string_view>(
    {"gpu", "gpus", "device", "devices", "rank", "ranks", "worker", "workers", "chip"});
constexpr auto kNodes = std::to_array<std::string_view>({"node", "nodes"});
constexpr auto kShares = std::to_array<std::string_view>({"%", "percent"});

bool is_one_of(Known known, const std::string& word) {
  return std::find(known.begin(), known.end(), word) != known.end();
}

Words words_of(std::string_view unit) {
  Words words(1);
  for (const char c : unit)
    if (std::string_view("/ _*()").find(c) != std::string_view::npos)
      words.emplace_back();
    else
      words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  std::erase_if(words, [](const std::string& word) { return word.empty() || word == "per"; });
  return words;
}

bool is_time_word(const std::string& word) { return is_one_of(kTimes, word) || is_one_of(kDays, word); }

// ns/day is a rate and hours/ns a time: both are times per time, and only a person knows which one is
// simulated.
bool is_time_per_time(const Words& words) {
  return words.size() > 1 && is_time_word(words[0]) && is_time_word(words[1]);
}

// tps, fps, TFLOPS, MLUPS: all that ends with "per second".
bool is_one_word_for_rate(const std::string& word) {
  return word == "hz" || (word.size() > 2 && word.ends_with("ps") && !is_one_of(kSteps, word));
}

}  // namespace

UnitTraits parse_unit(std::string_view unit) {
  const auto words = words_of(unit);
  if (words.empty()) return {};
  const auto names = [&](Known known) {
    return std::any_of(words.begin(), words.end(), [&](const auto& word) { return is_one_of(known, word); });
  };
  const bool in_time = std::any_of(words.begin() + 1, words.end(), is_time_word);
  return {.is_time = is_time_word(words.front()) && !is_time_per_time(words),
          .is_time_per_time = is_time_per_time(words),
          .is_rate = !is_time_word(words.front()) && (in_time || is_one_word_for_rate(words.front())),
          .is_share = is_one_of(kShares, words.front()),
          .per_step = names(kSteps),
          .per_rank = names(kRanks),
          .per_node = names(kNodes),
          .is_one_word = words.size() == 1};
}

}  // namespace scalegen
