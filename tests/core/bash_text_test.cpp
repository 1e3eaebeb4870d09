#include "core/bash_text.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "core/bash_command.hpp"

namespace scalegen {
namespace {

std::string sign_of(BashOperator after) {
  switch (after) {
    case BashOperator::end:
      return ";";
    case BashOperator::pipe:
      return "|";
    case BashOperator::background:
      return "&";
    case BashOperator::and_then:
      return "&&";
    case BashOperator::or_else:
      return "||";
  }
  return "";
}

/// A line a command: its depth as blanks, `=` before assignments, `>` before redirections, `~` behind words
/// that bash expands, "group" or "loop" for a group, and the number of a
/// branch with a colon.
std::string commands_of(const std::string& text) {
  std::string lines;
  for (const auto& command : read_bash(text).commands) {
    lines += std::string(2 * static_cast<std::size_t>(command.depth), ' ');
    if (command.is_group) lines += command.is_loop ? "loop " : "group ";
    if (!command.function.empty()) lines += "of " + command.function + " ";
    if (command.branch != 0) lines += fmt::format("{}: ", command.branch);
    const auto add = [&](const char* before, const auto& words) {
      for (const auto& word : words)
        lines += fmt::format("{}[{}]{} ", before, word.text, word.is_literal ? "" : "~");
    };
    add("=", command.assignments);
    add("", command.words);
    add(">", command.redirections);
    lines += sign_of(command.after) + "\n";
  }
  return lines;
}

TEST(BashText, HasWordsWithoutTheirQuotes) {
  EXPECT_EQ(commands_of(R"(prog a\ b 'c d' "e f"g $'h\'i' --x="$HOME"/y *.txt {n} '*')"),
            "[prog] [a b] [c d] [e fg] [$'h\\'i']~ [--x=$HOME/y]~ [*.txt]~ [{n}]~ [*] ;\n");
}

TEST(BashText, HasCommandsAndWhatStandsBetweenThem) {
  EXPECT_EQ(commands_of("cd x && A=1 B='2 3' ./prog | tee log |& cat || echo no & wait; true\nlast"),
            "[cd] [x] &&\n=[A=1] =[B=2 3] [./prog] |\n[tee] [log] |\n[cat] ||\n[echo] [no] &\n[wait] ;\n"
            "[true] ;\n[last] ;\n");
}

TEST(BashText, KeepsRedirectionsApart) {
  EXPECT_EQ(commands_of("prog <in.lmp >out 2>&1 3 &>>all >|f <<<'a b' > >(tee log)"),
            "[prog] [3] >[in.lmp] >[out] >[1] >[all] >[f] >[a b] >[]~ ;\n");
}

TEST(BashText, PutsTheCommandsOfAGroupBehindIt) {
  EXPECT_EQ(commands_of("(cd x; ./a) | tee log; { b; } && c"),
            "group |\n  [cd] [x] ;\n  [./a] ;\n[tee] [log] ;\ngroup &&\n  [b] ;\n[c] ;\n");
  EXPECT_EQ(commands_of("for i in 1 2; do ./a $i; done > log; if t; then u; else v; fi"),
            "loop >[log] ;\n  [for] [i] [in] [1] [2] ;\n  1: [./a] [$i]~ ;\n"
            "group ;\n  -1: [t] ;\n  2: [u] ;\n  3: [v] ;\n");
  EXPECT_EQ(commands_of("case $x in a|b) one;; (c) two;; esac | d"),
            "group |\n  -2: [case] [$x]~ [in] [a] |\n  -2: [b] ;\n  1: [one] ;\n  -2: [c] ;\n  2: [two] "
            ";\n[d] ;\n");
}

TEST(BashText, PutsWhatAFunctionHoldsStillDeeper) {
  for (const auto* const text :
       {"f() { ./a | b; }\nf", "function f { ./a | b; }\nf", "function f() {\n./a | b; }; f"})
    EXPECT_EQ(commands_of(text), "  group of f ;\n    [./a] |\n    [b] ;\n[f] ;\n") << text;
}

TEST(BashText, KnowsTestsAndArithmetic) {
  EXPECT_EQ(commands_of("[[ a < b && c ]] && (( 1 << 2 )) ; x=(1 2) y=$((1<<2)) z"),
            "[[[]~ [a] [b] [c] []]] &&\n=[x=] =[y=$((1<<2))]~ [z] ;\n");
}

TEST(BashText, LeavesHereDocumentsAndCommentsOut) {
  EXPECT_EQ(commands_of("cat <<EOF | b # why\nx | y\nEOF\ncat <<-'E'\n\t'z\n\tE\nend#it"),
            "[cat] |\n[b] ;\n[cat] ;\n[end#it] ;\n");
}

TEST(BashText, ReadsWhatBashRefuses) {
  for (const auto* const text : {"'open", "\"open $(", "`open", "${a", "a \\", "x <<", "a >", "((", "a && ||",
                                 ")", "} fi done", "$'x", "f() {", "case"})
    commands_of(text);
  EXPECT_EQ(commands_of(") } a; fi b"), "[a] ;\n[b] ;\n");
}

TEST(BashText, TakesNoMoreThanAPassOfDeepTexts) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "\"$(( `${";
  EXPECT_LE(read_bash(text).commands.size(), 100'000U);
  text.clear();
  for (int i = 0; i < 100'000; ++i) text += "a \"$(";
  EXPECT_LE(read_bash(text).commands.size(), 100'000U);
}

/// A letter for each byte: n none, s single, d double, h here-document, l literal one, c comment.
std::string quoting(const std::string& text) {
  const auto bash = read_bash(text);
  std::string letters;
  for (std::size_t i = 0; i < text.size(); ++i) letters += "nsdhlc"[static_cast<int>(quoting_at(bash, i))];
  return letters;
}

TEST(BashText, TellsTheQuotesAroundAByte) {
  EXPECT_EQ(quoting(R"(a 'b' "c\"d$(e "f" 'g')h" #i)"),  //
            "nnnsnnnddddnnnnndnnnsnndnncc");
  EXPECT_EQ(quoting("a <<E\nb\nE\nc <<'E'\nd\nE\ne"),  //
            "nnnnnnhhhhnnnnnsnnlllln");
  EXPECT_EQ(quoting("it\\'s `d` \"${e}\" # 'f'\ng"), "nnnnnnnnnnnddddnncccccnn");
}

TEST(BashText, BecomesACommandInWhichNoPartOfAPipeIsHidden) {
  const auto plain = bash_command("a && b");
  const auto piped = bash_command("a | b");
  EXPECT_EQ(plain, (std::vector<std::string>{"bash", "-c", "a && b"}));
  EXPECT_EQ(piped, (std::vector<std::string>{"bash", "-o", "pipefail", "-c", "a | b"}));
  EXPECT_EQ(*bash_text_of(plain), "a && b");
  EXPECT_EQ(*bash_text_of(piped), "a | b");
  EXPECT_EQ(bash_text_of({"bash", "run.sh", "x"}), nullptr);
  EXPECT_EQ(bash_text_of({"bash", "-e", "-u", "-c", "x"}), nullptr);  // of somebody's own
  EXPECT_EQ(bash_text_of({}), nullptr);
  EXPECT_EQ(bash_text_of({"python3", "-c", "x"}), nullptr);
}

}  // namespace
}  // namespace scalegen
