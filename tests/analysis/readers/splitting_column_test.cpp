#include "analysis/readers/splitting_column.hpp"

#include <gtest/gtest.h>

namespace scalegen {
namespace {

using Rungs = std::vector<std::string_view>;
using Texts = std::vector<std::string>;

// Three rows at each of three rungs.
const Rungs kNine{"1gpu", "1gpu", "1gpu", "2gpu", "2gpu", "2gpu", "4gpu", "4gpu", "4gpu"};
// Two at each of two.
const Rungs kFour{"1gpu", "1gpu", "2gpu", "2gpu"};

bool splits(const std::string& name, const Rungs& rungs, const Texts& texts) {
  return splitting_column(name, rungs, texts).has_value();
}

TEST(SplittingColumn, HoldsSettingsThatComeBack) {
  EXPECT_EQ(splitting_column("batch", kFour, {"512", "256", "256", "512"}),
            (SplittingColumn{"batch", {"512", "256"}}));
  EXPECT_TRUE(splits("model", kFour, {"vit", "resnet", "vit", "resnet"}));
  EXPECT_TRUE(splits("model", kFour, {"vit", "resnet", "vit", "vit"}));
  EXPECT_TRUE(splits("dropout", kFour, {"0.1", "0.5", "0.1", "0.5"}));
  EXPECT_TRUE(splits("batch", {"1gpu", "1gpu", "2gpu", "2gpu", "4gpu", "4gpu"},
                     {"256", "512", "512", "1024", "1024", "2048"}));
  EXPECT_TRUE(splits("batch", {"1gpu", "1gpu", "2gpu"}, {"256", "512", "512"}));
  EXPECT_TRUE(splits("tp", kFour, {"1", "2", "1", "2"}));
  EXPECT_TRUE(splits("epoch", kNine, {"1", "2", "3", "1", "2", "3", "1", "2", "3"}));
  EXPECT_TRUE(splits("rank", {"1gpu", "2gpu", "2gpu", "4gpu", "4gpu", "4gpu", "4gpu"},
                     {"0", "0", "1", "0", "1", "2", "3"}));
  EXPECT_TRUE(splits("batch", kNine, {"256", "512", "", "256", "512", "", "256", "512", ""}));
}

TEST(SplittingColumn, IsNoneThatIsTheSameInEachRung) {
  EXPECT_FALSE(splits("batch", kFour, {"256", "256", "512", "512"}));
  EXPECT_FALSE(splits("model", kFour, {"vit", "vit", "vit", "vit"}));
  EXPECT_FALSE(splits("model", kFour, {"", "", "", ""}));
  EXPECT_FALSE(splits("model", {}, {}));
}

TEST(SplittingColumn, IsNoneThatWasMeasured) {
  EXPECT_FALSE(splits("perplexity", kNine, {"9.1", "9.2", "9.1", "9.3", "9.2", "9.1", "9.2", "9.2", "9.3"}));
  EXPECT_FALSE(splits("peak", kNine, {"97", "98", "97", "99", "97", "98", "98", "98", "99"}));
  EXPECT_FALSE(splits("GPU util [%]", kFour, {"98", "99", "98", "99"}));
  EXPECT_FALSE(splits("Top-1 accuracy", kFour, {"0.98", "0.99", "0.98", "0.99"}));
}

TEST(SplittingColumn, IsNoneThatNamesARun) {
  EXPECT_FALSE(splits("seed", kNine, {"1", "2", "3", "1", "2", "3", "1", "2", "3"}));
  EXPECT_FALSE(splits("Slurm", kFour, {"4711", "4712", "4713", "4714"}));
  EXPECT_FALSE(splits("when", kFour, {"2025-11-21", "2025-11-22", "2025-11-21", "2025-11-22"}));
  EXPECT_FALSE(splits("at", kFour, {"10:03:00", "10:04:00", "11:03:00", "10:03:00"}));
  EXPECT_FALSE(splits("node", kFour, {"n1", "n2", "n1", "n2"}));
  EXPECT_FALSE(splits("remark", kFour, {"first try", "better", "cold", "warm"}));
}

}  // namespace
}  // namespace scalegen
