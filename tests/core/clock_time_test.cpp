#include "core/clock_time.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace scalegen {
namespace {

TEST(ClockTime, IsReadInSecondsAsProgramsPrintIt) {
  for (const auto& [text, seconds] :
       std::vector<std::pair<const char*, double>>{{"0:18:14", 1094},
                                                   {"0:15:19.02", 919.02},
                                                   {"123:04:05", 443045},
                                                   {"3:25.11", 205.11},
                                                   {"00:45", 45},
                                                   {"90:30", 5430},
                                                   {"1-02:00:00", 93600},
                                                   {"12-23:59:59.5", 1123199.5},
                                                   {"0m25.113s", 25.113},
                                                   {"3m25.113s", 205.113},
                                                   {"90m30s", 5430},
                                                   {"2h10m", 7800},
                                                   {"1h2m3s", 3723},
                                                   {"1h3s", 3603},
                                                   {"1d2h", 93600},
                                                   {"5h10m20s", 18620},
                                                   {"1 min 50.0 s", 110},
                                                   {"1h 50m 3s", 6603},
                                                   {"2 Hours 9 Mins", 7740},
                                                   {"1 hour and 3 minutes", 3780},
                                                   {"1 day 2 hrs 5 sec", 93605}})
    EXPECT_DOUBLE_EQ(parse_clock_time(text).value_or(-1), seconds) << text;
}

TEST(ClockTime, IsNothingThatMayBeSomethingElse) {
  for (const auto* text : {"",
                           ":",
                           "12",
                           "12.5",
                           "90s",
                           "2h",
                           "1:2",
                           "12:345",
                           "1:30000",
                           "1:60",
                           "1:60:00",
                           "1:2:03",
                           "1:02:3",
                           "1:00.",
                           "1:00.5.5",
                           "1:00:",
                           ":30",
                           "1.5:00",
                           "1:-5:00",
                           "-1:00",
                           "1-24:00:00",
                           "1-2:00:00",
                           "1-02:00",
                           "1-02",
                           "1:2-03:00",
                           "0-1-02:00:00",
                           "1:00:00:00",
                           "2025-09-08",
                           "2025-09-08 17:26:50",
                           "1h60m",
                           "1d24h",
                           "2m1h",
                           "1h1h",
                           "1.5h10m",
                           "h10m",
                           "2h10",
                           "2h 10m ",
                           "1.5 h 10 m",
                           "1 min 75 s",
                           "1 day, 2:03:04",
                           "10 s 3 min",
                           "1 min, 30 s",
                           "90 min",
                           "1e2m3s",
                           "+1m3s",
                           "10ms",
                           "1m30ms"})
    EXPECT_EQ(parse_clock_time(text), std::nullopt) << text;
}

TEST(ClockTime, IsFoundWholeAroundAPieceOfIt) {
  const auto around = [](std::string_view line, std::string_view piece) {
    return std::string(time_in_parts_around(line.substr(line.find(piece), piece.size()), line));
  };
  EXPECT_EQ(around("PWSCF : 1h 1m CPU  2h 9m WALL", "2"), "2h 9m");
  EXPECT_EQ(around("took 1 day, 2:03:04 of it", "03"), "1 day, 2:03:04");
  EXPECT_EQ(around("read 1.5 h, 10 m, done", "1.5"), "1.5 h, 10 m");
  EXPECT_EQ(around("1 min 2 s 3 min 4 s", "3"), "3 min 4 s");
  for (const auto* line : {"time 7.5 min 10.1 max 14", "7 s 3 s", "7 s 3 min", "7 min", "7 h 5 miles"})
    EXPECT_EQ(around(line, "7"), "") << line;
}

}  // namespace
}  // namespace scalegen
