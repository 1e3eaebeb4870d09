#include "generator/detect/slurm_records.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <sstream>

namespace scalegen {

namespace {

SlurmRecord parse_record(const std::string& line) {
  SlurmRecord record;
  std::string ignored;  // the value of a key that occurs again
  auto* value = &ignored;
  std::istringstream words(line);
  for (std::string word; words >> word;) {
    const auto equals = word.find('=');
    if (equals == std::string::npos || equals == 0) {
      *value += " " + word;
      continue;
    }
    const auto [at, is_new] = record.emplace(word.substr(0, equals), word.substr(equals + 1));
    value = is_new ? &at->second : &ignored;
  }
  return record;
}

std::string trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return "";
  return std::string(text.substr(begin, text.find_last_not_of(" \t") - begin + 1));
}

}  // namespace

std::vector<SlurmRecord> parse_slurm_records(std::string_view text) {
  std::vector<SlurmRecord> records;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);)
    if (auto record = parse_record(line); !record.empty()) records.push_back(std::move(record));
  return records;
}

SlurmRecord parse_slurm_config(std::string_view text) {
  SlurmRecord config;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);)
    if (const auto equals = line.find('='); equals != std::string::npos)
      config.emplace(trimmed(std::string_view(line).substr(0, equals)),
                     trimmed(std::string_view(line).substr(equals + 1)));
  return config;
}

std::string text_of(const SlurmRecord& record, std::string_view key) {
  constexpr std::array<std::string_view, 4> kNothing = {"(null)", "N/A", "NONE", "UNLIMITED"};
  const auto found = record.find(key);
  if (found == record.end()) return "";
  return std::ranges::find(kNothing, found->second) == kNothing.end() ? found->second : "";
}

int number_of(const SlurmRecord& record, std::string_view key) {
  const auto text = text_of(record, key);
  int value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && stop == text.data() + text.size() ? std::max(value, 0) : 0;
}

std::vector<std::string> split_list(std::string_view list) {
  std::vector<std::string> words;
  std::string word;
  int depth = 0;
  const auto take = [&] {
    if (!word.empty()) words.push_back(std::move(word));
    word.clear();
  };
  for (const char c : list) {
    depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
    if (c == ',' && depth == 0)
      take();
    else
      word += c;
  }
  take();
  return words;
}

}  // namespace scalegen
