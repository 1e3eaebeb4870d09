#include "core/setting.hpp"

#include <gtest/gtest.h>

namespace scalegen {
namespace {

TEST(Setting, ReadsAsAPersonWouldTypeIt) {
  EXPECT_EQ(to_text(Value(std::int64_t{512})), "512");
  EXPECT_EQ(to_text(Value(0.001)), "0.001");
  EXPECT_EQ(to_text(Value(1.0)), "1");
  EXPECT_EQ(to_text(Value("adam")), "adam");
}

TEST(Setting, IsReplacedInItsPlaceOrAddedAtTheEnd) {
  Settings settings = {{"a", std::int64_t{1}}, {"b", std::int64_t{2}}};
  set(settings, "a", "x");
  set(settings, "c", 0.5);
  EXPECT_EQ(settings, (Settings{{"a", "x"}, {"b", std::int64_t{2}}, {"c", 0.5}}));
  EXPECT_EQ(*find(settings, "b"), Value(std::int64_t{2}));
  EXPECT_EQ(find(settings, "d"), nullptr);
}

}  // namespace
}  // namespace scalegen
