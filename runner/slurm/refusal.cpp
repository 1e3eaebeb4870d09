#include "runner/slurm/refusal.hpp"

#include <fmt/format.h>

#include <array>
#include <sstream>

#include "core/shell_quote.hpp"
#include "runner/slurm/submit.hpp"
#include "runner/slurm/table.hpp"

namespace scalegen {
namespace {

constexpr std::array<std::string_view, 4> kNoise{
    "sbatch: ", "error: ", "fatal: ", "Batch job submission failed: "};
constexpr const char* kHint = "mend the script, or ask for something else in a new run directory (-o)";
constexpr const char* kSmallerArrays = "leave out --array, or make the arrays smaller with --max-in-flight";

// What refusals name in words.
constexpr std::array<std::pair<std::string_view, std::string_view>, 16> kOptionOfWords{{
    {"Node count specification", "--nodes"},
    {"QOSMaxNode", "--nodes"},
    {"QOSMaxWall", "--time"},
    {"Requested time limit", "--time"},
    {"invalid partition", "--partition"},
    {"partition not available", "--partition"},
    {"Invalid partition", "--partition"},
    {"nodes not in this partition", "--partition"},
    {"Invalid account", "--account"},
    {"Invalid qos", "--qos"},
    {"Memory specification", "--mem"},
    {"CPU count per node", "--cpus-per-task"},
    {"(gres) specification", "--gres"},
    {"Invalid feature", "--constraint"},
    {"reservation is invalid", "--reservation"},
    {"Invalid license", "--licenses"},
}};

std::string without_noise(std::string line) {
  for (const auto noise : kNoise)
    if (line.starts_with(noise)) line.erase(0, noise.size());
  return line;
}

std::vector<std::string> words_of_slurm(const std::string& said) {
  std::vector<std::string> lines;
  for (const auto& line : lines_of(said))
    if (!line.starts_with("Try \"sbatch --help\"")) lines.push_back(without_noise(line));
  return lines;
}

// An option of Slurm's own spelling: letters and '-' after two of these.
std::string option_spelled_in(const std::string& text) {
  const auto begin = text.find("--");
  if (begin == std::string::npos) return "";
  const auto end = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz-", begin);
  return text.substr(begin, end == std::string::npos ? end : end - begin);
}

// --time is no beginning of --time-min.
std::size_t column_of(const std::string& line, const std::string& option) {
  const auto at = line.find(option);
  if (at == std::string::npos) return at;
  const auto after = line.find_first_of("= \t", at);
  return std::min(after, line.size()) == at + option.size() ? at : std::string::npos;
}

std::optional<Place> place_of(const std::string& option, const Submission& submission,
                              const std::string& script_text) {
  std::istringstream script(script_text);
  int number = 0;
  for (std::string line; !option.empty() && std::getline(script, line);) {
    ++number;
    const auto column = line.starts_with("#SBATCH") ? column_of(line, option) : std::string::npos;
    if (column != std::string::npos)
      return Place{submission.script.string(), number, static_cast<int>(column) + 1, line};
  }
  return std::nullopt;
}

// More tasks than the site's MaxArraySize.
bool is_too_large(const std::string& said) {
  return said.find("Invalid job array specification") != std::string::npos;
}

}  // namespace

std::string option_named_in(const std::string& refusal) {
  if (auto option = option_spelled_in(refusal); !option.empty()) return option;
  for (const auto& [words, option] : kOptionOfWords)
    if (refusal.find(words) != std::string::npos) return std::string(option);
  return "";
}

Diagnostic refusal_of(const std::string& said, const Submission& submission, const std::string& script_text) {
  auto words = words_of_slurm(said);
  if (words.empty()) words.emplace_back("it does not say why");
  auto reason = std::move(words.back());
  words.back() = shell_command(sbatch_command(submission));
  return {.place = place_of(option_named_in(said), submission, script_text),
          .message = fmt::format("Slurm refuses the job: {}", reason),
          .notes = std::move(words),
          .hint = is_array(submission) && is_too_large(said) ? kSmallerArrays : kHint};
}

}  // namespace scalegen
