#include "generator/read/same_but_repeats.hpp"

#include <algorithm>
#include <string>

#include "core/yaml.hpp"

namespace scalegen {
namespace {

// "repeats: 3", perhaps with a comment behind it.
bool is_all_of_its_line(std::string_view line) {
  const auto value = line.find_first_not_of(" \t", line.find(':') + 1);
  const auto behind = line.find_first_not_of("0123456789", value);
  const auto rest = line.find_first_not_of(" \t\r", behind);
  return behind != value && (rest == std::string_view::npos || (line[rest] == '#' && rest > behind));
}

// Where the key `repeats` of the map of a sweep file stands: not a word of some other key's text.
int line_of_repeats(std::string_view text) {
  const auto file = parse_yaml("", text);
  if (!file || file->root.kind != YamlNode::Kind::map) return 0;
  for (const auto& [key, value] : file->root.entries)
    if (key.text == "repeats" && key.column == 1 && value.line == key.line) return key.line;
  return 0;
}

/// A text without the line that says `repeats:`, where that says nothing else.
struct WithoutRepeats {
  std::string text{};
  int line_left_out = 0;  // from 1; 0: none
};

WithoutRepeats without_repeats(std::string_view text) {
  const auto repeats = line_of_repeats(text);
  WithoutRepeats rest;
  for (int number = 1; !text.empty(); ++number) {
    const auto end = std::min(text.find('\n'), text.size());
    const auto line = text.substr(0, end);
    if (number == repeats && is_all_of_its_line(line))
      rest.line_left_out = number;
    else
      rest.text.append(line).append("\n");
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return rest;
}

}  // namespace

bool same_but_repeats(std::string_view there, std::string_view here) {
  return there == here || without_repeats(there).text == without_repeats(here).text;
}

LineDifference difference_but_repeats(std::string_view there, std::string_view here) {
  const auto rest = without_repeats(there);
  auto difference = first_difference(rest.text, without_repeats(here).text);
  if (rest.line_left_out > 0 && difference.line >= rest.line_left_out) ++difference.line;
  return difference;
}

}  // namespace scalegen
