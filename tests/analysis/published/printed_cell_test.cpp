#include "analysis/published/printed_cell.hpp"

#include <gmock/gmock.h>

namespace scalegen::published {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(PrintedCell, KnowsTheHeadsOfDerivedColumns) {
  for (const auto* head :
       {"speedup", "Speed-up:", "SPEED UP (x)", "Speedup vs 1 GPU", "Measured speedup [x]", "speed_up"})
    EXPECT_EQ(kind_of(head), Kind::speedup) << head;
  for (const auto* head :
       {"Efficiency", "Parallel eff. (%)", "scaling efficiency #", "% of linear", "% of ideal", "Eff"})
    EXPECT_EQ(kind_of(head), Kind::efficiency) << head;
  for (const auto* head : {"Ideal", "linear speedup", "Perfect time"})
    EXPECT_EQ(kind_of(head), Kind::ideal) << head;
  for (const auto* head :
       {"x", "×", "%", "relative to CPU", "vs 1 GPU", "vs. first", "Scaling factor", "speedup per doubling"})
    EXPECT_EQ(kind_of(head), Kind::relative) << head;
}

TEST(PrintedCell, LeavesColumnsThatAreMeasuredOrOfUnknownWords) {
  for (const auto* head : {"GPU efficiency (%)", "Energy efficiency", "Speedup vs A100", "time (s)", "GPUs",
                           "nodes", "", "% of peak", "linear layers", "loss %", "accuracy"})
    EXPECT_EQ(kind_of(head), std::nullopt) << head;
}

std::vector<std::string> read_again(std::string_view cell, std::optional<bool> decimal_comma = {}) {
  std::vector<std::string> texts;
  for (const auto& figure : read_cell(cell, decimal_comma))
    texts.push_back(printed_like(figure, figure.value * figure.unit) +
                    (figure.is_slowdown ? " (slowdown)" : ""));
  return texts;
}

TEST(PrintedCell, ReadsFiguresAsPeoplePrintThem) {
  EXPECT_THAT(read_again("1.97x"), ElementsAre("1.97x"));
  EXPECT_THAT(read_again("1.97×"), ElementsAre("1.97×"));
  EXPECT_THAT(read_again("**92.9%**"), ElementsAre("92.9%"));
  EXPECT_THAT(read_again(" 374.1 % "), ElementsAre("374.1 %"));
  EXPECT_THAT(read_again("0.929"), ElementsAre("0.929"));
  EXPECT_THAT(read_again("1"), ElementsAre("1"));
  EXPECT_THAT(read_again("1.00x (baseline)"), ElementsAre("1.00x"));
  EXPECT_THAT(read_again("3.68x (92 %)"), ElementsAre("3.68x"));
  EXPECT_THAT(read_again("0.38 (2.63x slower)"), ElementsAre("0.38", "2.63x slower (slowdown)"));
}

TEST(PrintedCell, ReadsNothingThatSaysMoreOrLessThanAFigure) {
  for (const auto* cell : {"", "-", "–", "OOM", "~2x", "+95 %", "-5 %", "1.9 ± 0.1", "1.9-2.1x",
                           "1.70x, 84.8 %", "2x (vs A100)", "1e3", "1.9.3", "n/a"})
    EXPECT_THAT(read_cell(cell, std::nullopt), IsEmpty()) << cell;
}

TEST(PrintedCell, ReadsACommaAsTheTableMeansIt) {
  EXPECT_THAT(read_again("3,61"), ElementsAre("3.61"));
  EXPECT_THAT(read_again("1,234.5"), ElementsAre("1234.5"));
  EXPECT_THAT(read_again("1,234"), IsEmpty());
  EXPECT_THAT(read_again("1,234", true), ElementsAre("1.234"));
  EXPECT_THAT(read_again("1,234", false), ElementsAre("1234"));
  EXPECT_THAT(read_again("1.234,5", true), ElementsAre("1234.5"));
}

TEST(PrintedCell, PrintsAFigureAsItWasRoundedOrTruncated) {
  const auto figure = read_cell("2.86x", std::nullopt).front();
  EXPECT_EQ(printed_like(figure, 2.869), "2.87x");
  EXPECT_EQ(printed_like(figure, 2.869, true), "2.86x");
  EXPECT_EQ(printed_like(read_cell("374.1 %", std::nullopt).front(), 3.55278), "355.3 %");
}

TEST(PrintedCell, KnowsWhatTheLastDigitIsWorth) {
  EXPECT_DOUBLE_EQ(last_digit("42.06"), 0.01);
  EXPECT_DOUBLE_EQ(last_digit("1,234.5"), 0.1);
  EXPECT_DOUBLE_EQ(last_digit("381"), 1);
  EXPECT_DOUBLE_EQ(last_digit("5100"), 100);
  EXPECT_DOUBLE_EQ(last_digit("10,000"), 10000);
  EXPECT_DOUBLE_EQ(last_digit("1:14:46"), 1);
  EXPECT_DOUBLE_EQ(last_digit("0:30:00"), 1);
  EXPECT_DOUBLE_EQ(last_digit("3:25.11"), 0.01);
}

}  // namespace
}  // namespace scalegen::published
