#include "core/shell_quote.hpp"

#include <gtest/gtest.h>

#include "core/process.hpp"

namespace scalegen {
namespace {

TEST(ShellQuote, LeavesPlainWordsAsTheyAre) {
  EXPECT_EQ(shell_quote("/opt/a-b_c.d:1,2=3+4@5%"), "/opt/a-b_c.d:1,2=3+4@5%");
}

TEST(ShellQuote, QuotesAllElse) {
  EXPECT_EQ(shell_quote(""), "''");
  EXPECT_EQ(shell_quote("a b"), "'a b'");
  EXPECT_EQ(shell_quote("it's"), R"('it'\''s')");
  EXPECT_EQ(shell_quote("~/x"), "'~/x'");
  EXPECT_EQ(shell_command({"echo", "a b", ""}), "echo 'a b' ''");
}

TEST(ShellQuote, GivesBashExactlyTheText) {
  for (const std::string text : {"$(touch /tmp/x)", "`id`", "a\nb\t c", "\\", "'", "''\"\"", "*?[a]{1,2}",
                                 "!x", "#x", "~", "-n", "grün ☃", "a;b&c|d>e<f", "$HOME ${x}", "x\\'y"}) {
    const auto result = run_program({"bash", "-c", "printf %s " + shell_quote(text)});
    ASSERT_TRUE(result);
    if (text == "-n") continue;  // printf's own affair
    EXPECT_EQ(result->out, text);
    EXPECT_EQ(result->err, "");
  }
}

TEST(ShellQuote, LeavesTheHomeOfWhoeverRunsIt) {
  for (const auto& [text, expected] :
       std::vector<std::pair<std::string, std::string>>{{"~", "/home/ada b"},
                                                        {"~/x y", "/home/ada b/x y"},
                                                        {"~/", "/home/ada b/"},
                                                        {"~root/x", "~root/x"},
                                                        {"a~/b", "a~/b"},
                                                        {"~/$(id)'", "/home/ada b/$(id)'"},
                                                        {"", ""}}) {
    const auto result =
        run_program({"env", "HOME=/home/ada b", "bash", "-c", "printf %s " + home_word(text)});
    ASSERT_TRUE(result);
    EXPECT_EQ(result->out, expected) << text;
  }
}

}  // namespace
}  // namespace scalegen
