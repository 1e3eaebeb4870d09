#include "analysis/figures/unit_words.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <span>
#include <string>
#include <vector>

namespace scalegen {
namespace {

using Words = std::vector<std::string>;

constexpr auto kTimes = std::to_array<std::string_view>(
    {"s",  "sec", "secs", "second", "seconds", "ms", "msec", "millisecond", "milliseconds", "us",   "µs",
     "ns", "min", "mins", "minute", "minutes", "h",  "hr",   "hrs",         "hour",         "hours"});
constexpr auto kSteps = std::to_array<std::string_view>(
    {"step", "steps", "it", "its", "iter", "iters", "iteration", "iterations", "batch", "batches"});
constexpr auto kRanks = std::to_array<std::string_view>(
    {"gpu", "gpus", "device", "devices", "rank", "ranks", "worker", "workers", "chip"});
constexpr auto kNodes = std::to_array<std::string_view>({"node", "nodes"});
constexpr auto kShares = std::to_array<std::string_view>({"%", "percent"});

using Known = std::span<const std::string_view>;

bool is_one_of(Known known, const std::string& word) {
  return std::find(known.begin(), known.end(), word) != known.end();
}

Words words_of(std::string_view unit) {
  Words words(1);
  for (const char c : unit)
    if (c == '/' || c == ' ')
      words.emplace_back();
    else
      words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  std::erase_if(words, [](const std::string& word) { return word.empty() || word == "per"; });
  return words;
}

}  // namespace

UnitWords unit_words(std::string_view unit) {
  const auto words = words_of(unit);
  if (words.empty()) return {};
  const auto names = [&](Known known) {
    return std::any_of(words.begin(), words.end(), [&](const auto& word) { return is_one_of(known, word); });
  };
  return {.is_time = is_one_of(kTimes, words.front()),
          .is_share = is_one_of(kShares, words.front()),
          .of_a_step = names(kSteps),
          .of_a_rank = names(kRanks),
          .of_a_node = names(kNodes),
          .of_one_thing = words.size() == 1};
}

}  // namespace scalegen
