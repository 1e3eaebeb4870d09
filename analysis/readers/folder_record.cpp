#include "analysis/readers/folder_record.hpp"

#include <cstdlib>
#include <string_view>

#include "core/files.hpp"
#include "core/text.hpp"

namespace scalegen {
namespace {

constexpr std::size_t kMostBytes = 1'000'000;  // a program may have written into it

template <class Visit>
void for_each_line_of(const std::string& text, const Visit& visit) {
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = text.find('\n', begin);
    if (end == std::string::npos) return;  // it is not whole
    visit(std::string_view(text).substr(begin, end - begin));
    begin = end + 1;
  }
}

}  // namespace

FolderRecord read_folder_record(const AttemptListing& attempt) {
  FolderRecord record;
  const auto file = attempt.folder / "folder.txt";
  if (!contains_file(attempt, file)) return record;
  for_each_line_of(read_end(file, kMostBytes).value_or(""), [&](std::string_view line) {
    const auto equals = line.find('=');
    if (equals == std::string_view::npos) return;
    const auto key = line.substr(0, equals);
    auto value = without_control_characters(line.substr(equals + 1));
    if (key == "begun") record.begun = std::strtod(value.c_str(), nullptr);
    if (key == "folder")
      record.folder = std::move(value);
    else if (key == "there")
      record.there.push_back(std::move(value));
    else if (key == "made")
      record.made.push_back(std::move(value));
  });
  return record;
}

std::vector<std::string> what_went_on(const AttemptListing& attempt) {
  std::vector<std::string> commands;
  for (const auto& file : named_files(attempt, "goes_on.", ".txt"))
    for_each_line_of(read_end(file.path, kMostBytes).value_or(""), [&](std::string_view line) {
      const auto blank = line.find(' ');
      if (blank == std::string_view::npos) return;
      auto command = without_control_characters(line.substr(blank + 1));
      while (command.ends_with(' ')) command.pop_back();
      commands.push_back(std::move(command));
    });
  return commands;
}

}  // namespace scalegen
