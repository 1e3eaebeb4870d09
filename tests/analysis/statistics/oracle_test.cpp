// Every figure of the statistics against those of the prototype in Python: oracle/make_oracle wrote
// cases.jsonl.
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "analysis/statistics/intervals.hpp"
#include "analysis/statistics/multiple_testing.hpp"
#include "analysis/statistics/two_way_model.hpp"
#include "core/files.hpp"
#include "core/json.hpp"

namespace scalegen::stats {
namespace {

std::vector<Json> oracle_cases() {
  std::istringstream lines(read_file(SCALEGEN_TESTS_DIR "/analysis/oracle/cases.jsonl").value());
  std::vector<Json> cases;
  for (std::string line; std::getline(lines, line);) cases.push_back(parse_json(line).value());
  return cases;
}

LogTimes log_times(const Json& rounds) {
  LogTimes y(rounds.at(0).size(), LogTimeColumn(rounds.size()));
  for (std::size_t round = 0; round < rounds.size(); ++round)
    for (std::size_t rung = 0; rung < y.size(); ++rung)
      if (!rounds[round][rung].is_null()) y[rung][round] = rounds[round][rung].get<double>();
  return y;
}

void expect_close(double actual, const Json& expected, const std::string& what) {
  const auto value = expected.get<double>();
  EXPECT_NEAR(actual, value, 1e-9 * std::abs(value)) << what;
}

void expect_estimate(const std::optional<Estimate>& actual, const Json& expected, const std::string& what) {
  const bool stated = actual && actual->interval;
  ASSERT_EQ(stated, !expected.is_null()) << what;
  if (!stated) return;
  expect_close(actual->centre, expected["centre"], what + " centre");
  expect_close(actual->interval->low, expected["low"], what + " low");
  expect_close(actual->interval->high, expected["high"], what + " high");
  expect_close(actual->interval->coverage, expected["coverage"], what + " coverage");
}

struct Case {
  Json expected{};
  LogTimes y = log_times(expected["y"]);
  std::optional<Noise> noise = noise_of(y);
  Sample sample{.y = y, .noise = noise};
};

template <class Check>
void for_each_case(const Check& check) {
  int number = 0;
  for (auto& json : oracle_cases()) {
    SCOPED_TRACE(testing::Message() << "line " << ++number << " of cases.jsonl: " << json["kind"]);
    check(Case{.expected = json});
  }
  EXPECT_EQ(number, 180);
}

TEST(Oracle, AgreesOnTheNoiseAndOnTheRungsThatShareIt) {
  for_each_case([](const Case& c) {
    const auto& expected = c.expected["noise"];
    ASSERT_EQ(c.noise.has_value(), !expected.is_null());
    if (!c.noise) return;
    EXPECT_EQ(c.noise->rungs, expected["rungs"].get<std::vector<std::size_t>>());
    expect_close(c.noise->sd, expected["sd"], "sd");
    expect_close(c.noise->df, expected["df"], "df");
    expect_close(c.noise->sd_run, expected["sd_job"], "sd of a run");
    expect_close(c.noise->df_run, expected["df_job"], "df of a run");
  });
}

TEST(Oracle, AgreesOnTheTimes) {
  for_each_case([](const Case& c) {
    for (std::size_t k = 0; k < c.y.size(); ++k)
      expect_estimate(typical_time(c.y, k, c.noise), c.expected["times"][k],
                      "time of rung " + std::to_string(k));
  });
}

TEST(Oracle, AgreesOnRatios) {
  for_each_case([](const Case& c) {
    for (const auto& pair : c.expected["ratios"]) {
      const auto ratio = ratio_of(c.sample, pair["a"], pair["b"]);
      EXPECT_EQ(ratio.has_value(), pair["rounds"] > 0) << pair;
      expect_estimate(ratio, pair["ratio"], pair.dump());
    }
  });
}

TEST(Oracle, AgreesOnPValues) {
  for_each_case([](const Case& c) {
    for (const auto& pair : c.expected["ratios"]) {
      for (const auto& p : pair["p"]) {
        if (p["p"].is_null()) continue;
        const double value = std::exp(p["log_value"].get<double>());
        expect_close(p_value(c.sample, pair["a"], pair["b"], value), p["p"], p.dump());
      }
    }
  });
}

TEST(Oracle, AgreesOnWhetherRoundsDiffer) {
  for_each_case([](const Case& c) {
    const auto& expected = c.expected["rounds_differ"];
    if (!expected.is_null()) {
      EXPECT_EQ(rounds_differ(c.y), expected.get<bool>());
    }
  });
}

TEST(Oracle, AgreesOnHolm) {
  for_each_case([](const Case& c) {
    const auto adjusted = holm(c.expected["p"].get<std::vector<double>>());
    ASSERT_EQ(adjusted.size(), c.expected["holm"].size());
    for (std::size_t i = 0; i < adjusted.size(); ++i)
      expect_close(adjusted[i], c.expected["holm"][i], "Holm");
  });
}

}  // namespace
}  // namespace scalegen::stats
