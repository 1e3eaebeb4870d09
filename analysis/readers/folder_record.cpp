#include "analysis/readers/folder_record.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <string_view>
#include <utility>

#include "core/files.hpp"
#include "core/text.hpp"

namespace scalegen {
namespace {

constexpr std::size_t kMostBytes = 1 << 20;  // a program resumes at its start
constexpr int kMostLines = 5000;
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
  return std::ranges::any_of(words, [&](auto word) { return line.find(word) != std::string_view::npos; });
}

bool says_that_it_resumes(std::string_view text) {
  std::string line(text);
  std::ranges::transform(line, line.begin(), [](unsigned char c) { return std::tolower(c); });
  if (holds_any(line, kDenies)) return false;
  return (holds_any(line, kGoesOn) && holds_any(line, kTraining)) ||
         (holds_any(line, kLoads) && holds_any(line, kCheckpoint));
}

// One of a family, if each rank or each shard says it.
void add_new(std::string line, std::vector<std::string>& found) {
  if (std::ranges::none_of(found, [&](const auto& known) { return family_of(known) == family_of(line); }))
    found.push_back(std::move(line));
}

void add_lines_of(const std::filesystem::path& file, std::vector<std::string>& found) {
  const auto text = read_beginning(file, kMostBytes).value_or("");
  std::string_view rest = text;
  for (int line = 0; line < kMostLines && !rest.empty() && found.size() < kMostFound; ++line) {
    const auto end = std::min(rest.find_first_of("\r\n"), rest.size());
    if (const auto words = rest.substr(0, end); says_that_it_resumes(words))
      add_new(at_most(without_control_characters(without_escape_sequences(words)), kLongestShown), found);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

}  // namespace

std::vector<std::string> read_checkpoint_lines(const AttemptFolder& attempt) {
  std::vector<std::string> found;
  for (const auto& file : {attempt.out(), attempt.err()})
    if (found.size() < kMostFound) add_lines_of(file, found);
  return found;
}

}  // namespace scalegen
