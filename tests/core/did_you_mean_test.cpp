#include "core/text.hpp"

#include <gtest/gtest.h>

namespace scalegen {
namespace {

const std::vector<std::string> kKeys = {"name", "nodes", "time_limit", "scales"};

TEST(DidYouMean, FindsTheWordThatWasMeant) {
  EXPECT_EQ(did_you_mean("node", kKeys), "did you mean 'nodes'?");
  EXPECT_EQ(did_you_mean("scalse", kKeys), "did you mean 'scales'?");
  EXPECT_EQ(did_you_mean("nmae", kKeys), "did you mean 'name'?");
  EXPECT_EQ(did_you_mean("adma", {"sgd", "adam"}), "did you mean 'adam'?");
  EXPECT_EQ(did_you_mean("time", kKeys), "did you mean 'time_limit'?");
}

TEST(DidYouMean, ListsWhatIsKnownRatherThanGuess) {
  EXPECT_EQ(did_you_mean("bar", kKeys), "known: name, nodes, time_limit, scales");
  EXPECT_EQ(closest("", kKeys), "");
  EXPECT_EQ(closest("x", {}), "");
}

TEST(DidYouMean, TakesTheClosestOfSeveral) { EXPECT_EQ(closest("repeat", {"repel", "repeats"}), "repeats"); }

}  // namespace
}  // namespace scalegen
