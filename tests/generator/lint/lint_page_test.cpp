// docs/lint.md: the rules as their tables have them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>

#include "core/files.hpp"
#include "core/regex.hpp"
#include "core/text.hpp"
#include "generator/lint/rule.hpp"

namespace scalegen::lint {
namespace {

constexpr std::size_t kWidth = 120;

std::string paragraph(const std::string& text) {
  std::istringstream words(text);
  std::string lines;
  std::string line;
  for (std::string word; words >> word;) {
    if (line.size() + 1 + word.size() > kWidth) lines += std::exchange(line, "") + "\n";
    line += (line.empty() ? "" : " ") + word;
  }
  return lines + line + "\n";
}

std::string example(std::string_view script) {
  std::string visible(script);
  replace_matches(visible, Regex("\r"), "^M");
  return "```bash\n" + visible + "```\n";
}

std::string rules_page() {
  std::string page;
  for (const auto& rule : all_rules())
    page += fmt::format("\n### {}\n\n{}\nBad:\n\n{}\nGood:\n\n{}\n{}", rule.name,
                        paragraph(fmt::format("{} {}", rule.summary, rule.decided)), example(rule.bad),
                        example(rule.good), paragraph(fmt::format("Source: {}.", rule.source)));
  return page;
}

TEST(LintPage, HasTheRulesOfTheTables) {
  const auto path = std::filesystem::path(SCALEGEN_SOURCE_DIR) / "docs/lint.md";
  const auto page = read_file(path).value();
  constexpr std::string_view kHead = "\n## Rules\n";
  const auto at = page.find(kHead);
  ASSERT_NE(at, std::string::npos);
  const auto wanted = page.substr(0, at + kHead.size()) + rules_page();
  if (std::getenv("SCALEGEN_UPDATE_GOLDEN") != nullptr && page != wanted) {
    ASSERT_TRUE(write_file(path, wanted));
  }
  EXPECT_EQ(page, wanted) << "run this test with SCALEGEN_UPDATE_GOLDEN=1";
}

}  // namespace
}  // namespace scalegen::lint
