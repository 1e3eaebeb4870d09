// Laws of which the truth is known.
#include <gmock/gmock.h>

#include <cmath>
#include <random>

#include "analysis/models/fit.hpp"
#include "tests/analysis/models/true_laws.hpp"

namespace scalegen::models {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// A ladder whose times follow a law exactly, but for normal scatter.
MeasuredSizes ladder_of(Law law, Scaling scaling, const std::vector<double>& shares,
                        const std::vector<Size>& sizes, double scatter = 0, unsigned seed = 1) {
  std::mt19937 engine(seed);
  std::normal_distribution<double> normal;
  MeasuredSizes measured{.scaling = scaling, .run_sd = scatter > 0 ? scatter : 0.01, .run_df = 10};
  for (const auto& size : sizes)
    measured.sizes.push_back(
        {.rung = std::to_string(static_cast<int>(size.workers)),
         .size = size,
         .log_time = std::log(100) + log_relative_time(law, scaling, shares, size) +
                     std::sqrt(scatter * scatter / 3 + (scatter > 0 ? kModelError * kModelError : 0)) *
                         normal(engine),
         .runs = 3});
  return measured;
}

std::vector<Size> doublings(int count, double on_a_node = 4) {
  std::vector<Size> sizes;
  for (int i = 0; i < count; ++i) {
    const double workers = std::exp2(i);
    sizes.push_back({.workers = workers, .nodes = std::max(workers / on_a_node, 1.0)});
  }
  return sizes;
}

struct Truth2 {
  Law law;
  Scaling scaling;
  std::vector<double> shares;
};

TEST(Fit, FindsTheParametersOfEachLaw) {
  for (const auto& [law, scaling, shares] :
       {Truth2{Law::amdahl, Scaling::strong, {0.02}}, Truth2{Law::gustafson, Scaling::weak, {0.1}},
        Truth2{Law::usl, Scaling::strong, {0.03, 0.0005}}, Truth2{Law::usl, Scaling::weak, {0.01, 0.001}},
        Truth2{Law::alpha_beta, Scaling::strong, {0.004, 0.002}},
        Truth2{Law::alpha_beta, Scaling::weak, {0.05, 0.01}},
        Truth2{Law::alpha_beta_two_networks, Scaling::strong, {0.002, 0.01}},
        Truth2{Law::alpha_beta_two_networks, Scaling::weak, {0.02, 0.1}}}) {
    const auto found = fit(law, ladder_of(law, scaling, shares, doublings(7)));
    EXPECT_NEAR(found.log_c, std::log(100), 1e-4) << name_of(law);
    for (std::size_t i = 0; i < shares.size(); ++i)
      EXPECT_NEAR(found.shares[i].estimate.centre, shares[i], 1e-4 * shares[i] + 1e-6)
          << name_of(law) << " " << i;
    for (const double residual : found.residuals) EXPECT_NEAR(residual, 0, 1e-5) << name_of(law);
  }
}

TEST(Fit, HoldsTheSerialShareInItsIntervalAsOftenAsItSays) {
  int held = 0;
  constexpr int kSweeps = 400;
  for (unsigned seed = 1; seed <= kSweeps; ++seed) {
    const auto measured = ladder_of(Law::amdahl, Scaling::strong, {0.02}, doublings(6), 0.02, seed);
    const auto interval = *fit(Law::amdahl, measured).shares.front().estimate.interval;
    held += interval.low <= 0.02 && 0.02 <= interval.high;
  }
  EXPECT_NEAR(static_cast<double>(held) / kSweeps, 0.95, 0.03);
}

TEST(Fit, HasNoShareBelowZero) {
  auto measured = ladder_of(Law::amdahl, Scaling::strong, {0}, doublings(5));
  for (auto& size : measured.sizes) size.log_time -= 0.1 * std::log(size.size.workers);  // superlinear
  for (const auto law : laws_for(measured))
    for (const auto& share : fit(law, measured).shares) {
      EXPECT_NEAR(share.estimate.centre, 0, 1e-3) << name_of(law);
      EXPECT_GE(share.estimate.interval ? share.estimate.interval->low : 0, 0);
    }
}

std::string chosen(const MeasuredSizes& measured) {
  const auto choice = choose(measured);
  return choice.chosen ? key_of(choice.fits[*choice.chosen].law) : "none: " + choice.why;
}

TEST(Choice, IsTheLawThatTheDataFollow) {
  EXPECT_EQ(chosen(ladder_of(Law::amdahl, Scaling::strong, {0.05}, doublings(7))), "amdahl");
  EXPECT_EQ(chosen(ladder_of(Law::usl, Scaling::strong, {0.02, 0.003}, doublings(7))), "usl");
  EXPECT_EQ(chosen(ladder_of(Law::alpha_beta, Scaling::strong, {0, 0.01}, doublings(7))), "alpha_beta");
  EXPECT_EQ(chosen(ladder_of(Law::alpha_beta_two_networks, Scaling::weak, {0.01, 0.4}, doublings(7))),
            "alpha_beta_two_networks");
  EXPECT_EQ(chosen(ladder_of(Law::gustafson, Scaling::weak, {0.2}, doublings(6))), "gustafson");
}

TEST(Choice, IsNoneIfRungsAreFartherFromAllLawsThanRoundsScatter) {
  auto measured = ladder_of(Law::amdahl, Scaling::strong, {0.05}, doublings(5, 100));
  for (std::size_t k = 0; k < measured.sizes.size(); ++k)
    measured.sizes[k].log_time += k % 2 == 0 ? 0.12 : -0.12;
  EXPECT_EQ(
      chosen(measured),
      "none: no law fits: the universal scalability law misses a rung by 15 %, and rounds scatter by 1 %");
}

TEST(Choice, WantsThreeSizesAndOneMoreThanParameters) {
  const auto measured = [](int sizes) {
    return ladder_of(Law::amdahl, Scaling::strong, {0.05}, doublings(sizes, 100));
  };
  EXPECT_EQ(chosen(measured(1)), "none: a law needs 3 different sizes, and 1 was measured");
  EXPECT_EQ(chosen(measured(2)), "none: a law needs 3 different sizes, and 2 were measured");
  EXPECT_EQ(choose(measured(3)).fits.size(), 1U);
  EXPECT_EQ(choose(measured(3)).why, "3 sizes allow no other law");
  EXPECT_EQ(choose(measured(4)).fits.size(), 3U);
  auto same = measured(3);
  same.sizes[2].size.workers = 2;  // 2 GPUs on one node and on two
  EXPECT_EQ(chosen(same), "none: a law needs 3 different sizes, and 2 were measured");
}

}  // namespace
}  // namespace scalegen::models
