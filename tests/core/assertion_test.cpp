#include "core/assertion.hpp"

#include <gtest/gtest.h>

namespace scalegen {
namespace {

using Figure = Assertion::Figure;

Assertion read(const std::string& text) {
  const auto assertion = read_assertion(text);
  EXPECT_TRUE(assertion) << render(assertion.error());
  return assertion.value_or(Assertion{});
}

std::string error_of(const std::string& text) {
  const auto assertion = read_assertion(text);
  return assertion ? "no error" : render(assertion.error());
}

TEST(Assertion, OfEachFigureIsRead) {
  EXPECT_EQ(read("efficiency at 8gpu >= 0.85"),
            (Assertion{Figure::efficiency, "8gpu", true, 0.85, "", "efficiency at 8gpu >= 0.85"}));
  EXPECT_EQ(read("efficiency at 8gpu >= 85 %").limit, 0.85);
  EXPECT_EQ(read("  speedup  at 2x4gpu  >=  6.5x ").limit, 6.5);
  EXPECT_EQ(read("per_doubling at 8gpu >= 1.7").figure, Figure::per_doubling);
  const auto time = read("time at 4gpu <= 600 s");
  EXPECT_EQ(time, (Assertion{Figure::time, "4gpu", false, 600, "s", "time at 4gpu <= 600 s"}));
  EXPECT_EQ(read("throughput at 4gpu >= 9e3 images/s").unit, "images/s");
}

TEST(Assertion, ThatIsNoneSaysWhatIsMissing) {
  constexpr auto form = "      = hint: write it as in 'efficiency at 8gpu >= 0.85'\n";
  EXPECT_EQ(error_of("efficency at 8gpu >= 0.8"),
            "error: 'efficency' is no figure of a rung\n      = hint: did you mean 'efficiency'?\n");
  EXPECT_EQ(error_of("efficiency >= 0.8"),
            std::string("error: 'efficiency >= 0.8' does not say at which rung\n") + form);
  EXPECT_EQ(error_of("speedup at 8gpu > 6"),
            "error: 'speedup at 8gpu > 6' compares by '>'\n"
            "      = hint: write it as in 'efficiency at 8gpu >= 0.85'\n");
  EXPECT_EQ(error_of("speedup at 8gpu >= much"),
            std::string("error: 'speedup at 8gpu >= much' has no number above 0 behind its sign\n") + form);
  EXPECT_EQ(error_of("speedup at 8gpu >= -3"),
            std::string("error: 'speedup at 8gpu >= -3' has no number above 0 behind its sign\n") + form);
  EXPECT_EQ(error_of("speedup at 8gpu >= 6 GPUs"),
            std::string("error: 'speedup at 8gpu >= 6 GPUs': behind a factor 'GPUs' says nothing\n") + form);
  EXPECT_EQ(error_of("efficiency at 8gpu >= 85"),
            "error: 'efficiency at 8gpu >= 85' asserts an efficiency of 8500 %\n      = hint: write 85 %\n");
  EXPECT_EQ(error_of("efficiency at 8gpu >= 0.8 images/s"),
            "error: 'efficiency at 8gpu >= 0.8 images/s' has no share behind its sign\n"
            "      = hint: write 0.85 or 85 %\n");
  EXPECT_EQ(error_of("throughput at 8gpu >= 9000"),
            "error: 'throughput at 8gpu >= 9000' does not say the unit of its limit\n"
            "      = hint: write the unit of the report: throughput at 4gpu >= 9000 images/s\n");
  EXPECT_NE(error_of(""), "no error");
  EXPECT_NE(error_of("nan at 8gpu >= nan"), "no error");
}

}  // namespace
}  // namespace scalegen
