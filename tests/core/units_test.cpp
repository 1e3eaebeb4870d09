#include "core/units.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace scalegen {
namespace {

using std::chrono::seconds;

TEST(Units, SpellTimesAsSlurmDoes) {
  EXPECT_EQ(slurm_time(seconds(600)), "00:10:00");
  EXPECT_EQ(slurm_time(seconds(86399)), "23:59:59");
  EXPECT_EQ(slurm_time(seconds(2 * 86400 + 3661)), "2-01:01:01");
}

TEST(Units, ReadTimesAsSbatchAndPeopleWriteThem) {
  EXPECT_EQ(parse_time("10"), seconds(600));
  EXPECT_EQ(parse_time("1:30"), seconds(90));
  EXPECT_EQ(parse_time("2:00:00"), seconds(7200));
  EXPECT_EQ(parse_time("00:90:00"), seconds(5400));
  EXPECT_EQ(parse_time("1-0"), seconds(86400));
  EXPECT_EQ(parse_time("1-2:3"), seconds(86400 + 7200 + 180));
  EXPECT_EQ(parse_time("1-2:3:4"), seconds(86400 + 7200 + 184));
  EXPECT_EQ(parse_time("90s"), seconds(90));
  EXPECT_EQ(parse_time("10m"), seconds(600));
  EXPECT_EQ(parse_time("2h"), seconds(7200));
  EXPECT_EQ(parse_time("1d"), seconds(86400));
}

TEST(Units, RefuseWhatIsNoTime) {
  for (const auto* text : {"", "m", "-1", "1-", "1.5h", "10 m", "a", "1:2:3:4", "1-2:3:4:5", ":",
                           "1:", "99999999999", "+5", "1h30m", "infinite"})
    EXPECT_EQ(parse_time(text), std::nullopt) << text;
}

std::string time_error(std::string_view text) {
  const auto time = read_time("time_limit", text);
  return time ? duration_text(*time) : render(time.error());
}

TEST(Units, AskForTheUnitOfATimeThatAPersonWrote) {
  EXPECT_EQ(time_error("90s"), "1 min 30 s");
  EXPECT_EQ(time_error("00:30:00"), "30 min");
  EXPECT_EQ(time_error("1-12"), "36 h");
  EXPECT_EQ(time_error("1-2:30"), "26 h 30 min");
  EXPECT_EQ(time_error("30"),
            "error: 'time_limit' has no unit: '30'\n"
            "      = hint: write 30m for minutes, 30h for hours or 30s for seconds\n");
  EXPECT_EQ(time_error("00:30"),
            "error: 'time_limit' may be hours and minutes, or minutes and seconds: '00:30'\n"
            "      = hint: write 00:30:00 for hours and minutes, or 00:00:30 for minutes and seconds\n");
  constexpr auto kHint = "      = hint: write 90s, 10m, 2h, 1d or hours:minutes:seconds\n";
  EXPECT_EQ(time_error("soon"), fmt::format("error: 'time_limit' is not a time: 'soon'\n{}", kHint));
  for (const auto* text : {"0", "0m"})
    EXPECT_EQ(time_error(text), fmt::format("error: 'time_limit' must be above 0: '{}'\n{}", text, kHint));
}

std::string memory_error(std::string_view text) {
  const auto memory = read_memory_mib("memory", text);
  return memory ? exact_memory_in_words(*memory) : render(memory.error());
}

TEST(Units, AskForTheUnitOfMemoryThatAPersonWrote) {
  EXPECT_EQ(memory_error("32G"), "32 GiB");
  EXPECT_EQ(memory_error("32"),
            "error: 'memory' has no unit: '32'\n"
            "      = hint: write 32G, or 32M\n");
  for (const auto* text : {"32GB", "32GiB", "32g"})
    EXPECT_EQ(memory_error(text), fmt::format("error: 'memory' is not an amount of memory: '{}'\n"
                                              "      = hint: write 32G: units are powers of 1024\n",
                                              text));
  for (const auto* text : {"0", "0G", "G", "lots", "1.5G"})
    EXPECT_EQ(memory_error(text), fmt::format("error: 'memory' is not an amount of memory: '{}'\n"
                                              "      = hint: write 512M, 32G or 1T\n",
                                              text));
}

TEST(Units, TellDurationsToPeople) {
  EXPECT_EQ(duration_text(seconds(4)), "4 s");
  EXPECT_EQ(duration_text(seconds(200)), "3 min 20 s");
  EXPECT_EQ(duration_text(seconds(3600)), "1 h");
  EXPECT_EQ(duration_text(seconds(3900)), "1 h 5 min");
  EXPECT_EQ(duration_text(seconds(86400)), "24 h");
  EXPECT_EQ(duration_text(seconds(86400 + 300)), "24 h 5 min");
  EXPECT_EQ(duration_text(seconds(2 * 86400)), "2 d");
  EXPECT_EQ(duration_text(seconds(2 * 86400 + 3 * 3600)), "2 d 3 h");
}

TEST(Units, ReadMemoryInPowersOf1024) {
  EXPECT_EQ(parse_memory_mib("512M"), 512);
  EXPECT_EQ(parse_memory_mib("32G"), 32768);
  EXPECT_EQ(parse_memory_mib("1T"), 1048576);
  EXPECT_EQ(parse_memory_mib("100"), 100);
  EXPECT_EQ(memory_in_words(50), "50 MiB");
  EXPECT_EQ(exact_memory_in_words(2900), "2900 MiB");
  EXPECT_EQ(exact_memory_in_words(8192), "8 GiB");
  EXPECT_EQ(memory_in_words(8192), "8 GiB");
  EXPECT_EQ(memory_in_words(1536), "1.50 GiB");
  for (const auto* text : {"", "G", "1.5G", "10X", "-1G", "1 G"})
    EXPECT_EQ(parse_memory_mib(text), std::nullopt) << text;
}

TEST(Units, CountThings) {
  EXPECT_EQ(counted(1, "node"), "1 node");
  EXPECT_EQ(counted(0, "GPU"), "0 GPUs");
  EXPECT_EQ(counted(2, "rank"), "2 ranks");
}

TEST(Units, WriteAmountsInWords) {
  EXPECT_EQ(amount_in_words(0.5), "0.5");
  EXPECT_EQ(amount_in_words(250000), "250000");
  EXPECT_EQ(amount_in_words(6e6), "6 million");
  EXPECT_EQ(amount_in_words(1281167), "1.281167 million");
  EXPECT_EQ(amount_in_words(1e18), "1e+18");
}

TEST(Units, KeepThreeDigits) {
  EXPECT_EQ(three_digits(0.38216), "0.382");
  EXPECT_EQ(three_digits(0.9999), "1.00");
  EXPECT_EQ(three_digits(7.254), "7.25");
  EXPECT_EQ(three_digits(9.996), "10.0");
  EXPECT_EQ(three_digits(25.61), "25.6");
  EXPECT_EQ(three_digits(99.96), "100");
  EXPECT_EQ(three_digits(1234.4), "1234");
  EXPECT_EQ(three_digits(-2.616), "-2.62");
  EXPECT_EQ(three_digits(0), "0");
  EXPECT_EQ(three_digits(123456789012345), "123456789012345");
  EXPECT_EQ(three_digits(999999999999998296064.0), "1e21");
  EXPECT_EQ(three_digits(-4.2313e20), "-4.23e20");
}

}  // namespace
}  // namespace scalegen
