#include <gtest/gtest.h>

#include <algorithm>

#include "core/text.hpp"
#include "rendered_findings.hpp"

namespace scalegen::lint {
namespace {

const std::string kTwice = "#!/bin/bash\n#SBATCH --time=1\n";

TEST(Lint, ACommentWithAReasonSuppressesItsRuleInItsLineOrTheNext) {
  EXPECT_EQ(
      rules_found(kTwice + "# scalegen: allow option-twice because the wrapper reads it\n#SBATCH --time=2\n"),
      "");
  EXPECT_EQ(rules_found(kTwice + "#SBATCH --time=2 # scalegen: allow option-twice because so\n"), "");
  EXPECT_EQ(rules_found(kTwice + "## scalegen: allow option-twice because so\n#SBATCH --time=2\n"), "");
}

TEST(Lint, OtherRulesLinesAndTextsAreNotSuppressed) {
  EXPECT_EQ(rules_found(kTwice + "# scalegen: allow unknown-option because so\n#SBATCH --time=2\n"),
            "option-twice\n");
  EXPECT_EQ(
      rules_found(
          "#!/bin/bash\n# scalegen: allow option-twice because so\n#SBATCH --time=1\n#SBATCH --time=2\n"),
      "option-twice\n");
  EXPECT_EQ(rules_found(kTwice + "#SBATCH --time=2\necho 'scalegen: allow option-twice because so'\n"),
            "option-twice\n");
}

TEST(Lint, ACommentWithoutAReasonOrRuleSuppressesNothingAndIsFound) {
  for (const auto* words : {"option-twice", "option-twice because", "option-twice because  "})
    EXPECT_EQ(rules_found(kTwice + "# scalegen: allow " + words + "\n#SBATCH --time=2\n"),
              "allow-comment\noption-twice\n")
        << words;
  EXPECT_EQ(
      rendered("#!/bin/bash\n#SBATCH -n1\n# scalegen: allow option-twise because so\n"),
      "job.sh:3:3: warning: no rule is named 'option-twise', and nothing is suppressed [allow-comment]\n"
      "    3 | # scalegen: allow option-twise because so\n"
      "      |   ^\n"
      "      = hint: did you mean 'option-twice'?\n");
}

TEST(Lint, FindingsAreSortedByTheirPlace) {
  EXPECT_EQ(
      rules_found("#!/bin/bash\n#SBATCH --time=1 -n2\n#SBATCH --time=2\n#SBATCH -n x -t 3\nx\n#SBATCH -N1\n"),
      "option-twice\nmalformed-value\noption-twice\noption-twice\ndirective-after-command\n");
}

TEST(Lint, OfOneRuleAtMostAHundredFindingsAreKept) {
  std::string text = "#!/bin/bash\nhostname\n";
  for (int i = 0; i < 5000; ++i) text += "#SBATCH -N1\n";
  const auto found = lines_of(rules_found(text));
  EXPECT_EQ(std::ranges::count(found, "directive-after-command"), 100);
  EXPECT_EQ(found.size(), 100U);
}

TEST(Lint, RulesHaveNamesOfTheirOwnAndAllThatExplainPrints) {
  for (const auto& rule : all_rules()) {
    EXPECT_EQ(std::ranges::count(all_rules(), rule.name, &Rule::name), 1) << rule.name;
    EXPECT_TRUE(has_only_plain(rule.name, "-")) << rule.name;
    for (const auto text : {rule.summary, rule.decided, rule.bad, rule.good, rule.source})
      EXPECT_FALSE(text.empty()) << rule.name;
    EXPECT_TRUE(rule.summary.ends_with('.') && rule.decided.ends_with('.')) << rule.name;
    EXPECT_TRUE(rule.bad.ends_with('\n') && rule.good.ends_with('\n')) << rule.name;
  }
}

// What bash would refuse, and what is no text, is read as far as it can be.
TEST(Lint, AnyTextIsRead) {
  const std::string head = "#!/bin/bash\n#SBATCH -n1\n";
  for (const auto& body :
       {std::string("cat <<END\n#SBATCH -N1\n"), std::string("echo \"\n#SBATCH -N1\n"),
        std::string("if [ \n"), std::string("$((((\n"), std::string("\0\xff\xfe#SBATCH\n", 11),
        std::string(1 << 20, '('), std::string(1 << 20, '\n'), "#SBATCH" + std::string(1 << 20, ' ')})
    EXPECT_EQ(rules_found(head + body).find("malformed"), std::string::npos);
  EXPECT_EQ(rules_found(""), "no-interpreter\n");
}

TEST(Lint, ALongLineOfWordsIsOneFinding) {
  std::string text = "#!/bin/bash\n#SBATCH -n1";
  for (int i = 0; i < 500'000; ++i) text += " word";
  EXPECT_EQ(rules_found(text), "malformed-value\n");
}

}  // namespace
}  // namespace scalegen::lint
