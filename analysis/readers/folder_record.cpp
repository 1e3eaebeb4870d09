#include "analysis/readers/folder_record.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <utility>

#include "core/files.hpp"
#include "core/regex.hpp"
#include "core/text.hpp"

namespace scalegen {
namespace {

constexpr std::size_t kMostBytes = 1 << 20;  // a program resumes at its start
constexpr int kMostLines = 5000;
constexpr std::size_t kMostFound = 8;
constexpr std::size_t kLongestShown = 160;  // in bytes

// The words of PyTorch's DDP tutorial and ImageNet example, nanoGPT, Hugging Face's Trainer, Lightning,
// DeepSpeed, Megatron-LM, torchtitan and timm, unless a program says what it did not do.
bool says_that_it_resumes(std::string_view text) {
  static const Regex kDenies("not |n't |cannot|without|none|false|null|_from_|no .*resum");
  static const Regex kResumes("(?:resum|continuing).*(?: from | at |_step)");
  static const Regex kRestores("resum|continuing|will continue|restor");
  static const Regex kTraining("training|checkpoint|snapshot|ckpt| state| epoch| step| iteration|\\.pt");
  static const Regex kLoads("load(?:ing|ed|s)");
  static const Regex kCheckpoint("checkpoint|snapshot|ckpt|\\.pt");
  static const Regex kAny("(?i)resum|continuing|will continue|restor|load");
  if (!partial_match(text, kAny)) return false;
  const auto line = lower_case(text);
  const auto has = [&](const Regex& words) { return partial_match(line, words); };
  return !has(kDenies) &&
         (has(kResumes) || (has(kRestores) && has(kTraining)) || (has(kLoads) && has(kCheckpoint)));
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
