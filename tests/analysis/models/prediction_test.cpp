#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <random>

#include "analysis/analyse.hpp"
#include "analysis/models/ladder_outlook.hpp"
#include "analysis/models/measured_sizes.hpp"
#include "analysis/models/prediction.hpp"
#include "analysis/statistics/two_way_model.hpp"
#include "core/files.hpp"
#include "tests/analysis/cost/priced_sweep.hpp"
#include "tests/analysis/numbered_rounds.hpp"

namespace scalegen::models {
namespace {

// The next doubling of a ladder: where there is one, and how it is called.

using Seconds = std::vector<std::pair<std::string, double>>;

/// A table in which each size was measured twice.
ScalingTable table_of(const Seconds& sizes, const std::string& header = "rung", Scaling scaling = {}) {
  auto text = header + ",seconds\n";
  for (const auto& [size, seconds] : sizes)
    for (const double time : {seconds, 1.01 * seconds}) text += fmt::format("{},{}\n", size, time);
  return report_of_table("t.csv", text, {.scaling = scaling}).value().tables.front();
}

std::vector<LadderOutlook> outlooks_of(const Seconds& sizes) {
  return models::outlooks_of(table_of(sizes), Quantity::time);
}

TEST(LadderOutlook, NamesTheNextSizeAsItsRungWouldBe) {
  for (const auto& [sizes, name, text] :
       {std::tuple(Seconds{{"1gpu", 100}, {"2gpu", 51}, {"4gpu", 26}, {"2x4gpu", 15}, {"4x4gpu", 9}},
                   "8x4gpu", "8x4gpu"),
        std::tuple(Seconds{{"1gpu", 100}, {"2gpu", 51}, {"4gpu", 26}}, "8gpu", "8 GPUs, shape unknown"),
        std::tuple(Seconds{{"1cpu", 9}, {"2cpu", 5}, {"4cpu", 3}}, "8cpu", "8 CPU ranks, shape unknown"),
        std::tuple(Seconds{{"16 cores", 90}, {"32 cores", 50}, {"48 cores", 40}}, "96cores",
                   "96 cores, shape unknown"),
        std::tuple(Seconds{{"1x8cores", 9}, {"2x8cores", 5}, {"4x8cores", 3}}, "8x8cores", "8x8cores"),
        std::tuple(Seconds{{"1node", 9}, {"2nodes", 5}, {"4nodes", 3}}, "8nodes", "8nodes")}) {
    const auto outlooks = outlooks_of(sizes);
    ASSERT_EQ(outlooks.size(), 1U) << name;
    EXPECT_EQ(outlooks.front().next.at.name, name);
    EXPECT_EQ(size_text(outlooks.front().measured, outlooks.front().next.at), text);
  }
}

// The plan of a sweep says which of its rungs fill a node, or how many GPUs of whole nodes are billed.
TEST(LadderOutlook, KnowsTheNodesOfASweepByItsPlan) {
  auto sweep = priced_sweep(3);
  std::erase_if(sweep.runs, [](const auto& made) { return made.record.run.rung.nodes > 1; });
  const auto next = [&] {
    const auto report = sweep.report();
    return models::outlooks_of(report.tables.front(), Quantity::rate).at(0).next.at;
  };
  EXPECT_EQ(next(), (NamedSize{"8gpu", {.workers = 8}}));
  for (auto& made : sweep.runs) {
    made.record.run.resources.whole_nodes = true;
    made.record.run.rate.gpu_hours = 8;
  }
  EXPECT_EQ(next(), (NamedSize{"8gpu", {.workers = 8, .nodes = 1}}));
  for (auto& made : sweep.runs) {
    made.record.run.resources.whole_nodes = false;
    made.record.run.resources.fills_nodes = made.record.run.rung.ranks_per_node == 4;
  }
  EXPECT_EQ(next(), (NamedSize{"2x4gpu", {.workers = 8, .nodes = 2}}));
}

TEST(LadderOutlook, TellsNoTrendFromABreakByOneRungOnSeveralNodes) {
  Seconds sizes{{"1gpu", 100}, {"2gpu", 51}, {"4gpu", 26}};
  EXPECT_EQ(outlooks_of(sizes).at(0).only_across_nodes, "");
  sizes.emplace_back("2x4gpu", 16);
  EXPECT_EQ(outlooks_of(sizes).at(0).only_across_nodes, "2x4gpu");
  sizes.emplace_back("4x4gpu", 9);
  EXPECT_EQ(outlooks_of(sizes).at(0).only_across_nodes, "");
}

TEST(LadderOutlook, WantsThreeDifferentSizes) {
  EXPECT_TRUE(outlooks_of({{"1gpu", 9}, {"2gpu", 5}}).empty());
  EXPECT_TRUE(outlooks_of({{"1gpu", 9}, {"2gpu", 5}, {"2x1gpu", 5.5}}).empty());
}

TEST(LadderOutlook, KeepsKindsOfDevicesApart) {
  auto table =
      table_of({{"1cpu", 900}, {"2cpu", 450}, {"4cpu", 226}, {"1gpu", 100}, {"2gpu", 51}, {"4gpu", 26}});
  const auto names = [&] {
    std::vector<std::string> found;
    for (const auto& outlook : models::outlooks_of(table, Quantity::time))
      found.push_back(outlook.next.at.name);
    return found;
  };
  EXPECT_THAT(names(), testing::UnorderedElementsAre("8cpu", "8gpu"));
  for (auto& point : table.points)
    if (point.rung == "4cpu") point.typical->interval.reset();
  EXPECT_THAT(names(), testing::ElementsAre("8gpu"));
}

TEST(LadderOutlook, PredictsTheValueOfWeakScaling) {
  const auto table = table_of({{"1", 10}, {"2", 10.1}, {"4", 10.2}, {"8", 10.3}}, "ranks", Scaling::weak);
  const auto next = models::outlooks_of(table, Quantity::time).at(0).next;
  EXPECT_NEAR(next.value->centre, 10.4, 0.3);
  EXPECT_NEAR(next.efficiency->centre, 0.96, 0.03);
}

// Predictions hold what is measured later as often as they say.

/// The law behind a simulation: the time of equal work is known at all sizes, without scatter.
enum class Truth { amdahl, usl, tree, two_networks, network_step, power };

constexpr Truth kTruths[] = {Truth::amdahl,       Truth::usl,          Truth::tree,
                             Truth::two_networks, Truth::network_step, Truth::power};

/// The scatter of runs of the simulation around the truth.
struct Scatter {
  double of_runs = 0;       // standard deviation of the logarithm within a rung
  double of_rungs = 0;      // the same for a rung in all of its rounds, since it has nodes of its own
  bool stragglers = false;  // one run in ten takes 1 to 30 % longer
};

/// A ladder of 1, 2, 4 ... workers up to `rungs` of them, measured in `rounds`, and the time of one more run
/// of `target` workers.
struct Simulated {
  MeasuredSizes measured{};
  double log_time_at_target = 0;
};

double uniform(std::mt19937& engine, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(engine);
}

// Each order of magnitude is as probable as another.
double share(std::mt19937& engine, double low, double high) {
  return std::exp(uniform(engine, std::log(low), std::log(high)));
}

std::function<double(double)> log_time_of(Truth truth, std::mt19937& engine) {
  const double a = share(engine, 1e-3, 0.2);
  const double b = share(engine, 1e-5, 5e-3);
  const double node = std::exp2(std::floor(uniform(engine, 1, 4)));
  const double jump = uniform(engine, 0.05, 0.6);
  const double power = uniform(engine, 0.5, 1.02);
  switch (truth) {
    case Truth::amdahl:
      return [=](double n) { return std::log((1 - a) / n + a); };
    case Truth::usl:
      return [=](double n) { return std::log((1 + a * (n - 1) + b * n * (n - 1)) / n); };
    case Truth::tree:
      return [=](double n) { return std::log(1 / n + b * 10 * std::log2(n)); };
    case Truth::two_networks:
      return [=](double n) {
        const double nodes = std::max(n / node, 1.0);
        return std::log(1 / n + a * 0.3 * (n - 1) / n + a * (nodes - 1) / nodes);
      };
    case Truth::network_step:
      return [=](double n) { return std::log((1 - a) / n + a) + (n > node ? jump : 0); };
    case Truth::power:
      return [=](double n) { return -power * std::log(n); };
  }
  return {};
}

double one_run(double log_time, const Scatter& scatter, std::mt19937& engine) {
  std::normal_distribution<double> normal;
  double run = log_time + scatter.of_runs * normal(engine);
  if (scatter.stragglers && uniform(engine, 0, 1) < 0.1) run += std::log1p(share(engine, 0.01, 0.3));
  return run;
}

std::string name_of(Truth truth) {
  switch (truth) {
    case Truth::amdahl:
      return "Amdahl";
    case Truth::usl:
      return "USL";
    case Truth::tree:
      return "tree all-reduce";
    case Truth::two_networks:
      return "two networks";
    case Truth::network_step:
      return "a step of the network";
    case Truth::power:
      return "a power of N";
  }
  return "";
}

Simulated simulate(Truth truth, const Scatter& scatter, int rungs, int rounds, double target,
                   std::mt19937& engine) {
  const auto log_time = log_time_of(truth, engine);
  std::normal_distribution<double> normal;
  Simulated result;
  stats::LogTimes y;
  for (int k = 0; k < rungs; ++k) {
    const double n = std::exp2(k);
    const double own = scatter.of_rungs * normal(engine);
    stats::LogTimeColumn column;
    for (int r = 0; r < rounds; ++r) column.emplace_back(one_run(log_time(n) + own, scatter, engine));
    result.measured.sizes.push_back({.rung = std::to_string(static_cast<int>(n)),
                                     .size = {.workers = n},
                                     .log_time = stats::mean(stats::observed(column)),
                                     .runs = rounds});
    y.push_back(std::move(column));
  }
  if (const auto noise = stats::noise_of(y)) result.measured.run_sd = noise->sd;
  result.log_time_at_target = one_run(log_time(target) + scatter.of_rungs * normal(engine), scatter, engine);
  return result;
}

/// The sizes of a published table, each measured once, as if they were certain: how well the method predicts
/// is counted on them.
std::vector<MeasuredSizes> published_sizes(const std::string& file) {
  const auto text = read_file(file).value();
  const auto scaling = text.starts_with("# scaling: weak") ? Scaling::weak : Scaling::strong;
  auto report = report_of_table(file, text, {.scaling = scaling}).value();
  auto& table = report.tables.front();
  for (auto& point : table.points) {
    point.findings.clear();
    if (point.typical) point.typical->interval = stats::Interval{};
  }
  return measured_sizes(table, scaling, report.head.metric.quantity);
}

bool holds(const PredictedTime& predicted, double log_time) {
  return predicted.log_low <= log_time && log_time <= predicted.log_high;
}

double share_held(Truth truth, const Scatter& scatter, int rungs) {
  std::mt19937 engine(7);
  int held = 0;
  constexpr int kSweeps = 40;
  for (int i = 0; i < kSweeps; ++i) {
    const double target = std::exp2(rungs);
    const auto made = simulate(truth, scatter, rungs, i % 2 == 0 ? 3 : 1, target, engine);
    held += holds(predicted_time(made.measured, {.workers = target}), made.log_time_at_target);
  }
  return static_cast<double>(held) / kSweeps;
}

TEST(Prediction, HoldsNineOfTenOverSimulatedLaws) {
  double sum = 0;
  int cells = 0;
  for (const auto truth : kTruths)
    for (const auto& scatter : {Scatter{.of_runs = 0.01}, Scatter{.of_runs = 0.01, .of_rungs = 0.02},
                                Scatter{.of_runs = 0.05}, Scatter{.of_runs = 0.01, .stragglers = true}})
      for (const int rungs : {3, 5}) {
        const double share = share_held(truth, scatter, rungs);
        sum += share;
        ++cells;
        // A step right behind the largest size cannot be seen before.
        EXPECT_GE(share, truth == Truth::network_step ? 0.6 : 0.8) << name_of(truth) << " " << rungs;
      }
  EXPECT_GE(sum / cells, 0.90);
}

std::vector<MeasuredSizes> sizes_in(const ScalingTable& table) {
  return measured_sizes(table, Scaling::strong, Quantity::time);
}

constexpr auto kTwoRunsEach =
    "1gpu,100\n1gpu,101\n2gpu,52\n2gpu,52.1\n4gpu,27\n4gpu,27.2\n8gpu,15\n8gpu,15.1\n";

ScalingTable certain_table() {
  return report_of_table("t.csv", with_rounds(kTwoRunsEach)).value().tables.front();
}

TEST(Prediction, RestsOnAllSizes) {
  const auto ladders = sizes_in(certain_table());
  ASSERT_EQ(ladders.size(), 1U);
  std::vector<std::string> names;
  for (const auto& size : ladders.front().sizes) names.push_back(size.rung);
  EXPECT_THAT(names, testing::ElementsAre("1gpu", "2gpu", "4gpu", "8gpu"));
}

TEST(Prediction, IsNotMadeBesideASizeWithoutAnIntervalAStarOrAnotherPrecision) {
  auto table = certain_table();
  table.points[3].typical->interval.reset();
  EXPECT_TRUE(sizes_in(table).empty());
  table = certain_table();
  table.points[0].typical->interval.reset();
  EXPECT_TRUE(sizes_in(table).empty());
  table = certain_table();
  table.points[3].typical.reset();
  EXPECT_TRUE(sizes_in(table).empty());
  for (const std::size_t starred : {0U, 1U}) {
    table = certain_table();
    table.points[starred].findings = {{.kind = FindingKind::idle_gpus}};
    EXPECT_TRUE(sizes_in(table).empty());
  }
  const std::string rows = "1,100,fp32\n2,52,fp32\n4,28,fp32\n8,16,bf16\n";
  const std::string again = "1,101,fp32\n2,52.3,fp32\n4,28.2,fp32\n8,16.1,bf16\n";
  const auto report = report_of_table("t.csv", "gpus,seconds,precision\n" + rows + again).value();
  EXPECT_TRUE(sizes_in(report.tables.front()).empty());
}

std::vector<std::string> public_tables() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(SCALEGEN_PUBLIC_TABLES))
    files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

TEST(Prediction, FromThreeRungsHoldsTheNextOfPublicTables) {
  int held = 0;
  int all = 0;
  for (const auto& file : public_tables()) {
    const auto ladders = published_sizes(file);
    ASSERT_FALSE(ladders.empty()) << file;
    auto measured = ladders.front();
    ASSERT_GE(measured.sizes.size(), 4U) << file;
    const auto next = measured.sizes[3];
    measured.sizes.resize(3);
    held += holds(predicted_time(measured, next.size), next.log_time);
    ++all;
  }
  EXPECT_EQ(all, 33);
  EXPECT_GE(held, 0.9 * all);
}

MeasuredSizes amdahl(int rungs, double serial) {
  MeasuredSizes measured{.run_sd = 0.005};
  for (int k = 0; k < rungs; ++k) {
    const double n = std::exp2(k);
    measured.sizes.push_back({.rung = std::to_string(static_cast<int>(n)),
                              .size = {.workers = n},
                              .log_time = std::log((1 - serial) / n + serial),
                              .runs = 3});
  }
  return measured;
}

double width(const PredictedTime& time) { return time.log_high - time.log_low; }

TEST(Prediction, IsNarrowerWithMoreRungsAndFiniteOfDecreasingAndSuperlinearLadders) {
  EXPECT_LT(width(predicted_time(amdahl(6, 0.02), {.workers = 64})),
            width(predicted_time(amdahl(3, 0.02), {.workers = 64})));
  for (const double power : {0.3, -1.4}) {
    MeasuredSizes measured;
    for (const double n : {1.0, 2.0, 4.0, 8.0})
      measured.sizes.push_back({.rung = "r", .size = {.workers = n}, .log_time = power * std::log(n)});
    const auto at = predicted_time(measured, {.workers = 16});
    EXPECT_LT(at.log_low, power * std::log(16)) << power;
    EXPECT_GT(at.log_high, power * std::log(16)) << power;
    EXPECT_LT(at.log_high - at.log_low, 5);
  }
}

}  // namespace
}  // namespace scalegen::models
