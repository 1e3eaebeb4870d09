// What a log proposes is what sweep files and --metrics take.
#include "analysis/readers/proposed_metric.hpp"

#include <gtest/gtest.h>

#include "core/files.hpp"
#include "generator/sweep_file/metrics_reader.hpp"
#include "generator/sweep_file/sweep_reader.hpp"
#include "tests/analysis/readers/logs_with_figures.hpp"
#include "tests/temporary_folder.hpp"

namespace scalegen {
namespace {

TEST(ProposedMetrics, AreReadAsTheyWereProposed) {
  const TemporaryFolder folder;
  for (const auto& [log, metrics] : logs_with_figures()) {
    if (metrics.empty()) continue;
    EXPECT_TRUE(write_file(folder.path() / "log", log));
    const auto proposed = propose_metric(folder.path() / "log").value().metric.value().pattern;
    const auto sweep = read_sweep("sweep.yaml", "name: t\ncommand: ./a\n" + metrics_line(proposed) + "\n");
    ASSERT_TRUE(sweep) << render(sweep.error());
    EXPECT_EQ(sweep->metrics, std::vector{proposed});
    const auto option = read_metric_option(metrics_option(proposed));
    ASSERT_TRUE(option) << render(option.error());
    EXPECT_EQ(*option, proposed);
  }
}

}  // namespace
}  // namespace scalegen
