#include "analysis/scaling/figure_text.hpp"

#include <gtest/gtest.h>

namespace scalegen {
namespace {

stats::Estimate estimate(double centre, double low, double high) { return {centre, {{low, high, 0.95}}}; }

TEST(FigureText, HasAsManyPlacesAsTheWidthTells) {
  EXPECT_EQ(factor_text(estimate(1.8381, 1.7912, 1.8802)), "1.84x [1.79, 1.88]");
  EXPECT_EQ(factor_text(estimate(3.1003, 3.0982, 3.1029)), "3.100x [3.098, 3.103]");
  EXPECT_EQ(factor_text(estimate(14.72, 13.9, 16.02)), "14.7x [13.9, 16.0]");
  EXPECT_EQ(efficiency_text(estimate(0.38702, 0.38694, 0.38711)), "38.702 % [38.694, 38.711]");
  EXPECT_EQ(estimate_text(estimate(1026.7, 1017.2, 1042.4)), "1027 [1017, 1042]");
  EXPECT_EQ(estimate_text(estimate(1026.72, 1026.5, 1027.01)), "1026.7 [1026.5, 1027.0]");
}

TEST(FigureText, KeepsZerosOnBothEnds) {
  EXPECT_EQ(estimate_text(estimate(0.05, 0.0499, 0.0501)), "0.0500 [0.0499, 0.0501]");
  EXPECT_EQ(estimate_text(estimate(0.0035, 0.00349, 0.0035)), "0.003500 [0.003490, 0.003500]");
  EXPECT_EQ(efficiency_text(estimate(1.0034, 0.992, 1.0142)), "100.3 % [99.2, 101.4]");
  EXPECT_EQ(value_text(0.05, Quantity::rate), "0.0500");
}

TEST(FigureText, TellsBothEndsFromALimit) {
  EXPECT_EQ(efficiency_text(estimate(0.7021, 0.70004, 0.7049), 0.7), "70.210 % [70.004, 70.490]");
  EXPECT_EQ(factor_text(estimate(1.52, 1.5, 1.54), 1.5), "1.52x [1.50, 1.54]") << "the same number looks so";
  EXPECT_EQ(estimate_beside(estimate(1.84, 1.79, 1.88), 24, " h"), "1.84 h [1.79, 1.88]");
}

TEST(FigureText, LeavesOutWhatTheArithmeticLeft) {
  EXPECT_EQ(factor_text(estimate(1.5, 1.5, 1.5)), "1.50x [1.50, 1.50]");
  EXPECT_EQ(factor_text(estimate(1.5, 1.5 - 1e-15, 1.5 + 1e-15)), "1.50x [1.50, 1.50]");
}

TEST(FigureText, BoundsWhatIsTooWideToSayAnything) {
  EXPECT_EQ(factor_text(estimate(1.2, 0.0004, 4000)), "1.20x [<0.01, >1000]");
  EXPECT_EQ(factor_text(estimate(1.2, 0.004, 20)), "1.20x [<0.01, 20.00]");
  EXPECT_EQ(estimate_text(estimate(1000, 9, 136928)), "1000 [9, >1000]");
  EXPECT_EQ(estimate_text(estimate(1110, 9, 136928)), "1110 [9, 1.4e+05]") << "no end below the centre";
}

TEST(FigureText, WritesVeryLargeAndSmallOnesInPowersOfTen) {
  EXPECT_EQ(estimate_text(estimate(10272000, 10171000, 10424000)), "1.03e7 [1.02e7, 1.04e7]");
  EXPECT_EQ(estimate_text(stats::Estimate{0.00000123}), "1.23e-6");
  EXPECT_EQ(estimate_text(stats::Estimate{0}), "0");
}

}  // namespace
}  // namespace scalegen
