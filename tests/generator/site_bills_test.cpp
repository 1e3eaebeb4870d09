// The price of an hour of some rungs at each site: computed by hand from the site's own rules, not by this
// program.
#include <fmt/format.h>

#include "tests/generator/sweeps.hpp"

namespace scalegen {
namespace {

/// "0.5 LUMI GPU-hours", or what is held where the site has no units.
std::string bill(const std::string& site, const std::string& rung, const std::string& more = "") {
  const auto program = rung.find("cpu") == std::string::npos ? "python: a\n" : "command: ./a.out\n";
  const auto planned = plan_text(
      fmt::format("name: t\naccount: p\nrepeats: 1\nscales: [{}]\n{}{}", rung, program, more), site);
  if (!planned) return render(planned.error());
  const auto& rate = planned->plan.runs.front().rate;
  return rate.unit.empty()
             ? fmt::format("{:.6g} GPU-hours, {:.6g} core-hours", rate.gpu_hours, rate.core_hours)
             : fmt::format("{:.6g} {}", rate.units, rate.unit);
}

const std::string kWhole = "sbatch: [--exclusive]\n";

TEST(SiteBills, OfLumiAreHalfAGpuHourAGcdAndFourANode) {
  EXPECT_EQ(bill("lumi", "1gpu"), "0.5 LUMI GPU-hours");
  EXPECT_EQ(bill("lumi", "1gpu", kWhole), "4 LUMI GPU-hours");
  EXPECT_EQ(bill("lumi", "1gpu", "memory: 100G\n"), "1 LUMI GPU-hours");  // 0.5 * ceil(100 / 64)
  EXPECT_EQ(bill("lumi", "8gpu"), "4 LUMI GPU-hours");
  EXPECT_EQ(bill("lumi", "2x8gpu"), "8 LUMI GPU-hours");
  EXPECT_EQ(bill("lumi", "32cpu"), "32 core-hours");
  EXPECT_EQ(bill("lumi", "32cpu", kWhole), "128 core-hours");
}

TEST(SiteBills, OfOliviaAreGpuHoursOrTheLargerOfCoresAndMemory) {
  EXPECT_EQ(bill("olivia", "1gpu"), "1 Olivia GPU-hours");
  EXPECT_EQ(bill("olivia", "4gpu"), "4 Olivia GPU-hours");
  EXPECT_EQ(bill("olivia", "2x4gpu"), "8 Olivia GPU-hours");
  EXPECT_EQ(bill("olivia", "32cpu"), "32 billing units");  // 32 * 2900 MiB are 90.6 GiB, and 30.8 units
  EXPECT_EQ(bill("olivia", "32cpu", "memory: 700G\n"), "237.944 billing units");  // 0.3399205 * 700
}

TEST(SiteBills, OfAlpsAreNodes) {
  EXPECT_EQ(bill("alps", "1gpu"), "1 node-hours");
  EXPECT_EQ(bill("alps", "4gpu"), "1 node-hours");
  EXPECT_EQ(bill("alps", "2x4gpu"), "2 node-hours");
}

TEST(SiteBills, OfFrontierAreNodes) {
  EXPECT_EQ(bill("frontier", "1gpu"), "1 node-hours");
  EXPECT_EQ(bill("frontier", "8gpu"), "1 node-hours");
  EXPECT_EQ(bill("frontier", "8x8gpu"), "8 node-hours");
  EXPECT_EQ(bill("frontier", "100x8gpu"), "100 node-hours");
  EXPECT_EQ(bill("frontier", "7cpu"), "1 node-hours");
}

TEST(SiteBills, OfLeonardoAreTheLargestShareOfANodesCores) {
  EXPECT_EQ(bill("leonardo", "1gpu"), "8 local core-hours");
  EXPECT_EQ(bill("leonardo", "1gpu", kWhole), "32 local core-hours");
  EXPECT_EQ(bill("leonardo", "1gpu", "memory: 247000M\n"), "16 local core-hours");  // half of the memory
  EXPECT_EQ(bill("leonardo", "4gpu"), "32 local core-hours");
  EXPECT_EQ(bill("leonardo", "2x4gpu"), "64 local core-hours");
  EXPECT_EQ(bill("leonardo", "14cpu"), "14 local core-hours");
  EXPECT_EQ(bill("leonardo", "14cpu", kWhole), "112 local core-hours");
}

TEST(SiteBills, OfPerlmutterAreSharesOfNodes) {
  EXPECT_EQ(bill("perlmutter", "1gpu"), "0.25 GPU node-hours");
  EXPECT_EQ(bill("perlmutter", "1gpu", "partition: gpu\n"), "1 GPU node-hours");
  EXPECT_EQ(bill("perlmutter", "2gpu"), "0.5 GPU node-hours");
  EXPECT_EQ(bill("perlmutter", "3gpu"), "1 GPU node-hours");
  EXPECT_EQ(bill("perlmutter", "2x4gpu"), "2 GPU node-hours");
  EXPECT_EQ(bill("perlmutter", "16cpu"), "0.125 CPU node-hours");
  EXPECT_EQ(bill("perlmutter", "16cpu", "partition: cpu\n"), "1 CPU node-hours");
}

TEST(SiteBills, OfRoihuAreTwoHundredAGpuAndThreeQuartersACore) {
  EXPECT_EQ(bill("roihu", "1gpu"), "200 GPU BU");
  EXPECT_EQ(bill("roihu", "1gpu", kWhole), "800 GPU BU");
  EXPECT_EQ(bill("roihu", "4gpu"), "800 GPU BU");
  EXPECT_EQ(bill("roihu", "2x4gpu"), "1600 GPU BU");
  EXPECT_EQ(bill("roihu", "48cpu"), "36 CPU BU");                    // 0.75 * 48; 93 GiB are 34.9
  EXPECT_EQ(bill("roihu", "48cpu", "memory: 200G\n"), "75 CPU BU");  // 0.375 * 200
  EXPECT_EQ(bill("roihu", "48cpu", kWhole), "288 CPU BU");
  EXPECT_EQ(bill("roihu", "384cpu"), "288 CPU BU");
}

// Della, Cyclone and PARAM Rudra have no units: what a job keeps from others.
TEST(SiteBills, OfOtherSitesAreWhatIsHeld) {
  EXPECT_EQ(bill("della", "1gpu"), "1 GPU-hours, 8 core-hours");
  EXPECT_EQ(bill("della", "1gpu", kWhole), "4 GPU-hours, 48 core-hours");
  EXPECT_EQ(bill("della", "2x4gpu"), "8 GPU-hours, 64 core-hours");
  EXPECT_EQ(bill("cyclone", "1gpu"), "1 GPU-hours, 10 core-hours");
  EXPECT_EQ(bill("cyclone", "1gpu", kWhole), "4 GPU-hours, 40 core-hours");
  EXPECT_EQ(bill("cyclone", "2x2gpu"), "4 GPU-hours, 40 core-hours");
  EXPECT_EQ(bill("param_rudra", "1gpu"), "1 GPU-hours, 10 core-hours");
  EXPECT_EQ(bill("param_rudra", "1gpu", kWhole), "2 GPU-hours, 48 core-hours");
  EXPECT_EQ(bill("param_rudra", "2x2gpu"), "4 GPU-hours, 40 core-hours");
}

}  // namespace
}  // namespace scalegen
