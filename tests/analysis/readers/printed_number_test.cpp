#include <gmock/gmock.h>

#include <optional>

#include "analysis/readers/csv.hpp"
#include "analysis/readers/printed_number.hpp"
#include "core/number_pattern.hpp"

namespace scalegen {
namespace {

using testing::ElementsAre;

TEST(Csv, KnowsInWhichCharacterAFieldBegins) {
  const auto lines = read_csv("größe,  b\t,\n");
  EXPECT_THAT(lines[0].fields, ElementsAre(CsvField{"größe", 1}, CsvField{"b", 9}, CsvField{"", 12}));
}

TEST(Csv, KeepsCommasAndQuotesWithinQuotes) {
  EXPECT_THAT(read_csv("\"a,b\",\"say \"\"c\"\"\"\n")[0].fields,
              ElementsAre(CsvField{"a,b", 1}, CsvField{"say \"c\"", 7}));
}

TEST(Csv, CountsBlankLinesAndForgetsThem) {
  const auto lines = read_csv(
      "\xEF\xBB\xBF"
      "a\r\n\r\n  \r\nb");
  ASSERT_EQ(lines.size(), 2);
  EXPECT_EQ(lines[0].text, "a");
  EXPECT_TRUE(lines[0].whole);
  EXPECT_EQ(lines[1].number, 4);
  EXPECT_FALSE(lines[1].whole);
}

TEST(PrintedNumber, ReadsPointsExponentsAndSigns) {
  EXPECT_EQ(parse_printed_number("73.48"), 73.48);
  EXPECT_EQ(parse_printed_number("1e3"), 1000);
  EXPECT_EQ(parse_printed_number("+1.5E-3"), 0.0015);
  EXPECT_EQ(parse_printed_number("-2"), -2);
}

TEST(PrintedNumber, TakesCommasBetweenThousandsOut) {
  EXPECT_EQ(parse_printed_number("1,234.5"), 1234.5);
  EXPECT_EQ(parse_printed_number("1,234"), 1234);
  EXPECT_EQ(parse_printed_number("12,345,678"), 12345678);
  EXPECT_EQ(parse_printed_number("-1,234"), -1234);
}

TEST(PrintedNumber, RefusesCommasThatMayBeOfADecimal) {
  for (const auto* text : {"12,5", "0,123", "1234,567", "1,2345", "1,23,456", "1.234,5", "1.5,678", ",123",
                           "1,", "1,,234", "1, 234", "1,234e3", "+,123"})
    EXPECT_EQ(parse_printed_number(text), std::nullopt) << text;
}

TEST(PrintedNumber, RefusesWhatIsNoNumber) {
  for (const auto* text : {"", "nan", "inf", "-inf", "1e999", "12 images", "0x10", "1_000", "++1", " 1"})
    EXPECT_EQ(parse_printed_number(text), std::nullopt) << text;
}

// The number that a pattern finds last in a line, or why there is none.
std::string read(const std::string& pattern, const std::string& line, const std::string& unit = "tokens/s") {
  std::optional<NumberPattern::Group> last;
  NumberPattern::compile(pattern).value().for_each_in(line, [&](const auto& group) { last = group; });
  if (!last) return "no match";
  const auto [begin, size] = *last;
  const std::string_view all = line;
  const MetricPattern metric{.name = "throughput", .regex = pattern, .unit = unit};
  const auto number = NumberReader(metric).read_speed(
      {all.substr(0, begin), all.substr(begin, size), all.substr(begin + size)});
  return number ? std::to_string(*number) : number.error().front().message;
}

std::string a_part(const std::string& found, const std::string& all, const std::string& pattern) {
  return "is '" + found + "', a part of '" + all + "': write {number} for the group, as in '" + pattern + "'";
}

std::string part_of(const std::string& found, const std::string& all) {
  return "is '" + found + "', a part of '" + all + "': write the text that stands before it into the regex";
}

std::string other_unit(const std::string& found, const std::string& behind, const std::string& unit,
                       const std::string& right) {
  return "is '" + found + "', followed by '" + behind + "', and its unit is " + unit +
         ": write unit: " + right;
}

TEST(FoundNumber, IsNeverAPartOfANumber) {
  EXPECT_EQ(read("tokens/s ([0-9.]+)", "tokens/s 12,345.6"), a_part("12", "12,345.6", "tokens/s {number}"));
  EXPECT_EQ(read("([0-9.]+) img/s", "12,345.6 img/s"), a_part("345.6", "12,345.6", "{number} img/s"));
  EXPECT_EQ(read("speed ([0-9]+)", "speed 12.75"), a_part("12", "12.75", "speed {number}"));
  EXPECT_EQ(read("speed: .*([0-9]+)", "speed: 1234"), a_part("4", "1234", "speed: .*{number}"));
  EXPECT_EQ(read("speed: .*{number}", "speed: 1234"), part_of("4", "1234"));
  EXPECT_EQ(read("change .?([0-9]+)", "change -50 %"), a_part("50", "-50", "change .?{number}"));
  EXPECT_EQ(read("loss=([0-9.]+)", "loss=1.5e-05"), a_part("1.5", "1.5e-05", "loss={number}"));
  EXPECT_EQ(read("([0-9]+) W", "e300 W"), a_part("300", "e300", "{number} W"));
  EXPECT_EQ(read("took ([0-9.]+)", "took 1:23:45"), a_part("1", "1:23:45", "took {number}"));
  for (const auto* line : {"t .5", "t 73,5", "t 12_345", "t 12'345", "t 12345,678", "t 1e+5", "t 2.5.5"})
    EXPECT_NE(read("t [.]?([0-9]+)", line).find("a part of"), std::string::npos) << line;
}

TEST(FoundNumber, IsNotReadWhereItMayBeSeveral) {
  EXPECT_EQ(read("epoch_time,{number}", "epoch_time,12,480"),
            "is '12,480', which may be several numbers of a list: write a group for one of them, as in "
            "'epoch_time,([0-9.]+)'");
  EXPECT_EQ(read(",{number}$", "3,512,980").substr(0, 30), "is '512,980', which may be sev");
  EXPECT_EQ(read("{number},", "12,480,").substr(0, 29), "is '12,480', which may be sev");
  EXPECT_EQ(read("epoch_time,([0-9.]+),", "epoch_time,12,480"), "12.000000");
  EXPECT_EQ(read("speed {number}", "speed 12,480, loss 1"), "12480.000000");
  EXPECT_EQ(read("speed {number}, loss", "speed 12,480, loss 1"), "12480.000000");
}

TEST(FoundNumber, IsNoPartOfANumberWithADecimalComma) {
  EXPECT_EQ(read("{number} img/s", "speed: 12.345,67 img/s"), part_of("67", "12.345,67"));
  EXPECT_EQ(read("speed: {number}", "speed: 12.345,67 img/s"), part_of("12.345", "12.345,67"));
  EXPECT_EQ(read("speed: {number}", "speed: 12.345,67.5"), "12.345000") << "a list";
  EXPECT_EQ(read("speed: {number},", "speed: 12.345,67"), "12.345000") << "as the pattern says";
  EXPECT_EQ(read("([0-9.]+)$", "0.345,67"), "67.000000") << "no thousands begin with 0";
}

TEST(FoundNumber, IsNoPartOfANumberWithOtherSeparators) {
  for (const std::string separator : {"\u00a0", "\u202f", "\u2009", "\u2019"}) {
    const auto line = "speed 12" + separator + "345 img/s";
    const auto is_part =
        "', a part of '12" + separator + "345': write the text that stands before it into the regex";
    EXPECT_EQ(read("{number} img/s", line), "is '345" + is_part);
    EXPECT_EQ(read("speed {number}", line), "is '12" + is_part);
    EXPECT_EQ(read("speed 12" + separator + "{number}", line), "345.000000") << "as the pattern says";
  }
}

TEST(FoundNumber, IsNoneWhereItIsInfinite) {
  for (const std::string none : {"nan", "inf", "Infinity", "-Infinity"})
    EXPECT_EQ(read("loss: {number}", "loss: 2.31 loss: " + none, ""),
              "is '" + none + "', which is not a number above 0");
}

TEST(FoundNumber, MayStandBesideOtherThingsAndBeAPartIfThePatternSaysSo) {
  EXPECT_EQ(read("speed: ([0-9.]+)", "speed: 12.5, loss 3"), "12.500000");
  EXPECT_EQ(read("speed=([0-9.]+)", "loss=0.5,speed=12.5,lr=0.1"), "12.500000");
  EXPECT_EQ(read("([0-9.]+)$", "0.25,12.5"), "12.500000") << "a list of two numbers with points";
  EXPECT_EQ(read("run-([0-9]+)", "run-12"), "12.000000");
  EXPECT_EQ(read("([0-9]+) s", "resnet-50 12 s."), "12.000000");
  EXPECT_EQ(read("([0-9.]+)it/s", "10/100 [00:05<00:45,  2.25it/s]"), "2.250000");
  EXPECT_EQ(read("speed ([0-9]+)", "speed 12... done"), "12.000000");
  EXPECT_EQ(read("took ([0-9]+)\\.[0-9]+ s", "took 12.75 s"), "12.000000");
  EXPECT_EQ(read("speed,([0-9]+),", "100,speed,12,3"), "12.000000");
  EXPECT_EQ(read("epoch [0-9]+:([0-9]+)", "epoch 3:12"), "12.000000");
  EXPECT_EQ(read("speed -([0-9]+)", "speed -12"), "12.000000");
  EXPECT_EQ(read("speed ([0-9]+),?", "speed 12,345"), a_part("12", "12,345", "speed {number},?"));
}

TEST(FoundNumber, IsMultipliedByThePrefixBehindIt) {
  for (const auto* pattern :
       {"speed ([0-9.]+)", "speed (\\S+)", "speed {number}", "speed ([0-9.]+)K? tokens/s"})
    EXPECT_EQ(read(pattern, "speed 1.92K tokens/s"), "1920.000000") << pattern;
  EXPECT_EQ(read("speed {number}", "speed 1.92k"), "1920.000000");
  EXPECT_EQ(read("speed {number}", "speed 1.92Mtokens/s"), "1920000.000000");
  EXPECT_EQ(read("speed {number}", "speed 1.92G"), "1920000000.000000");
}

TEST(FoundNumber, IsConvertedIfItsUnitDiffersInThePrefixAlone) {
  EXPECT_EQ(read("Performance: {number}", "Performance: 1.507 Matom-step/s", "katom-step/s"), "1507.000000");
  EXPECT_EQ(read("Performance: {number}", "Performance: 1.507 Matom-step/s", "atom-step/s"),
            "1507000.000000");
  EXPECT_EQ(read("Performance: {number}", "Performance: 780.8 katom-step/s", "Matom-step/s"), "0.780800");
  EXPECT_EQ(read("Performance: {number}", "Performance: 780.8 katom-step/s", "katom-step/s"), "780.800000");
  EXPECT_EQ(read("speed {number}K tokens/s", "speed 1.92K tokens/s"), "1920.000000");
  EXPECT_EQ(read("speed {number}", "speed 1.92 K tokens/s"), "1920.000000");
  EXPECT_EQ(read("speed {number} tokens/s", "speed 1920 tokens/s", "Ktokens/s"), "1.920000");
  EXPECT_EQ(read("speed {number}", "speed 1.92T"), "1920000000000.000000");
  EXPECT_EQ(read("speed {number}", "speed 1.92 ktok/s"), "1920.000000");
  EXPECT_EQ(read("speed {number}", "speed 12.3 k tok/s"), "12300.000000");
  EXPECT_EQ(read("speed {number}", "speed 12.5 ktok/s/GPU").substr(0, 40),
            "is '12.5', followed by 'ktok/s/GPU', and");
  EXPECT_EQ(read("speed {number}", "speed 1.92 tok/s"), "1.920000");
  EXPECT_EQ(read("speed {number}", "speed 1.92 kimg/s", "images/s"), "1920.000000");
  EXPECT_EQ(read("speed {number}", "speed 1200 samples/s", "kimages/s"), "1.200000");
}

TEST(FoundNumber, IsConvertedWhateverLiesBeforeItsUnit) {
  for (const auto* behind :
       {"  Mcells/s", "\tMcells/s", " [Mcells/s]", " (Mcells/s)", " M", " M cells/s", "M/s"})
    EXPECT_EQ(read("speed {number}", std::string("speed 1.5") + behind, "cells/s"), "1500000.000000")
        << behind;
  EXPECT_EQ(read("speed {number}", "speed: 1.5 M", "kcells/s"), "no match");
  EXPECT_EQ(read("speed: {number}", "speed: 1.5 M", "kcells/s"), "1500.000000");
  EXPECT_EQ(read("speed {number}", "speed 1.5K", "Tokens/s"), "1500.000000");
  EXPECT_EQ(read("speed {number}", "speed 1.5 M steps/s", "M steps/s"), "1.500000");
  EXPECT_EQ(read("{number} steps/s", "1.5 1 steps/s", "M steps/s"), "0.000001");
}

TEST(FoundNumber, MayHaveItsUnitRightBehindIt) {
  EXPECT_EQ(read("took {number}", "took 12.5s", "s"), "12.500000");
  EXPECT_EQ(read("{number}it/s", "2.25it/s", "it/s"), "2.250000");
  EXPECT_EQ(read("{number}\\s*img/s", "2.25img/s", "images/s"), "2.250000") << "as the pattern says";
  EXPECT_EQ(read("{number}K tokens/s", "1.92K tokens/s", "Ktokens/s"), "1.920000") << "as the pattern says";
  EXPECT_EQ(read("speed {number}", "speed 1.92Ktokens/s", "Ktokens/s"), "1.920000");
  EXPECT_EQ(read("speed {number}", "speed 1.92k", "Ktokens/s"), "1.920000") << "the unit's own letter";
  EXPECT_EQ(read("peak {number}", "peak 12.5G", "GiB"), "12.500000");
}

TEST(FoundNumber, IsRefusedWithLettersThatMayChangeIt) {
  EXPECT_EQ(read("took {number}", "took 12.5ms", "s"), other_unit("12.5", "ms", "s", "ms"));
  EXPECT_EQ(read("took ([0-9]+)", "took 2x", "s"),
            "is '2', with 'x' right behind it, which is neither its unit nor k, K, M or G: write it into the "
            "regex, as in 'took ([0-9]+)x', if it never changes");
  for (const auto* line : {"speed 1x1F", "speed 5e", "speed 1.9m tokens", "speed 12Mx"})
    EXPECT_NE(read("speed ([0-9.]+)", line).find("right behind it"), std::string::npos) << line;
}

TEST(FoundNumber, IsRefusedInAnotherUnitAlsoWhereThePatternNamesIt) {
  EXPECT_EQ(read("time {number}ms", "time 134.24ms", "s"), other_unit("134.24", "ms", "s", "ms"));
  EXPECT_EQ(read("time {number}", "time 134.24 ms", "s/step"),
            other_unit("134.24", "ms", "s/step", "ms/step"));
  EXPECT_EQ(read("time {number} s", "time 134.24 s", "ms"), other_unit("134.24", "s", "ms", "s"));
  EXPECT_EQ(read("done {number}", "done 39 %", ""), other_unit("39", "%", "''", "'%'"));
  for (const std::string unit : {"s", "images/s", "ns/day"})
    EXPECT_EQ(read("acc {number}", "acc 95.0%", unit),
              "is '95.0', followed by '%', and its unit is " + unit +
                  ": a percentage is no time and no rate: let the regex find another number");
  EXPECT_EQ(read("read {number}", "read 12.5 MiB/s", "GiB/s"), other_unit("12.5", "MiB/s", "GiB/s", "MiB/s"));
  for (const auto* behind : {"  ms", "\tms", " (ms)", " [ms],"})
    EXPECT_EQ(read("time {number}", std::string("time 1500") + behind, "s"),
              other_unit("1500", "ms", "s", "ms"))
        << behind;
  EXPECT_EQ(read("speed {number}", "speed 1.5 Mcells/min", "cells/s"),
            other_unit("1.5", "Mcells/min", "cells/s", "Mcells/min"));
  EXPECT_EQ(read("speed {number}", "speed 1.5Mcells/min", "cells/s"),
            other_unit("1.5", "Mcells/min", "cells/s", "Mcells/min"));
  EXPECT_EQ(read("speed {number}", "speed 1.5 ns/hour", "ns/day"),
            other_unit("1.5", "ns/hour", "ns/day", "ns/hour"));
  EXPECT_EQ(read("speed {number}", "speed 1.5 ps/day", "ns/day"),
            other_unit("1.5", "ps/day", "ns/day", "ps/day"));
  EXPECT_EQ(read("speed {number}", "speed 1.5 GB/s", "MiB/s"), other_unit("1.5", "GB/s", "MiB/s", "GB/s"));
  EXPECT_EQ(read("peak {number}", "peak 1.5G", "MiB"), other_unit("1.5", "G", "MiB", "GiB"));
  EXPECT_EQ(read("time {number}", "time 12.5 min 10.1 max 14", "s"), "12.500000") << "the smallest";
}

TEST(FoundNumber, IsRefusedInEachWordForAnotherTime) {
  for (const std::string word : {"ms", "msecs", "millisecs", "usecs", "µsec", "nanosecs", "mins"})
    EXPECT_EQ(read("took {number}", "took 134 " + word, "s").substr(0, 20), "is '134', followed b") << word;
}

TEST(FoundNumber, IsNoPartOfTheTimeBeforeARate) {
  EXPECT_EQ(read("{number} s/step", "eta 2h 13m, 0.85 s/step", "s/step"), "0.850000");
  EXPECT_EQ(read("{number} s/epoch", "took 2m 13 s/epoch", "s/epoch").substr(0, 7), "is '13'");
  EXPECT_EQ(read("took {number}", "took 2m 13s/epoch", "s/epoch"), "133.000000");
  EXPECT_EQ(read(", {number}s/it", "[3m12s<10m, 1.2s/it]", "s/it"), "1.200000");
  EXPECT_EQ(read("took {number}", "took 2h 13m, 0.85 s", "s").substr(0, 16), "is '2', a part o");
}

TEST(FoundNumber, IsAClockTimeInTheUnitOfAMetricOfTime) {
  EXPECT_EQ(read("Training time {number}", "Training time 0:18:14", "s"), "1094.000000");
  EXPECT_EQ(read("train_runtime *= *{number}", "train_runtime = 0:15:19.02", "s"), "919.020000");
  EXPECT_EQ(read("m:ss.: {number}", "Elapsed (h:mm:ss or m:ss): 3:25.11", "min"), "3.418500");
  EXPECT_EQ(read("real\\s+{number}", "real\t3m25.113s", "s"), "205.113000");
  EXPECT_EQ(read("epoch in (\\S+)", "epoch in 1-02:00:00", "h/epoch"), "26.000000");
  EXPECT_EQ(read("step in {number}", "step in 0:00.25,", "ms/step"), "250.000000");
  EXPECT_EQ(read("{number} elapsed", "12 2h10m elapsed", "s"), "7800.000000");
  EXPECT_EQ(read("epoch {number}:", "epoch 3:12", "s"),
            "is '3', a part of '3:12': write {number} for all of it, behind the text that stands before it");
  EXPECT_EQ(read("took {number}", "took 0:00:00", "s"), "is '0:00:00', which is not a number above 0");
  EXPECT_EQ(read("took {number}", "took 1:2", "s"), part_of("1", "1:2"));
  EXPECT_EQ(read("took {number}", "took 0:18:14,5", "s"), part_of("0:18:14", "0:18:14,5"));
  EXPECT_EQ(read("took {number}", "took 1:30 min", "s"),
            "is '1:30', followed by 'min', which may be a time of min or of hours, minutes and seconds");
  EXPECT_EQ(read("speed {number}", "speed 3:25"), "is '3:25', a time, and its unit is tokens/s");
  EXPECT_EQ(read("speed {number}", "speed 3:25", "ns/day"), "is '3:25', a time, and its unit is ns/day");
}

TEST(FoundNumber, IsNeverAPartOfAClockTime) {
  for (const auto* pattern : {"m:ss.: [0-9]+:{number}", "m:ss.:.*{number}"})
    EXPECT_NE(read(pattern, "(m:ss): 3:25.11", "s")
                  .find("a part of '3:25.11': write {number} for all of it, behind"),
              std::string::npos)
        << pattern;
  EXPECT_EQ(read("real\\s+{number}m", "real\t3m25.113s", "min"), "3.418550") << "all of it";
  EXPECT_NE(read("real .*m{number}s", "real 3m25.113s", "min").find("is '25.113', a part of '3m25.113s'"),
            std::string::npos);
  EXPECT_EQ(read("took ([0-9]+)", "took 2m30s", "s"), a_part("2", "2m30s", "took {number}"));
}

TEST(FoundNumber, IsAllPartsOfATime) {
  EXPECT_EQ(read("time: {number}", "Total time: 1 min 50.0 s", "s"), "110.000000");
  EXPECT_EQ(read("Elapsed: {number}", "Elapsed: 1 m 30 s", "s"), "90.000000");
  EXPECT_EQ(read("Run took {number}", "Run took 3 m 45 s", "min"), "3.750000");
  EXPECT_EQ(read("Wall time: {number}", "Wall time: 1h 50m 3s", "s"), "6603.000000");
  EXPECT_EQ(read("CPU +{number}", "PWSCF : 1h 1m CPU  2h 9m WALL", "s"), "7740.000000");
  EXPECT_EQ(read("took {number}", "took 0 h 3 min 20 s", "s"), "200.000000");
  EXPECT_EQ(read("took {number}", "took 90 min", "min"), "90.000000");
  EXPECT_EQ(read("took {number}", "took 0 min 0 s", "s"), "is '0', which is not a number above 0");
  EXPECT_EQ(read("took {number} m", "took 3 m 45 s", "min"), "3.750000");
  EXPECT_EQ(
      read("min {number} s", "took 1 min 50 s", "s"),
      "is '50', a part of '1 min 50 s': write {number} for all of it, behind the text that stands before "
      "it");
  for (const auto* time : {"1 hour 75 min", "1 day, 2:03:04", "1 hour, 3 minutes"})
    EXPECT_EQ(read("took {number}", std::string("took ") + time, "s"),
              std::string("is '1', a part of '") + time +
                  "': this is one time in several parts, print it in one unit or as H:MM:SS");
}

TEST(FoundNumber, IsThatOfFortran) {
  for (const auto* text : {"0.950D+03", "9.5d+02", "95.D+01", "95.E+01", "9500.0D-01"})
    for (const auto* pattern : {"speed {number}", "speed (\\S+)"})
      EXPECT_EQ(read(pattern, std::string("speed ") + text), "950.000000") << text;
  EXPECT_EQ(read("speed ([0-9.]+)", "speed 0.950D+03"), a_part("0.950", "0.950D+03", "speed {number}"));
  for (const auto* text : {"1.5+101", "1.5-101"})
    EXPECT_NE(read("speed {number}", std::string("speed ") + text)
                  .find(std::string("is '1.5', a part of '") + text),
              std::string::npos);
  EXPECT_EQ(read("speed {number}", "speed 1.5-10"), "1.500000") << "a range";
}

TEST(NumberPattern, ReadsNumbersAsProgramsPrintThem) {
  for (const auto& [text, number] :
       std::vector<std::pair<std::string, std::string>>{{"12", "12.000000"},
                                                        {"12,345.6", "12345.600000"},
                                                        {"1,234,567", "1234567.000000"},
                                                        {"+.5", "0.500000"},
                                                        {"1.5e3", "1500.000000"},
                                                        {"1E-2,", "0.010000"},
                                                        {"12.", "12.000000"},
                                                        {"-5", "is '-5', which is not a number above 0"},
                                                        {"nan", "is 'nan', which is not a number above 0"},
                                                        {"12,34", part_of("12", "12,34")},
                                                        {"12,3456", part_of("12,345", "12,3456")},
                                                        {"information", "no match"}})
    EXPECT_EQ(read("tokens/s {number}", "step 3 tokens/s " + text), number) << text;
  EXPECT_EQ(read("\\{number} (.)", "{number} 7"), "7.000000");
}

}  // namespace
}  // namespace scalegen
