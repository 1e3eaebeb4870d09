#include "analysis/measurement/further_figure.hpp"

#include <gmock/gmock.h>

#include "core/files.hpp"
#include "tests/temporary_folder.hpp"

namespace scalegen {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

constexpr auto kTests =
    "Train Epoch: 1 [0/1024 (0%)]\tLoss: 2.30\n"
    "Test set: Average loss: 0.71, Accuracy: 101/256 (39%)\n"
    "Train Epoch: 2 [0/1024 (0%)]\tLoss: 1.10\n"
    "Test set: Average loss: -0.05, Accuracy: 251/256 (98%)\n";

const MetricPattern kPrintedAccuracy{
    .name = "accuracy", .regex = R"(Accuracy: .*\({number}%\))", .unit = "%", .use = MetricUse::each_epoch};

// The figure of a run that printed this text.
FurtherFigure figure_of(const std::string& out, const MetricPattern& metric, const TrainerLog& log = {}) {
  const TemporaryFolder folder;
  EXPECT_TRUE(write_file(folder.path() / "out", out));
  return further_figures({folder.path()}, {.further = {metric}}, log).back();
}

std::string missing(const std::string& out, const MetricPattern& metric) {
  const auto figure = figure_of(out, metric);
  EXPECT_FALSE(figure.value) << *figure.value;
  return figure.missing;
}

TEST(FurtherFigure, IsTheLastMatchAndInEachEpochOne) {
  const auto accuracy = figure_of(kTests, kPrintedAccuracy);
  EXPECT_EQ(accuracy.value, 0.98);
  EXPECT_EQ(accuracy.matches, 2);
  EXPECT_THAT(accuracy.epochs, ElementsAre(Pair(1, 0.39), Pair(2, 0.98)));
  const auto loss =
      figure_of(kTests, {.name = "loss", .regex = "Average loss: {number}", .use = MetricUse::last});
  EXPECT_EQ(loss.value, -0.05);
  EXPECT_THAT(loss.epochs, IsEmpty());
}

TEST(FurtherFigure, IsTheMedianIfAsked) {
  MetricPattern mfu{.name = "mfu", .regex = "mfu {number}", .unit = "share", .use = MetricUse::median};
  EXPECT_EQ(figure_of("mfu 0\nmfu 0.5\nmfu 0.25\n", mfu).value, 0.25);
  EXPECT_EQ(missing("mfu nan\nmfu 0.5\n", mfu), "mfu in line 1 of out is 'nan', which is not a number");
  mfu.use = MetricUse::last;
  EXPECT_EQ(figure_of("mfu nan\nmfu 0.5\n", mfu).value, 0.5);
}

TEST(FurtherFigure, IsNoShareBeyondTheWhole) {
  EXPECT_EQ(
      missing("mfu 39\n", {.name = "mfu", .regex = "mfu {number}", .unit = "share", .use = MetricUse::last}),
      "mfu in line 1 of out is '39', and a share is from 0 to 1: write unit: '%' for hundredths");
  EXPECT_EQ(
      missing("cpu 380%\n", {.name = "cpu", .regex = "cpu {number}", .unit = "%", .use = MetricUse::last}),
      "cpu in line 1 of out is '380', and a share is from 0 to 100 %");
}

TEST(FurtherFigure, SaysWhyThereIsNone) {
  EXPECT_EQ(missing("no such line\n", kPrintedAccuracy), "no line of out or err matches accuracy's regex");
}

TEST(FurtherFigure, IsNotOfEpochsIfItsLinesDiffer) {
  auto accuracy = kPrintedAccuracy;
  accuracy.regex = "accuracy: {number}";
  EXPECT_EQ(missing("train accuracy: 90\ntest accuracy: 80\n", accuracy),
            "accuracy matches lines that differ in words, as 'train accuracy: 90' and 'test accuracy: 80': "
            "write the "
            "words of one into its regex");
  std::string steps;
  for (int step = 0; step <= kMostEpochs; ++step) steps += "accuracy: 90\n";
  EXPECT_EQ(missing(steps, accuracy), "accuracy matches 1001 times in a run, more than 1000 epochs");
}

TEST(FurtherFigure, OfEventLinesGivesWayToWhatTheSweepFileNames) {
  const TrainerLog log{.evals = {{.epoch = 1, .accuracy = 0.5, .loss = 2}, {.epoch = 2, .accuracy = 0.75}}};
  EXPECT_EQ(figure_of(kTests, kPrintedAccuracy, log).value, 0.98);
  const TemporaryFolder folder;
  const auto told = further_figures({folder.path()}, {}, log);
  ASSERT_EQ(told.size(), 2U);
  EXPECT_THAT(told[0].epochs, ElementsAre(Pair(1, 0.5), Pair(2, 0.75)));
  EXPECT_EQ(find_figure(told, "loss")->value, 2);
  EXPECT_EQ(find_figure(told, "mfu"), nullptr);
}

}  // namespace
}  // namespace scalegen
