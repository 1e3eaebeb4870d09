// Each command line of scalegen that README and docs show is one that it understands.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "cli/arguments.hpp"
#include "core/files.hpp"

namespace scalegen {
namespace {

namespace fs = std::filesystem;

// The words of a line of bash, up to a comment, a redirection or another command. Quotes hold a word
// together.
std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (const char c : line + " ") {
    if (quote != 0) {
      if (c == quote)
        quote = 0;
      else
        word += c;
    } else if (c == '\'' || c == '"') {
      quote = c;
      in_word = true;
    } else if (c != ' ') {
      if (!in_word && (c == '#' || c == '>' || c == '|' || c == '<' || c == '&' || c == ';')) break;
      word += c;
      in_word = true;
    } else if (in_word) {
      words.push_back(std::move(word));
      word.clear();
      in_word = false;
    }
  }
  return words;
}

bool is_scalegen(const std::string& word) {
  return word == "scalegen" || word == "./scalegen" || word.ends_with("/bin/scalegen") ||
         word == "~/scalegen/scalegen";
}

// An example is indented, or in a fence; a prompt may precede it. Empty if the line is no such command.
std::vector<std::string> command_in(const std::string& line) {
  auto words = words_of(line);
  if (!words.empty() && words.front() == "$") words.erase(words.begin());
  return words.empty() || !is_scalegen(words.front()) ? std::vector<std::string>() : words;
}

std::vector<fs::path> pages() {
  const fs::path root = SCALEGEN_SOURCE_DIR;
  std::vector<fs::path> pages{root / "README.md", root / "CONTRIBUTING.md", root / "bench/README.md"};
  for (const auto& entry : fs::recursive_directory_iterator(root / "docs"))
    if (entry.path().extension() == ".md") pages.push_back(entry.path());
  std::sort(pages.begin(), pages.end());
  return pages;
}

struct Example {
  std::string place{};
  std::vector<std::string> words{};
};

std::vector<Example> examples() {
  std::vector<Example> all;
  for (const auto& page : pages()) {
    std::istringstream lines(read_file(page).value());
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
      ++number;
      const bool is_indented = line.starts_with("    ");
      if (auto words = is_indented ? command_in(line) : std::vector<std::string>(); !words.empty())
        all.push_back({fmt::format("{}:{}: {}", page.filename().string(), number, line), std::move(words)});
    }
  }
  return all;
}

TEST(DocumentedCommands, AreUnderstood) {
  const auto all = examples();
  EXPECT_GT(all.size(), 60U);
  for (const auto& [place, words] : all) {
    std::vector<const char*> argv;
    for (const auto& word : words) argv.push_back(word.c_str());
    const auto command = parse_arguments(static_cast<int>(argv.size()), argv.data());
    EXPECT_TRUE(command) << place << "\n" << render(command.error());
    EXPECT_FALSE(command && std::holds_alternative<PrintText>(*command) && words.size() == 1) << place;
  }
}

TEST(DocumentedCommands, AreReadAsBashReadsThem) {
  EXPECT_EQ(command_in("    ./scalegen report 'a b' --advise \"x=1 %\" > out.html   # prints"),
            (std::vector<std::string>{"./scalegen", "report", "a b", "--advise", "x=1 %"}));
  EXPECT_EQ(command_in("    $ scalegen list"), (std::vector<std::string>{"scalegen", "list"}));
  EXPECT_TRUE(command_in("    scalegen: end of a run").empty());
  EXPECT_TRUE(command_in("    # scalegen list").empty());
}

}  // namespace
}  // namespace scalegen
