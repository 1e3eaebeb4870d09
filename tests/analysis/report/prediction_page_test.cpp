#include "analysis/report/prediction_page.hpp"

#include <gmock/gmock.h>

#include "analysis/analyse.hpp"
#include "analysis/report/sections.hpp"
#include "tests/analysis/cost/priced_sweep.hpp"
#include "tests/analysis/rendered.hpp"
#include "tests/golden.hpp"

namespace scalegen::report {
namespace {

// Two networks, three rounds.
constexpr auto kGpus =
    "rung,seconds\n"
    "cpu,1000\ncpu,1010\ncpu,995\n"
    "1gpu,100.1\n1gpu,99.8\n1gpu,100.4\n"
    "2gpu,50.9\n2gpu,51.2\n2gpu,50.8\n"
    "4gpu,26.4\n4gpu,26.5\n4gpu,26.2\n"
    "2x4gpu,14.9\n2x4gpu,14.8\n2x4gpu,15.0\n"
    "4x4gpu,9.1\n4x4gpu,9.0\n4x4gpu,9.2\n";

Report report_of_lines(const std::string& text) { return report_of_table("gpus.csv", text, {}).value(); }

models::MeasuredSizes measured_gpus(const MadeUpSweep& sweep) {
  const auto report = sweep.report();
  return models::measured_sizes(report.tables.front(), Scaling::strong, Quantity::rate).front();
}

std::string error_of(const std::string& table, const std::string& to) {
  const auto page = prediction_page(report_of_lines(table), to);
  return page ? "no error\n" : render(page.error());
}

TEST(PredictionPage, OfNodes) {
  const auto page = prediction_page(report_of_lines(kGpus), "32x4gpu").value();
  expect_golden("report/predicted.txt", render_terminal(page));
  expect_golden("report/predicted.json", render_json(page));
}

TEST(PredictionPage, NamesSizesAsTheirRungsWouldBe) {
  for (const auto* to : {"128gpu", "32x4gpu", "32nodes", "32 x 4 GPUs"}) {
    const auto page = prediction_page(report_of_lines(kGpus), to);
    ASSERT_TRUE(page) << to;
    const auto& predictions = page->ladders.front().outlook.predictions;
    ASSERT_EQ(predictions.size(), 3U) << to;
    EXPECT_EQ(predictions[0].at.name, "8x4gpu");
    EXPECT_EQ(predictions[1].at.name, "16x4gpu");
    EXPECT_EQ(predictions[2].at.name, "32x4gpu");
    EXPECT_EQ(predictions[2].at.size, (models::Size{.workers = 128, .nodes = 32})) << to;
  }
}

// What the law says of these times of weak scaling.
std::string law_of(const std::string& table, const std::string& to) {
  const auto report = report_of_table("t.csv", table, {.scaling = Scaling::weak}).value();
  return outlook_lines(prediction_page(report, to).value().ladders.front().outlook).front();
}

TEST(PredictionPage, SaysIfItsSharesAreOfARunThatWasNotMeasured) {
  EXPECT_EQ(law_of("nodes,time (s)\n1,101.2\n2,103.8\n4,107.3\n", "8nodes"),
            "Gustafson's law fits (3 sizes allow no other law): serial share 7.25 % [0.00, 16.98]; rungs are "
            "within 0.85 % of it");
  EXPECT_EQ(
      law_of("nodes,cores per node,time (s)\n1,128,101.2\n2,128,103.8\n4,128,107.3\n", "8x128cpu"),
      "Gustafson's law fits (3 sizes allow no other law): serial share 90.9 % [79.0, 100.0] (on 1/128 of "
      "128cores, which was not measured); rungs are within 0.85 % of it");
}

constexpr auto kOneNode =
    "gpus,seconds\n1,100\n1,101\n1,99.5\n2,50.5\n2,51\n2,50.2\n4,25.75\n4,25.9\n4,25.6\n";

std::vector<models::NamedSize> sizes_of(const PredictionPage& page) {
  std::vector<models::NamedSize> sizes;
  for (const auto& prediction : page.ladders.front().outlook.predictions) sizes.push_back(prediction.at);
  return sizes;
}

TEST(PredictionPage, FillsNodesOfTheShapeThatIsAskedFor) {
  const auto page = prediction_page(report_of_lines(kOneNode), "16x4gpu").value();
  EXPECT_THAT(sizes_of(page),
              testing::ElementsAre(models::NamedSize{"2x4gpu", {.workers = 8, .nodes = 2}},
                                   models::NamedSize{"4x4gpu", {.workers = 16, .nodes = 4}},
                                   models::NamedSize{"8x4gpu", {.workers = 32, .nodes = 8}},
                                   models::NamedSize{"16x4gpu", {.workers = 64, .nodes = 16}}));
  const auto alone = prediction_page(report_of_lines(kOneNode), "2x4gpu").value();
  const auto& interval = *alone.ladders.front().outlook.predictions.front().value->interval;
  EXPECT_NEAR(interval.low, 12.4, 0.05);
  EXPECT_NEAR(interval.high, 31.3, 0.05);
  EXPECT_EQ(page.ladders.front().outlook.predictions.front().value->interval, interval);
}

TEST(PredictionPage, SaysThatTheShapeOfASizeIsUnknown) {
  const auto text = render_terminal(prediction_page(report_of_lines(kOneNode), "16gpu").value());
  EXPECT_THAT(text, testing::HasSubstr("\npredicted up to 16 GPUs, shape unknown, not measured\n"));
  EXPECT_THAT(text, testing::HasSubstr("\n8 GPUs, shape unknown   "));
  EXPECT_THAT(text, testing::HasSubstr("\n16 GPUs, shape unknown  "));
  const auto of_cores = report_of_lines("cores,seconds\n16,90\n32,50\n64,30\n");
  EXPECT_THAT(render_terminal(prediction_page(of_cores, "128 cores").value()),
              testing::HasSubstr("\n128 cores, shape unknown  "));
}

constexpr auto kBorder =
    "only 2x4gpu is on several nodes: whether it shows a trend, or a break that comes once, cannot be told "
    "apart\n";

TEST(PredictionPage, TellsNoTrendFromABreakByOneRungOnSeveralNodes) {
  const std::string one = "rung,seconds\n1gpu,100\n2gpu,51\n4gpu,26\n2x4gpu,16\n";
  EXPECT_THAT(render_terminal(prediction_page(report_of_lines(one), "8x4gpu").value()),
              testing::HasSubstr(kBorder));
  const auto two = report_of_lines(one + "4x4gpu,9\n");
  EXPECT_THAT(render_terminal(prediction_page(two, "8x4gpu").value()),
              testing::Not(testing::HasSubstr("is on several nodes")));
  const auto on_one = report_of_lines("rung,seconds\n1gpu,100\n2gpu,51\n4gpu,26\n");
  EXPECT_THAT(render_terminal(prediction_page(on_one, "8x4gpu").value()),
              testing::Not(testing::HasSubstr("is on several nodes")));
}

// The plan of a sweep says which of its rungs fill a node, or how many GPUs of whole nodes are billed.
TEST(PredictionPage, KnowsTheNodesOfASweepByItsPlan) {
  auto sweep = priced_sweep(3);
  std::erase_if(sweep.runs, [](const auto& made) { return made.record.run.rung.nodes > 1; });
  const auto next = [&] { return models::outlook_of(measured_gpus(sweep)).predictions.front().at; };
  EXPECT_EQ(next(), (models::NamedSize{"8gpu", {.workers = 8}}));
  for (auto& made : sweep.runs) {
    made.record.run.resources.whole_nodes = true;
    made.record.run.rate.gpu_hours = 8;
  }
  EXPECT_EQ(next(), (models::NamedSize{"8gpu", {.workers = 8, .nodes = 1}}));
  for (auto& made : sweep.runs) {
    made.record.run.resources.whole_nodes = false;
    made.record.run.resources.fills_nodes = made.record.run.rung.ranks_per_node == 4;
  }
  EXPECT_EQ(next(), (models::NamedSize{"2x4gpu", {.workers = 8, .nodes = 2}}));
}

TEST(PredictionPage, RefusesWhatItCannotPredict) {
  EXPECT_EQ(error_of(kGpus, "0gpu"),
            "error: --to 0gpu is no size up to 1000000\n      = hint: write --to 4cpu or --to 16x4gpu\n");
  EXPECT_EQ(error_of(kGpus, "1000000000000gpu"),
            "error: --to 1000000000000gpu is no size up to 1000000\n"
            "      = hint: write --to 4cpu or --to 16x4gpu\n");
  EXPECT_EQ(error_of(kGpus, "many"),
            "error: --to many is no size up to 1000000\n      = hint: write --to 4cpu or --to 16x4gpu\n");
  EXPECT_EQ(error_of(kGpus, "8gpu"),
            "error: --to 8gpu is not larger than 4x4gpu, which was measured\n"
            "      = hint: ask for a larger size; the report has what was measured\n");
  EXPECT_EQ(
      error_of(kGpus, "64cpu"),
      "error: a law needs 3 different sizes, and 1 was measured\n      = hint: measure more rungs first\n");
  EXPECT_EQ(
      error_of("rung,seconds\n1gpu,9\n2gpu,5\n", "8gpu"),
      "error: a law needs 3 different sizes, and 2 were measured\n      = hint: measure more rungs first\n");
  EXPECT_EQ(error_of("rung,seconds\n1gpu,9\n2gpu,5\n4gpu,3\n", "8cpu"),
            "error: --to 8cpu cannot be compared with what was measured, which counts gpu\n"
            "      = hint: write --to 16gpu\n");
  EXPECT_EQ(error_of("rung,seconds\n1gpu,9\n2gpu,5\n4gpu,3\n", "8nodes"),
            "error: --to 8nodes cannot be compared with what was measured, which counts gpu\n"
            "      = hint: write --to 16gpu\n");
  EXPECT_EQ(error_of("rung,seconds\nsmall,9\nlarge,5\n", "8gpu"),
            "error: nothing can be predicted: no rung of a known size was measured\n"
            "      = hint: name rungs as 4gpu, 2x4gpu or 8ranks\n");
}

TEST(PredictionPage, SpeaksInTheUnitsOfTheSweep) {
  EXPECT_EQ(error_of("rung,seconds\n1cpu,9\n2cpu,5\n4cpu,3\n", "64gpu"),
            "error: --to 64gpu cannot be compared with what was measured, which counts cpu\n"
            "      = hint: write --to 16cpu\n");
  for (const auto& [table, name, shown] :
       {std::tuple("rung,seconds\n1cpu,9\n2cpu,5\n4cpu,3\n", "64cpu", "64 CPU ranks, shape unknown"),
        std::tuple("rung,seconds\n16 cores,90\n32 cores,50\n48 cores,40\n", "64cores",
                   "64 cores, shape unknown"),
        std::tuple("rung,seconds\n1x8cores,9\n2x8cores,5\n4x8cores,3\n", "8x8cores", "8x8cores"),
        std::tuple("rung,seconds\n1node,9\n2nodes,5\n4nodes,3\n", "64nodes", "64nodes")}) {
    const auto to = std::string(name) == "64nodes" ? "64 Nodes" : "64 cores";
    const auto page = prediction_page(report_of_lines(table), to);
    ASSERT_TRUE(page) << table << render(page.error());
    EXPECT_EQ(page->ladders.front().outlook.predictions.back().at.name, name);
    EXPECT_THAT(render_terminal(*page),
                testing::HasSubstr(std::string("\npredicted up to ") + shown + ", not measured\n"));
  }
}

TEST(PredictionPage, SpeaksInTheWordsOfATableThatSaysItsNodes) {
  const std::string table = "rung,seconds\n1x128cores,900\n2x128cores,460\n4x128cores,240\n";
  for (const auto* to : {"16nodes", "2048 cores", "16x128cpu"}) {
    std::vector<std::string> names;
    for (const auto& size : sizes_of(prediction_page(report_of_lines(table), to).value()))
      names.push_back(size.name);
    EXPECT_EQ(names, (std::vector<std::string>{"8x128cores", "16x128cores"})) << to;
  }
}

TEST(PredictionPage, KeepsKindsOfDevicesApart) {
  const std::string both = "rung,seconds\n1cpu,900\n2cpu,450\n4cpu,226\n1gpu,100\n2gpu,51\n4gpu,26\n";
  for (const auto& [to, rungs] : {std::pair("16cpu", "8cpu"), std::pair("16gpu", "8gpu")}) {
    const auto page = prediction_page(report_of_lines(both), to).value();
    EXPECT_EQ(page.ladders.front().outlook.predictions.front().at.name, rungs);
    EXPECT_EQ(page.ladders.front().outlook.measured.sizes.size(), 3U);
  }
}

TEST(PredictionPage, PredictsTheValueOfWeakScaling) {
  const auto report =
      report_of_table("weak.csv", "ranks,seconds\n1,10\n2,10.1\n4,10.2\n8,10.3\n", {.scaling = Scaling::weak})
          .value();
  const auto page = prediction_page(report, "16ranks").value();
  const auto& prediction = page.ladders.front().outlook.predictions.front();
  EXPECT_NEAR(prediction.value->centre, 10.4, 0.3);
  EXPECT_NEAR(prediction.efficiency->centre, 0.96, 0.03);
}

}  // namespace
}  // namespace scalegen::report
