#include "analysis/readers/resuming_lines.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <string_view>
#include <utility>

#include "analysis/readers/printed_metric.hpp"
#include "core/text.hpp"

namespace scalegen {
namespace {

constexpr std::int64_t kMostLines = 5000;  // a program resumes at its start
constexpr std::size_t kMostFound = 8;
constexpr std::size_t kLongestShown = 160;  // in bytes

// The words of PyTorch's DDP tutorial and ImageNet example, nanoGPT, Hugging Face's Trainer, Lightning,
// DeepSpeed, Megatron-LM, torchtitan and timm.
constexpr auto kGoesOn = std::to_array<std::string_view>({"resum", "restor", "continuing", "will continue"});
constexpr auto kLoads = std::to_array<std::string_view>({"loading", "loaded", "loads"});
constexpr auto kTraining = std::to_array<std::string_view>(
    {"training", "checkpoint", "snapshot", "ckpt", " state", " epoch", " step", " iteration", ".pt"});
constexpr auto kCheckpoint = std::to_array<std::string_view>({"checkpoint", "snapshot", "ckpt", ".pt"});
// A program that says what it did not do, and one that lists its options: resume_from_checkpoint=None.
constexpr auto kDenies = std::to_array<std::string_view>(
    {"no ", "not ", "n't ", "cannot", "without", "none", "false", "null", "warning", "_from_"});

template <std::size_t count>
bool holds_any(std::string_view line, const std::array<std::string_view, count>& words) {
  return std::any_of(words.begin(), words.end(),
                     [&](auto word) { return line.find(word) != std::string_view::npos; });
}

bool says_that_it_resumes(std::string_view text) {
  std::string line(text);
  std::transform(line.begin(), line.end(), line.begin(), [](unsigned char c) { return std::tolower(c); });
  if (holds_any(line, kDenies)) return false;
  return (holds_any(line, kGoesOn) && holds_any(line, kTraining)) ||
         (holds_any(line, kLoads) && holds_any(line, kCheckpoint));
}

bool differ_in_figures_alone(std::string_view one, std::string_view other) {
  const auto without_figures = [](std::string_view text) {
    std::string words(text);
    std::erase_if(words, [](unsigned char c) { return std::isdigit(c); });
    return words;
  };
  return without_figures(one) == without_figures(other);
}

// Once, if each rank or each shard says it.
void add_new(std::string line, std::vector<std::string>& found) {
  if (std::none_of(found.begin(), found.end(),
                   [&](const auto& known) { return differ_in_figures_alone(known, line); }))
    found.push_back(std::move(line));
}

void add_lines_of(const std::filesystem::path& file, std::vector<std::string>& found) {
  const auto lines = for_each_line(file, [&](const PrintedLine& line) {
    if (line.number > kMostLines) return false;
    if (says_that_it_resumes(line.text))
      add_new(at_most(without_control_characters(line.text), kLongestShown), found);
    return found.size() < kMostFound;
  });
  static_cast<void>(lines);  // without the file nothing is known
}

}  // namespace

std::vector<std::string> read_resuming_lines(const AttemptFolder& attempt) {
  std::vector<std::string> found;
  for (const auto& file : {attempt.out(), attempt.err()})
    if (found.size() < kMostFound) add_lines_of(file, found);
  return found;
}

}  // namespace scalegen
