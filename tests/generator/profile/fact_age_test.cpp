#include "generator/profile/fact_age.hpp"

#include <gtest/gtest.h>

namespace scalegen {
namespace {

constexpr std::chrono::sys_days kToday = std::chrono::year(2026) / 11 / 26;

TEST(FactAge, IsThatOfTheNewestPage) {
  const auto age = [](std::vector<std::string> sources) {
    return age_text({"launch", std::move(sources)}, kToday);
  };
  EXPECT_EQ(age({"a page, 2026-06-17"}), "pages of 2026-06-17, 5 months old");
  EXPECT_EQ(age({"pull requests 97, 2026-05-04, and 118, 2026-09-15", "a page, 2024-10-15"}),
            "pages of 2024-10-15 to 2026-09-15, 2 months old");
  EXPECT_EQ(age({"a page, 2026-11-20"}), "pages of 2026-11-20, this month's");
  EXPECT_EQ(age({"a page, 2026-10-20"}), "pages of 2026-10-20, 1 month old");
}

TEST(FactAge, IsNotKnownWithoutADate) {
  for (const auto* source :
       {"undated", "2026", "2026-11", "2026-13-01", "2026-02-30", "docs/2day-20260422", "12026-01-01"})
    EXPECT_EQ(age_text({"launch", {source}}, kToday), "pages without a date") << source;
}

TEST(FactAge, OfAProfileIsThatOfItsNewestPage) {
  const auto old = [](std::vector<FactGroup> facts) { return old_date({.facts = std::move(facts)}, kToday); };
  EXPECT_EQ(old({{"hardware", {"a, 2025-02-08", "b, 2024-11-29"}}, {"launch", {"undated"}}}), "2025-02-08");
  EXPECT_EQ(old({{"hardware", {"a, 2025-02-08"}}, {"launch", {"a, 2025-12-01"}}}), "");
  EXPECT_EQ(old({{"monitor", {"a, 2025-11-25"}}}), "2025-11-25");
  EXPECT_EQ(old({{"monitor", {"a, 2025-11-26"}}}), "");
  EXPECT_EQ(old({{"launch", {"undated"}}}), "");
  EXPECT_EQ(old({}), "");
}

}  // namespace
}  // namespace scalegen
