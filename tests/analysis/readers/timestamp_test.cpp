#include "analysis/readers/timestamp.hpp"

#include <gmock/gmock.h>

namespace scalegen {
namespace {

TEST(Timestamp, OfNvidiaSmiIsUtc) {
  EXPECT_DOUBLE_EQ(parse_timestamp("2026/07/14 08:12:53.353").value(), 1784016773.353);
}

TEST(Timestamp, OfIso8601SubtractsItsOffset) {
  EXPECT_EQ(parse_timestamp("2025-09-08T17:26:50+08:00"), 1757323610.0);
  EXPECT_EQ(parse_timestamp("2025-09-08T09:26:50Z"), 1757323610.0);
  EXPECT_EQ(parse_timestamp("2025-09-08 05:56:50-0330"), 1757323610.0);
  EXPECT_EQ(parse_timestamp("2025-09-08T17:26:50+08"), 1757323610.0);
}

TEST(Timestamp, OfOtherTextsIsNone) {
  for (const auto* text :
       {"", "[N/A]", "2025-09-08", "2025-13-08T17:26:50", "2025-02-30T17:26:50", "2025-09-08T24:00:00",
        "2025-09-08T17:26:50 CET", "2025-9-8T17:26:50", "2025-09-08T17:26:", "2025-09-08T17:26:50+8"})
    EXPECT_EQ(parse_timestamp(text), std::nullopt) << text;
}

TEST(TimestampReader, ReadsWhatParseTimestampReads) {
  TimestampReader times;
  for (const auto* text : {"2026/07/14 08:12:53.353", "2026/07/14 08:12:59.999", "2026/07/14 08:13:00.000",
                           "2026/07/14 08:12:60.5", "2026/07/14 08:12:61.0", "2026/07/14 08:12:",
                           "2026/07/14 08:12:5.3.3", "2025-09-08T17:26:50+08:00", "2025-09-08T17:26:51Z",
                           "2025-09-08T17:26:52", "2026/13/14 08:12:53.353", "", "53.353", "[N/A]"})
    EXPECT_EQ(times.read(text), parse_timestamp(text)) << text;
}

}  // namespace
}  // namespace scalegen
