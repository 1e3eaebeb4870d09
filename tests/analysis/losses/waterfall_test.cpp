#include "analysis/losses/waterfall.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <sstream>

#include "analysis/report/formats.hpp"
#include "analysis/report/sections.hpp"
#include "core/json.hpp"
#include "tests/analysis/losses/phased_run.hpp"
#include "tests/analysis/made_up_sweep.hpp"

namespace scalegen::losses {
namespace {

// Data, copy, forward, backward, communication, optimizer, and the rest.
const MadeUpStep kOneRank{{0.010, 0.004, 0.150, 0.280, 0, 0.020}, 0.006};

// Rank 3 computes longer, and the others wait for it.
PhasedRun four_ranks() {
  const MadeUpStep fast{{0.008, 0.001, 0.042, 0.078, 0.032, 0.012}, 0.003};
  const MadeUpStep slow{{0.008, 0.001, 0.046, 0.086, 0.020, 0.012}, 0.003};
  return {.ranks = {fast, fast, fast, slow}};
}

PhasedRun two_ranks() {
  const MadeUpStep rank{{0.008, 0.002, 0.078, 0.144, 0.011, 0.014}, 0.004};
  return {.ranks = {rank, rank}};
}

PhasedRun known_run(int ranks) {
  return ranks == 1 ? PhasedRun{.ranks = {kOneRank}} : ranks == 2 ? two_ranks() : four_ranks();
}

MadeUpSweep phased_sweep(int rounds, std::mt19937::result_type seed,
                         const std::function<PhasedRun(int ranks)>& run_of = known_run) {
  std::mt19937 draws(seed);
  MadeUpSweep sweep(rounds);
  for (auto& run : sweep.runs) run.metrics = event_lines(run_of(world_size(run.record.run.rung)), draws);
  return sweep;
}

// Its event lines with the seconds of steps alone.
std::string without_phases(const std::string& lines) {
  std::string text;
  std::istringstream in(lines);
  for (std::string line; std::getline(in, line);) {
    auto event = parse_json(line).value();
    event.erase("phases");
    if (event["event"] != "ranks") text += json_line(event) + "\n";
  }
  return text;
}

std::map<Part, double> parts_of(const RungLosses& rung) {
  std::map<Part, double> parts;
  for (const auto& loss : rung.losses) parts[loss.part] = loss.share;
  return parts;
}

double sum_of(const RungLosses& rung) {
  double sum = 0;
  for (const auto& loss : rung.losses) sum += loss.share;
  return sum;
}

// By the definition: (N t_p - t_p,1) / (N T).
std::map<Part, double> true_parts_of_four_ranks() {
  const double spent = 4 * 0.176;
  return {{Part::data, (4 * 0.008 - 0.010) / spent},          {Part::copy, (4 * 0.001 - 0.004) / spent},
          {Part::communication, 4 * 0.020 / spent},           {Part::imbalance, 4 * 0.009 / spent},
          {Part::smaller_batch, (4 * 0.123 - 0.430) / spent}, {Part::optimizer, (4 * 0.012 - 0.020) / spent},
          {Part::unexplained, (4 * 0.003 - 0.006) / spent}};
}

TEST(Waterfall, FindsEachKnownPartWithinOnePoint) {
  for (std::mt19937::result_type seed = 1; seed <= 20; ++seed) {
    const auto report = phased_sweep(5, seed).report();
    const auto& rung = report.losses.front().back();
    EXPECT_EQ(report.tables.front().points[rung.point].rung, "4cpu");
    const auto parts = parts_of(rung);
    for (const auto& [part, share] : true_parts_of_four_ranks()) {
      ASSERT_TRUE(parts.contains(part)) << to_text(part);
      EXPECT_NEAR(parts.at(part), share, 0.01) << to_text(part) << ", seed " << seed;
    }
    EXPECT_NEAR(sum_of(rung), 1 - rung.efficiency, 1e-12);
  }
}

TEST(Waterfall, AddsUpAsPrinted) {
  const auto section = report::loss_section(phased_sweep(5, 3).report());
  ASSERT_EQ(section.table.rows.size(), 2U);
  for (const auto& row : section.table.rows) {
    double sum = 0;
    for (std::size_t i = 1; i < row.size(); ++i) sum += std::stod(row[i].text);
    EXPECT_NEAR(sum, 100, 1e-9);
  }
}

TEST(Waterfall, IsATableOfPoints) {
  const auto section = report::loss_section(phased_sweep(5, 3).report());
  EXPECT_EQ(section.title, "why not faster: what each cause takes of 100 %, in points (below 0: a gain)");
  EXPECT_EQ(render(texts_of(section.table)),
            "rung  efficiency      data  communication  imbalance  smaller batch  optimizer  unexplained\n"
            "2cpu        90.2  1.1 ±0.1       4.2 ±0.1        0.0       2.5 ±0.5   1.6 ±0.1     0.4 ±0.0\n"
            "4cpu        66.9  3.1 ±0.2      11.3 ±0.3   5.1 ±0.0       8.6 ±1.0   4.0 ±0.1     1.0 ±0.1\n");
}

// A slow rank 0 would pass for a smaller batch.
TEST(Waterfall, NamesNoSmallerBatchWhereRanksAreNotToldApart) {
  auto sweep = phased_sweep(3, 3);
  for (auto& run : sweep.runs) {
    const auto begin = run.metrics.find(R"({"event":"ranks")");
    ASSERT_NE(begin, std::string::npos) << run.metrics;
    run.metrics.erase(begin, run.metrics.find('\n', begin) + 1 - begin);
  }
  const auto report = sweep.report();
  const auto parts = parts_of(report.losses.front().back());
  EXPECT_TRUE(parts.contains(Part::computing));
  EXPECT_FALSE(parts.contains(Part::smaller_batch));
  EXPECT_THAT(report::loss_section(report).details,
              testing::Contains("computing is rank 0's: a smaller batch of each rank, a slow rank and slower "
                                "clocks look alike in it; the 'ranks' event tells ranks apart "
                                "(docs/metrics.md)"));
}

TEST(Waterfall, ShowsAGainAsOne) {
  auto quick = two_ranks();
  quick.run_noise = 0;
  for (auto& rank : quick.ranks) rank.phases[3] = 0.130;
  const auto sweep = phased_sweep(3, 1, [&](int ranks) {
    return ranks == 1 ? PhasedRun{.ranks = {kOneRank}, .run_noise = 0} : ranks == 2 ? quick : four_ranks();
  });
  const auto parts = parts_of(sweep.report().losses.front().front());
  EXPECT_NEAR(parts.at(Part::smaller_batch), (2 * 0.208 - 0.430) / (2 * 0.247), 0.01);
  EXPECT_LT(parts.at(Part::smaller_batch), 0);
}

// Each rank does in a step what the one rank does: N T is compared with T, and not with T / N.
TEST(Waterfall, ComparesEqualWorkPerRankInWeakScaling) {
  auto grown = kOneRank;
  grown.phases[4] = 0.05;
  grown.phases[0] = 0.03;
  auto sweep = phased_sweep(4, 1, [&](int ranks) {
    return PhasedRun{.ranks = std::vector(static_cast<std::size_t>(ranks), ranks == 1 ? kOneRank : grown),
                     .global_batch = 128 * ranks};
  });
  sweep.head.scalings = {Scaling::weak};
  const auto report = sweep.report();
  const auto parts = parts_of(report.losses.front().back());
  EXPECT_NEAR(parts.at(Part::communication), 0.05 / 0.54, 0.01);
  EXPECT_NEAR(parts.at(Part::data), 0.02 / 0.54, 0.01);
  EXPECT_NEAR(parts.at(Part::computing), 0, 0.01);
  EXPECT_FALSE(parts.contains(Part::smaller_batch));
  EXPECT_NEAR(report.losses.front().back().efficiency, 0.47 / 0.54, 0.01);
}

TEST(Waterfall, TellsNoImbalanceWithoutTheRanks) {
  const auto sweep = phased_sweep(3, 1, [](int ranks) {
    auto run = known_run(ranks);
    run.writes_ranks = ranks != 4;
    return run;
  });
  const auto parts = parts_of(sweep.report().losses.front().back());
  EXPECT_FALSE(parts.contains(Part::imbalance));
  EXPECT_NEAR(parts.at(Part::communication), 0.032 / 0.176, 0.01);  // rank 0's, waiting included
}

TEST(Waterfall, InventsNothingWithoutPhases) {
  const auto report = MadeUpSweep(3).report();
  for (const auto& rung : report.losses.front()) EXPECT_TRUE(rung.losses.empty());
  const auto section = report::loss_section(report);
  EXPECT_TRUE(section.table.rows.empty());
  EXPECT_EQ(section.lines,
            std::vector<std::string>{
                "what the steps spend their time on is not known: `phases` in step lines would "
                "tell (docs/metrics.md)"});
}

TEST(Waterfall, NamesTheRungsWithoutPhasesBesideOthersThatHaveThem) {
  auto sweep = phased_sweep(3, 1);
  for (auto& run : sweep.runs)
    if (world_size(run.record.run.rung) == 4) run.metrics = without_phases(run.metrics);
  const auto section = report::loss_section(sweep.report());
  EXPECT_EQ(section.table.rows.size(), 1U);
  EXPECT_EQ(section.lines.back(),
            "what the steps of 4cpu spend their time on is not known: `phases` in step lines would tell "
            "(docs/metrics.md)");
}

TEST(Waterfall, TakesTheWaitForDataFromStepsWithoutPhases) {
  MadeUpSweep sweep(3);
  for (auto& run : sweep.runs) {
    const double seconds = 0.5 / world_size(run.record.run.rung) + 0.02;
    for (int i = 1; i <= 40; ++i)
      run.metrics += json_line({{"event", "step"},
                                {"step", i},
                                {"seconds", seconds},
                                {"samples", 512},
                                {"data_wait_seconds", 0.02}}) +
                     "\n";
  }
  const auto rung = sweep.report().losses.front().back();
  const auto parts = parts_of(rung);
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_NEAR(parts.at(Part::data), (4 * 0.02 - 0.02) / (4 * 0.145), 1e-9);
  EXPECT_NEAR(parts.at(Part::unexplained), 0, 1e-9);
}

TEST(Waterfall, TellsTheStartUpOfAWallTime) {
  MadeUpSweep sweep(3);
  sweep.use_own_program();
  for (auto& run : sweep.runs) {
    const double loop = 40.0 / world_size(run.record.run.rung);
    run.exited = json_line({{"status", 0},
                            {"time", 1763719200.0 + loop + 6},
                            {"cause", ""},
                            {"launched", 1763719200.0},
                            {"finished", 1763719200.0 + loop + 5}});
    run.writes_events = true;
    run.metrics = json_line({{"event", "end"}, {"seconds", loop}}) + "\n";
  }
  const auto parts = parts_of(sweep.report().losses.front().back());
  EXPECT_NEAR(parts.at(Part::start_up), (4 * 5.0 - 5) / (4 * 15.0), 1e-9);
  EXPECT_NEAR(parts.at(Part::unexplained), 0, 1e-9);
}

TEST(Waterfall, ComesWithTheSlowNodeByName) {
  const std::vector<std::string> expected{
      "cuda:3 of node n1 is slow, or its ranks are, which never changed: nothing tells; its own work takes "
      "8.3 % longer than others', the most in 8 of 8 runs (p 0.00012 for 8 looked at)"};
  EXPECT_EQ(report::loss_section(phased_sweep(8, 3).report()).lines, expected);
}

// At a probe's 9.6 GB/s on two ranks, 4.8 MB take 0.5 ms.
TEST(Waterfall, HoldsTheExposedCommunicationAgainstTheProbeAndHalvesAgainstHalf) {
  auto sweep = phased_sweep(3, 3);
  for (auto& run : sweep.runs)
    run.metrics += R"({"event":"probe","when":"after","operation":"all_reduce","busbw_gb_per_s":9.6})"
                   "\n";
  const auto rung = sweep.report().losses.front().front();
  ASSERT_TRUE(rung.probed_seconds);
  EXPECT_NEAR(*rung.probed_seconds, 0.0005, 1e-12);
  EXPECT_NEAR(rung.communication_seconds.value_or(0), 0.011, 0.001);
  const std::string plain = R"("gradient_bytes":4800000)";
  for (auto& run : sweep.runs)
    run.metrics.replace(run.metrics.find(plain), plain.size(), plain + R"(,"gradient_compression":"fp16")");
  EXPECT_NEAR(sweep.report().losses.front().front().probed_seconds.value_or(0), 0.00025, 1e-12);
}

/// The phased sweep with an axis by which each rung runs without synchronisation, too: its ranks neither
/// exchange gradients nor wait. With phases, or with the seconds of steps alone.
MadeUpSweep with_control(bool has_phases) {
  std::mt19937 draws(5);
  MadeUpSweep sweep(3);
  sweep.add_axis("exchange", {std::string("yes"), std::string("no")},
                 [&](MadeUpRun& made, const Value& exchange) {
                   auto phased = known_run(world_size(made.record.run.rung));
                   if (exchange == Value("no")) {
                     phased.sync = "none";
                     for (auto& rank : phased.ranks) rank.phases[4] = 0;
                   }
                   made.metrics = event_lines(phased, draws);
                   if (!has_phases) made.metrics = without_phases(made.metrics);
                 });
  return sweep;
}

TEST(Waterfall, TakesCommunicationFromAControlWhereNoPhaseSaysIt) {
  const auto report = with_control(false).report();
  ASSERT_EQ(report.tables.size(), 1U);
  const auto& rung = report.losses.front().back();
  ASSERT_TRUE(rung.without_sync);
  EXPECT_NEAR(*rung.without_sync, 0.032 / 0.176, 0.02);
  EXPECT_NEAR(parts_of(rung).at(Part::communication), 0.032 / 0.176, 0.02);  // imbalance included
}

TEST(Waterfall, KeepsAControlOutOfTablesAndVerdicts) {
  const auto report = with_control(true).report();
  ASSERT_EQ(report.tables.size(), 1U);
  ASSERT_EQ(report.verdicts.size(), 1U);
  ASSERT_EQ(report.controls.size(), 1U);
  EXPECT_EQ(report.controls.front().points.size(), 3U);
  EXPECT_NEAR(parts_of(report.losses.front().back()).at(Part::communication), 4 * 0.020 / (4 * 0.176), 0.01);
  const auto lines = report::loss_section(report).lines;
  EXPECT_EQ(lines.at(0),
            "control: the share of its time that a rung does not need without synchronisation: 2cpu "
            "(exchange yes) 4.5 %, "
            "4cpu (exchange yes) 18.7 %; its runs are in no table, since their speed is no training speed");
  EXPECT_TRUE(report.warnings.empty());
}

TEST(Waterfall, StarsASweepOfControlsAlone) {
  auto sweep = phased_sweep(3, 3);
  for (auto& run : sweep.runs) run.metrics.insert(run.metrics.find("\"world_size\""), "\"sync\":\"none\",");
  const auto report = sweep.report();
  ASSERT_EQ(report.tables.size(), 1U);
  EXPECT_EQ(report.warnings.front(),
            "rungs *: their ranks exchange no gradients (sync: none in the start line): the speed of such a "
            "control is no training speed; measure the same with synchronisation beside it");
  EXPECT_FALSE(report.verdicts.front().advised);
}

// 100 sweeps of three and of five rounds: 95 % is stated. Medians are printed, which scatter more than means.
TEST(Waterfall, HoldsTheTruePartsAsOftenAsStated) {
  for (const int rounds : {3, 5}) {
    const auto truths = true_parts_of_four_ranks();
    std::map<Part, int> held;
    std::map<Part, int> stated;
    constexpr int kSweeps = 100;
    constexpr double kRounding = 1e-12;  // the made-up imbalance does not scatter
    for (std::mt19937::result_type seed = 1; seed <= kSweeps; ++seed) {
      const auto report = phased_sweep(rounds, seed).report();
      for (const auto& loss : report.losses.front().back().losses) {
        if (!loss.uncertainty) continue;  // made up without scatter
        ++stated[loss.part];
        const auto truth = truths.find(loss.part);
        if (truth != truths.end() && std::abs(loss.share - truth->second) <= *loss.uncertainty + kRounding)
          ++held[loss.part];
      }
    }
    for (const auto& [part, count] : held) {
      std::printf("%s, %d rounds: held by %d of %d\n", std::string(to_text(part)).c_str(), rounds, count,
                  stated[part]);
      EXPECT_GE(count, 0.88 * stated[part]) << to_text(part) << ", " << rounds << " rounds";
    }
  }
}

struct UntruePhases {
  std::string name{};
  Json phases{};
  std::string said{};
};

class RefusedPhases : public testing::TestWithParam<UntruePhases> {};

// The figure itself stands: it comes from seconds and samples.
TEST_P(RefusedPhases, AreNamedAndNeverTakenFor0) {
  MadeUpSweep sweep(1);
  for (auto& run : sweep.runs)
    for (int i = 1; i <= 40; ++i)
      run.metrics += json_line({{"event", "step"},
                                {"step", i},
                                {"seconds", 0.5 / world_size(run.record.run.rung)},
                                {"samples", 512},
                                {"phases", i == 30 ? GetParam().phases : Json{{"data", 0.01}}}}) +
                     "\n";
  const auto report = sweep.report();
  EXPECT_TRUE(report.losses.front().back().losses.empty());
  EXPECT_TRUE(report.tables.front().points.back().efficiency);
  const auto& warning = report.warnings.back();  // of smaller rungs, too, where theirs is the same
  EXPECT_EQ(
      warning.substr(warning.find("4cpu: ")),
      "4cpu: where its time goes is not taken from round 1, metrics.jsonl: step 30: " + GetParam().said);
}

INSTANTIATE_TEST_SUITE_P(
    Waterfall, RefusedPhases,
    testing::Values(
        UntruePhases{"Negative", {{"data", -0.01}}, "phase 'data' took -0.01 s"},
        UntruePhases{"Text", {{"data", "0.01"}}, "phase 'data' is no number"},
        UntruePhases{"Null", {{"data", nullptr}}, "phase 'data' is no number"},
        UntruePhases{"List", Json::array({0.01}), "phase 'data' is no number"},
        UntruePhases{"Others", {{"copy", 0.01}}, "not the same phases as in the step before"},
        UntruePhases{"TooLong", {{"data", 0.01}, {"forward", 0.5}}, "phases of 0.51 s in a time of 0.125 s"}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace scalegen::losses
