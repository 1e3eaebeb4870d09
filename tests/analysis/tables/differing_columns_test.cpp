#include "analysis/tables/differing_columns.hpp"

#include <gmock/gmock.h>

namespace scalegen {
namespace {

using testing::ElementsAre;
using Texts = std::vector<std::string>;

// Three rows at each of three rungs.
const Texts kNine{"1gpu", "1gpu", "1gpu", "2gpu", "2gpu", "2gpu", "4gpu", "4gpu", "4gpu"};
// Two at each of two.
const Texts kFour{"1gpu", "1gpu", "2gpu", "2gpu"};
// One at each.
const Texts kThree{"1gpu", "2gpu", "4gpu"};

TEST(DifferingColumn, HoldsSettingsThatComeBack) {
  const auto apart = [](const std::string& name, const Texts& rungs, const Texts& cells) {
    EXPECT_EQ(judge_column(name, rungs, cells), Differing::apart) << name;
  };
  apart("batch", kFour, {"512", "256", "256", "512"});
  apart("model", kFour, {"vit", "resnet", "vit", "vit"});
  apart("dropout", kFour, {"0.1", "0.5", "0.1", "0.5"});
  apart("batch", {"1gpu", "1gpu", "2gpu"}, {"256", "512", "512"});
  apart("tp", kFour, {"1", "2", "1", "2"});
  apart("flavour", kFour, {"dark", "light", "dark", "light"});
  apart("chunk", kNine, {"1", "2", "3", "1", "2", "3", "1", "2", "3"});
  apart("batch", kNine, {"256", "512", "", "256", "512", "", "256", "512", ""});
  apart("Hardware", kFour, {"A100", "H100", "A100", "H100"});
  apart("GPU", kFour, {"A100", "H100", "H100", "A100"});
  apart("rack", kThree, {"east", "west", "west"});
  apart("scaling", kFour, {"strong", "weak", "strong", "weak"});
}

TEST(DifferingColumn, HoldsAConditionWhereRungsDifferInIt) {
  EXPECT_EQ(judge_column("TP size", kThree, {"1", "2", "4"}), Differing::condition);
  EXPECT_EQ(judge_column("mesh", kThree, {"64x64", "128x64", "128x128"}), Differing::condition);
  EXPECT_EQ(judge_column("depth", kThree, {"8", "16", "16"}), Differing::condition);
}

TEST(DifferingColumn, TellsNothingIfItIsTheSameEverywhere) {
  EXPECT_EQ(judge_column("model", kFour, {"vit", "vit", "vit", "vit"}), Differing::nothing);
  EXPECT_EQ(judge_column("model", kFour, {"", "", "", ""}), Differing::nothing);
  EXPECT_EQ(judge_column("model", {}, {}), Differing::nothing);
}

TEST(DifferingColumn, TellsNothingIfItWasMeasured) {
  for (const auto* name :
       {"perplexity", "loss", "Top-1 accuracy", "GPU util [%]", "peak memory (GiB)", "std"})
    EXPECT_EQ(judge_column(name, kFour, {"97", "98", "97", "98"}), Differing::nothing) << name;
  EXPECT_EQ(
      judge_column("quux", kNine, {"9.1", "9.2", "9.11", "9.3", "9.21", "9.12", "9.22", "9.23", "9.31"}),
      Differing::nothing);
  EXPECT_EQ(judge_column("quux", kThree, {"17", "35", "61"}), Differing::nothing) << "nobody knows of what";
}

TEST(DifferingColumn, TellsNothingIfItNamesARun) {
  const auto nothing = [](const std::string& name, const Texts& cells) {
    EXPECT_EQ(judge_column(name, kFour, cells), Differing::nothing) << name;
  };
  nothing("seed", {"1", "2", "1", "2"});
  nothing("JobID", {"4711", "4712", "4713", "4714"});
  nothing("when", {"2025-11-21", "2025-11-22", "2025-11-21", "2025-11-22"});
  nothing("at", {"10:03:00", "10:04:00", "11:03:00", "10:03:00"});
  nothing("node", {"n1", "n2", "n1", "n2"});
  nothing("remark", {"first try", "better", "cold", "warm"});
}

TEST(DifferingColumn, OpensItsRungsIfNobodyKnows) {
  EXPECT_EQ(judge_column("quux", kFour, {"cold", "warm", "old", "new"}), Differing::open);
  EXPECT_EQ(judge_column("quux", kNine, {"3", "5", "8", "9", "11", "14", "17", "22", "29"}), Differing::open);
}

TEST(DifferingColumn, KnowsTheRungsThatItDiffersIn) {
  EXPECT_THAT(rungs_that_differ(kFour, {"a", "a", "a", "b"}), ElementsAre("2gpu"));
  EXPECT_THAT(rungs_that_differ(kFour, {"a", "", "a", ""}), ElementsAre());
  EXPECT_THAT(distinct({"b", "", "a", "b"}), ElementsAre("b", "a"));
}

}  // namespace
}  // namespace scalegen
