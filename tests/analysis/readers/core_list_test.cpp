#include "analysis/readers/placement_log.hpp"

#include <gmock/gmock.h>

namespace scalegen {
namespace {

using testing::ElementsAre;

TEST(CoreList, IsReadAsTheKernelWritesIt) {
  EXPECT_THAT(parse_core_list("3").value(), ElementsAre(3));
  EXPECT_THAT(parse_core_list("0-2,8,10-11").value(), ElementsAre(0, 1, 2, 8, 10, 11));
  EXPECT_THAT(parse_core_list("4,0-1,1-2").value(), ElementsAre(0, 1, 2, 4));
}

TEST(CoreList, OfAnotherFormIsNone) {
  for (const auto* text : {"", "a", "0-", "-1", "3-1", "0,", ",0", "0 1", "0-70000", "99999999999"})
    EXPECT_FALSE(parse_core_list(text)) << text;
}

}  // namespace
}  // namespace scalegen
