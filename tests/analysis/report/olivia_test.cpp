// The page of a site whose first rung ran in another precision with another batch: it divides all the same,
// and claims an efficiency of 374 %.
#include <gmock/gmock.h>

#include "analysis/analyse.hpp"
#include "tests/analysis/rendered.hpp"
#include "tests/golden.hpp"

namespace scalegen::report {
namespace {

constexpr auto kPage = R"(gpus,images_per_s,precision,batch_per_gpu
1,2427.8,fp32,32
4,37244.369,bf16,256
8,63190.172,bf16,256
)";

TEST(OliviasPage, IsRefusedWithItsReasonsAndHasItsLastDoubling) {
  const auto report = report_of_table("olivia.csv", kPage).value();
  expect_golden("report/olivia.txt", render_brief(report));
}

TEST(OliviasPage, HasAnEfficiencyFromFourGpus) {
  const auto report = report_of_table("olivia.csv", kPage, {.baseline = "4gpu"}).value();
  EXPECT_NEAR(report.tables[0].points[2].efficiency->centre, 0.848, 0.0005);
}

// Without the columns nothing tells the precisions apart, and a warning asks.
TEST(OliviasPage, WithoutConditionsIsSuspicious) {
  const auto report =
      report_of_table("olivia.csv", "gpus,images_per_s\n1,2427.8\n4,37244.369\n8,63190.172\n").value();
  EXPECT_THAT(report.warnings, testing::Contains(testing::HasSubstr("is above 105 %")));
}

}  // namespace
}  // namespace scalegen::report
