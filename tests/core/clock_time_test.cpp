#include "core/clock_time.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace scalegen {
namespace {

TEST(ClockTime, IsReadInSecondsAsProgramsPrintIt) {
  for (const auto& [text, seconds] : std::vector<std::pair<const char*, double>>{{"0:18:14", 1094},
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
                                                                                 {"5h10m20s", 18620}})
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
                           "2h 10m",
                           "1e2m3s",
                           "+1m3s",
                           "10ms",
                           "1m30ms"})
    EXPECT_EQ(parse_clock_time(text), std::nullopt) << text;
}

}  // namespace
}  // namespace scalegen
