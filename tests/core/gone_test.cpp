#include "core/gone.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "core/files.hpp"
#include "workloads/train/arguments.hpp"

namespace scalegen {
namespace {

TEST(Gone, HasTheRowsOfTheChangeLog) {
  const auto log = read_file(std::filesystem::path(SCALEGEN_SOURCE_DIR) / "CHANGELOG.md");
  ASSERT_TRUE(log);
  constexpr std::string_view kHead = "| gone | in its place |\n|---|---|\n";
  const auto begin = log->find(kHead) + kHead.size();
  std::string rows;
  for (const auto& [name, instead] : gone()) rows += fmt::format("| `{}` | {} |\n", name, instead);
  for (const auto& [name, instead] : train::kGoneOptions)
    rows += fmt::format("| `scalegen-train {}` | {} |\n", name, instead);
  EXPECT_EQ(log->substr(begin, log->find("\n\n", begin) + 1 - begin), rows);
}

TEST(Gone, SaysWhatToDoInItsPlace) {
  EXPECT_EQ(said_of_gone("resume"), "`resume` is gone since 0.3: write `sweep DIR`");
  EXPECT_EQ(said_of_gone("sweep"), "");
}

}  // namespace
}  // namespace scalegen
