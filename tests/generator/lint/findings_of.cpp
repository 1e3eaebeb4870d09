#include "findings_of.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace scalegen::lint {

std::string findings_of(std::span<const Rule> rules, const std::string& text, const Profile* profile,
                        const std::filesystem::path& folder) {
  const auto script = read_job_script("job.sh", text);
  const LintedScript linted{script, profile, folder};
  std::string all;
  for (const auto& rule : rules) {
    std::vector<Finding> findings;
    rule.check(linted, findings);
    for (const auto& f : findings)
      all += fmt::format("{} {} {}: {} | {}\n", rule.name,
                         f.severity == Severity::error     ? "error"
                         : f.severity == Severity::warning ? "warning"
                                                           : "note",
                         cite(script, f.offset).line, f.message, f.hint);
  }
  return all;
}

void expect_examples_hold(std::span<const Rule> rules, const Profile* profile,
                          const std::filesystem::path& folder) {
  for (const auto& rule : rules) {
    const auto found = findings_of(rules, std::string(rule.bad), profile, folder);
    EXPECT_TRUE(found.starts_with(std::string(rule.name) + " ")) << rule.name << ": " << found;
    EXPECT_EQ(std::ranges::count(found, '\n'), 1) << found;
    EXPECT_EQ(findings_of(rules, std::string(rule.good), profile, folder), "") << rule.name;
  }
}

}  // namespace scalegen::lint
