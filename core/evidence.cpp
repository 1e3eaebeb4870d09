#include "core/evidence.hpp"

#include <algorithm>
#include <cstdlib>

#include "core/files.hpp"
#include "core/text.hpp"

namespace scalegen {
namespace {

/// Takes a value, a word or what stands in quotes, and the blank behind it.
std::string take_value(std::string_view& text) {
  const bool is_quoted = text.starts_with('"');
  std::string value;
  std::size_t i = is_quoted ? 1 : 0;
  for (; i < text.size() && text[i] != (is_quoted ? '"' : ' '); ++i) {
    if (is_quoted && text[i] == '\\' && i + 1 < text.size()) ++i;
    value += text[i];
  }
  text.remove_prefix(std::min(i + (is_quoted ? 2 : 1), text.size()));
  return value;
}

}  // namespace

std::string EvidenceLine::value(std::string_view key) const {
  const auto found = values.find(key);
  return found == values.end() ? rest : found->second;
}

EvidenceLine parse_evidence_line(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  const auto end = std::min(text.find_first_of(" ="), text.size());
  EvidenceLine line{.word = std::string(text.substr(0, end))};
  const bool is_older = text.substr(end).starts_with('=');
  text.remove_prefix(std::min(end + 1, text.size()));
  while (!is_older) {
    const auto equals = text.find_first_of(" =");
    if (equals == text.npos || equals == 0 || text[equals] != '=') break;
    const auto key = std::string(text.substr(0, equals));
    text.remove_prefix(equals + 1);
    line.values[key] = take_value(text);
  }
  line.rest = text;
  return line;
}

std::vector<EvidenceLine> parse_evidence(std::string_view text) {
  std::vector<EvidenceLine> lines;
  for (auto end = text.find('\n'); end != text.npos; end = text.find('\n')) {
    lines.push_back(parse_evidence_line(text.substr(0, end)));
    text.remove_prefix(end + 1);
  }
  return lines;
}

std::vector<EvidenceLine> read_evidence(const std::filesystem::path& file) {
  constexpr std::size_t kMostBytes = 1'000'000;
  return parse_evidence(read_end(file, kMostBytes).value_or(""));
}

FolderRecord read_folder_record(const AttemptFolder& attempt) {
  FolderRecord record;
  for (const auto& line : read_evidence(attempt.folder_record())) {
    if (line.word == "begun") record.begun = std::strtod(line.value("time").c_str(), nullptr);
    if (line.word == "folder") record.folder = line.value("path");
    if (line.word == "there") record.there.push_back(without_control_characters(line.value("file")));
    if (line.word == "made") record.made.push_back(without_control_characters(line.value("file")));
  }
  std::ranges::sort(record.there);  // the disk lists them in any order
  std::ranges::sort(record.made);
  return record;
}

}  // namespace scalegen
