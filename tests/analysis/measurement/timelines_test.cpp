#include "analysis/measurement/timelines.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "core/files.hpp"
#include "tests/temporary_folder.hpp"

namespace scalegen {
namespace {

constexpr double kEight = 1784016000;  // 2026/07/14 08:00:00 UTC

Measurement write_run(const RunDirectory& directory, const std::string& file, const std::string& text) {
  const auto attempt = directory.attempt("1gpu-r1", "1");
  EXPECT_TRUE(make_folders(attempt.root));
  EXPECT_TRUE(write_file(attempt.root / file, text));
  return {.run = "1gpu-r1",
          .attempt = "1",
          .window = MeasuredWindow{.warm_up_steps = 2, .span = TimeSpan{kEight + 100, kEight + 700}}};
}

stats::Summary all_of(const Trace& trace) {
  stats::Summary all;
  for (const auto& part : trace.parts) all.add(part);
  return all;
}

TEST(Timelines, CountEverySampleOfTheWindowAndNoOther) {
  const TemporaryFolder folder;
  std::string text = "timestamp, uuid, utilization.gpu [%], memory.used [MiB], power.draw [W]\n";
  for (int t = 0; t < 800; ++t)
    text += fmt::format("2026/07/14 08:{:02}:{:02}.000, GPU-a, {} %, 2048 MiB, {} W\n", t / 60, t % 60,
                        t < 100 ? 0 : (t % 12 == 5 ? 10 : 90), 200 + t % 2);
  const RunDirectory directory{folder.path()};
  const auto run = write_run(directory, "gpu.n1.csv", text);
  const auto timeline = read_gpu_timeline(run, directory);
  ASSERT_TRUE(timeline);
  const auto& traces = timeline->gpus.at("n1:GPU-a");
  EXPECT_EQ(traces[0].parts.size(), 200U);
  const auto all = all_of(traces[0]);
  EXPECT_EQ(all.count, 600);
  EXPECT_EQ(all.least, 10);
  const auto usage =
      read_gpu_usage(list_attempt(directory.attempt("1gpu-r1", "1").root), run.window->span.value());
  EXPECT_DOUBLE_EQ(*all.mean(), *usage.gpus.front().utilisation_percent) << "as the results table";
  EXPECT_EQ(traces[2].parts[0].most, 201);
}

TEST(Timelines, TellWarmUpFromMeasuredSteps) {
  const TemporaryFolder folder;
  std::string text;
  for (int i = 1; i <= 6; ++i)
    text +=
        fmt::format(R"({{"event":"step","step":{},"seconds":{},"samples":8}})", i, i < 3 ? 0.5 : 0.25) + "\n";
  const RunDirectory directory{folder.path()};
  const auto timeline = read_step_timeline(write_run(directory, "metrics.jsonl", text), directory);
  ASSERT_TRUE(timeline);
  EXPECT_EQ(all_of(timeline->warm_up).count, 2);
  EXPECT_EQ(all_of(timeline->warm_up).least, 0.5);
  EXPECT_EQ(all_of(timeline->measured).count, 4);
  EXPECT_EQ(all_of(timeline->measured).most, 0.25);
  EXPECT_EQ(timeline->warm_up.parts[0].count, 1) << "step 1";
  const auto third = static_cast<std::size_t>(std::log2(3) / timeline->measured.width);
  EXPECT_EQ(timeline->measured.parts[third].count, 1);
}

TEST(Timelines, TakeNoUnknownTimeForZero) {
  const TemporaryFolder folder;
  std::string text;
  for (int i = 1; i <= 6; ++i)
    text +=
        fmt::format(R"({{"event":"step","step":{}{},"samples":8}})", i, i == 4 ? "" : ",\"seconds\":0.25") +
        "\n";
  const RunDirectory directory{folder.path()};
  const auto timeline = read_step_timeline(write_run(directory, "metrics.jsonl", text), directory);
  ASSERT_TRUE(timeline);
  EXPECT_EQ(all_of(timeline->measured).count, 3);
  EXPECT_EQ(all_of(timeline->measured).least, 0.25);
}

TEST(Timelines, OfARunWithoutStepsAreNone) {
  const TemporaryFolder folder;
  EXPECT_FALSE(read_step_timeline({.run = "1gpu-r1", .attempt = "1"}, {folder.path()}));
}

}  // namespace
}  // namespace scalegen
