#include "core/sbatch_option.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/regex.hpp"

namespace scalegen {

namespace {

constexpr std::string_view kNoEffect = "it means nothing in a script";
constexpr std::string_view kAnswer = "scalegen reads sbatch's answer itself";

constexpr std::array kOptions = std::to_array<SbatchOption>({
    {"--help", 'h', kNoEffect},
    {"--parsable", ' ', kAnswer},
    {"--quiet", 'Q', kAnswer},
    {"--test-only", ' ',
     "sbatch would submit nothing; 'scalegen plan --test-only' asks when each rung would start"},
    {"--usage", 'u', kNoEffect},
    {"--version", 'V', kNoEffect},
    {"--wait", 'W',
     "sbatch would not return before the job has ended; 'scalegen status --wait' waits for all jobs"},
});

// Letters without a value: what follows another one in its word is the value of that.
constexpr std::string_view kLettersAlone = "hHkOQsuvVW";

const SbatchOption* find(const auto& is_meant) {
  const auto* const found = std::ranges::find_if(kOptions, is_meant);
  return found == kOptions.end() ? nullptr : found;
}

const SbatchOption* option_in_letters(std::string_view letters) {
  for (const char letter : letters) {
    if (kLettersAlone.find(letter) == std::string_view::npos) return nullptr;
    if (const auto* const option = find([&](const SbatchOption& o) { return o.letter == letter; }))
      return option;
  }
  return nullptr;
}

// GPUs or parts of them in a list of resources, or what is no list.
bool has_gpus(std::string_view gres) {
  static const Regex kForm("(?:^|[=,/])(?:gpu|mps|shard|none|help)\\b");
  return partial_match(gres, kForm);
}

}  // namespace

std::string refusal_of(const SbatchOption& option) {
  return fmt::format("the option '{}' tells sbatch what to do, not what the job needs", option.name);
}

// Shorter than this they may be --exclude, --cores-per-socket and --threads-per-core.
bool asks_for_whole_nodes(const std::vector<std::string>& options) {
  static const Regex kForm("--(?:exclus[ive]{0,3}(?:=topo)?|(?:core|thread)-[spec]{0,4}=.*)");
  return std::any_of(options.begin(), options.end(),
                     [](const std::string& option) { return full_match(option, kForm); });
}

const std::string* option_for_threads(const std::vector<std::string>& options) {
  static const Regex kForm("--(?:hi(?:nt?)?|th[reads]*(?:-per-core)?|ntasks-per-c(?:ore?)?)=.*");
  const auto found =
      std::ranges::find_if(options, [](const std::string& option) { return full_match(option, kForm); });
  return found == options.end() ? nullptr : &*found;
}

bool may_abbreviate(std::string_view word, std::string_view option) {
  constexpr std::size_t kShortest = 3;  // two dashes and a letter
  return word.size() >= kShortest && option.starts_with(word);
}

const SbatchOption* sbatch_option_in_word(std::string_view word) {
  const auto name = word.substr(0, word.find('='));
  if (name.starts_with("--"))
    return find([&](const SbatchOption& o) { return may_abbreviate(name, o.name); });
  return name.starts_with('-') ? option_in_letters(name.substr(1)) : nullptr;
}

std::optional<FoundSbatchOption> sbatch_option_in_line(std::string_view line) {
  constexpr std::string_view kBlanks = " \t\r";
  constexpr std::string_view kMark = "#SBATCH";
  if (!line.starts_with(kMark)) return std::nullopt;
  for (auto begin = line.find_first_not_of(kBlanks, kMark.size());
       begin != std::string_view::npos && line[begin] != '#';) {
    const auto end = std::min(line.find_first_of(kBlanks, begin), line.size());
    if (const auto* const option = sbatch_option_in_word(line.substr(begin, end - begin)))
      return FoundSbatchOption{option, begin};
    begin = line.find_first_not_of(kBlanks, end);
  }
  return std::nullopt;
}

std::optional<TypedGpus> typed_gpus(std::string_view option) {
  static const Regex kForm("--(?:gres=(.*,)?gpu:|gpus-per-node=)([^:,]+):(\\d{1,6})(,.*)?");
  TypedGpus gpus;
  std::string before;
  std::string after;
  const bool is_typed = full_match(option, kForm, &before, &gpus.type, &gpus.count, &after);
  const bool is_all = (after.empty() || option.starts_with(kGres)) && !has_gpus(before) && !has_gpus(after);
  return is_typed && is_all ? std::optional(gpus) : std::nullopt;
}

bool is_beside_gpus(std::string_view option) {
  return option.starts_with(kGres) && option.size() > kGres.size() && !has_gpus(option);
}

}  // namespace scalegen
