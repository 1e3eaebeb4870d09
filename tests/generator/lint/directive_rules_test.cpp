// What each rule of directives says, and what it does not.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "findings_of.hpp"
#include "rendered_findings.hpp"

namespace scalegen::lint {
namespace {

std::string findings_of(const std::string& text) { return rendered(text); }

/// With the two lines before and behind it that each script has.
std::string findings_of_directive(const std::string& words) {
  return rendered("#!/bin/bash\n#SBATCH " + words + "\nhostname\n");
}

TEST(LintDirectives, EachRulesBadExampleHasItsOneFinding) {
  const std::map<std::string_view, std::string> expected{
      {"no-interpreter",
       R"(job.sh:1:1: error: sbatch takes no script whose first line is no #! [no-interpreter]
    1 | #SBATCH --time=10
      | ^
      = hint: write #!/bin/bash as the first line, with nothing before it
)"},
      {"dos-line-ends",
       R"(job.sh:1:12: error: sbatch takes no script whose lines end as on Windows, in CR LF [dos-line-ends]
    1 | #!/bin/bash
      |            ^
      = hint: dos2unix job.sh
)"},
      {"conflict-marker",
       R"(job.sh:2:1: error: git has left a conflict, and sbatch reads no directive behind it [conflict-marker]
    2 | <<<<<<< HEAD
      | ^
      = hint: keep one of both sides, and remove the lines with <<<<<<<, ======= and >>>>>>>
)"},
      {"directive-after-command",
       R"(job.sh:3:1: error: sbatch reads no directive behind the first command, which is in line 2 [directive-after-command]
    3 | #SBATCH --time=10
      | ^
      = hint: move it above line 2
)"},
      {"misspelt-mark",
       R"(job.sh:2:1: warning: sbatch takes '#SBTACH' for a comment, and --time does not count [misspelt-mark]
    2 | #SBTACH --time=10
      | ^
      = hint: a directive begins with #SBATCH in the first column
)"},
      {"unknown-option", R"(job.sh:2:9: error: sbatch has no option '--cpu-per-task' [unknown-option]
    2 | #SBATCH --cpu-per-task=4
      |         ^
      = hint: write --cpus-per-task
)"},
      {"malformed-value",
       R"(job.sh:2:9: error: sbatch refuses '72.' as the value of --cpus-per-task [malformed-value]
    2 | #SBATCH --cpus-per-task=72.
      |         ^
      = hint: expected a whole number above 0
)"},
      {"variable-in-directive",
       R"(job.sh:2:18: warning: sbatch expands no variable in a directive [variable-in-directive]
    2 | #SBATCH --output=$HOME/job.out
      |                  ^
      = hint: write %j for the job's number, %x for its name, %u for the user; in an array %A_%a
)"},
      {"option-twice",
       R"(job.sh:3:9: warning: --time is given twice: sbatch takes '20', and not '10' of line 2 [option-twice]
    3 | #SBATCH -t 20
      |         ^
      = hint: keep one of them
)"},
      {"options-contradict",
       R"(job.sh:2:18: error: sbatch refuses '--mem-per-cpu=2G' beside '--mem=8G' [options-contradict]
    2 | #SBATCH --mem=8G --mem-per-cpu=2G
      |                  ^
      = hint: keep one of them
)"},
      {"export-list",
       R"(job.sh:2:21: error: a blank ends the list of --export: sbatch refuses '0,', a word of its own [export-list]
    2 | #SBATCH --export=A= 0, 1
      |                     ^
      = hint: write --export=ALL,A=1,B=2 without blanks, or export the variable in the script
)"},
      {"lines-of-pbs",
       R"(job.sh:3:1: warning: sbatch also reads '#PBS -q long', which overrides #SBATCH [lines-of-pbs]
    3 | #PBS -q long
      | ^
      = hint: remove such lines, or add #SBATCH --ignore-pbs
)"},
      {"allow-comment",
       R"(job.sh:3:3: warning: option-twice is not suppressed, as no reason is given [allow-comment]
    3 | # scalegen: allow option-twice
      |   ^
      = hint: write # scalegen: allow option-twice because ...
)"}};
  std::size_t seen = 0;
  for (const auto& [name, text] : expected) {
    const auto* const rule = find_rule(name);
    ASSERT_NE(rule, nullptr) << name;
    EXPECT_EQ(findings_of(std::string(rule->bad)), text) << name;
    ++seen;
  }
  EXPECT_EQ(seen, directive_rules().size() + 1);  // and that of comments
}

TEST(LintDirectives, LinesOfPbsCountWhereverTheyStandInAScriptForSlurm) {
  EXPECT_EQ(rules_found("#!/bin/bash\n#SBATCH -N1\ncat <<END >other.sh\n#BSUB -n 4\nEND\n"),
            "lines-of-pbs\n");
  for (const auto* body : {"##PBS -q long\n", "  #PBS -q long\n", "# PBS -q long\n", "echo '#PBS'\n"})
    EXPECT_EQ(rules_found(std::string("#!/bin/bash\n#SBATCH -N1\n") + body), "") << body;
  EXPECT_EQ(rules_found("#!/bin/bash\n#PBS -q long\nhostname\n"), "");
}

// The examples of all rules, those of launching too, asked by every rule. Those of sites need a profile, and
// that of folders a folder: they find nothing without.
TEST(LintRules, ABadExampleIsFoundByItsRuleAloneAndAGoodOneByNone) {
  for (const auto& rule : all_rules()) {
    const auto found = rules_found(std::string(rule.bad));
    const bool may_need_more =
        std::ranges::count(site_rules(), rule.name, &Rule::name) > 0 || rule.name == "output-folder-missing";
    EXPECT_TRUE(found == std::string(rule.name) + "\n" || (may_need_more && found.empty()))
        << rule.name << "\n"
        << found;
    EXPECT_EQ(rendered(std::string(rule.good)), "") << rule.name;
  }
}

TEST(LintDirectives, NothingIsSaidOfWhatSbatchTakes) {
  for (const auto* words : {"--time=10",
                            "--time=1:60",
                            "-t 1-0",
                            "--time=1-",
                            "--time=1-12:30:00",
                            "-t UNLIMITED",
                            "--mem=0",
                            "--mem=10gb",
                            "--mem 4000",
                            "--mem-per-cpu=1G",
                            "-N 2-4",
                            "-N1",
                            "--nodes=1,2",
                            "-n +2",
                            "--array=1-3%2",
                            "-a [1,3-5:2]",
                            "--array=1,,2",
                            "--exclusive",
                            "--exclusive=user",
                            "--exclusive=OVERSUBSCRIBE",
                            "-HQn1",
                            "--tasks-per-node=4",
                            "--mail-type=END --mail-type=FAIL",
                            "--job-name=\"a b\" # c",
                            "-J a#b c d",
                            "--output=%x-%j.out",
                            "--gres=gpu:a100:2,nvme:100",
                            "--comment='5 $ each'",
                            "--constraint=a&b",
                            "-p gpu,cpu -C [ivb|hsw]",
                            "--open-mode=append",
                            "--dependency=afterok:1:2",
                            "--signal=B:USR1@60"})
    EXPECT_EQ(findings_of_directive(words), "") << words;
}

TEST(LintDirectives, WhatSbatchRefusesIsAnError) {
  for (const auto* words : {"--time=10m",
                            "--time=1:2:3:4",
                            "--time=",
                            "--mem=10GiB",
                            "--mem=1.5G",
                            "--mem=10 G",
                            "-N 4-2",
                            "--nodes=two",
                            "-n 0",
                            "--ntasks-per-node=1.",
                            "-c x",
                            "--array=1-",
                            "--array=3-1",
                            "--array=1-3:0",
                            "--array=1, 2",
                            "--exclusive=true",
                            "--exclusive user",
                            "--hold=1",
                            "-J",
                            "-J my job",
                            "--no=1",
                            "-job-name=x",
                            "word",
                            "-",
                            "--job-name=\"a",
                            "--nodes=$N",
                            "--time=`t`",
                            "-N=1",
                            "-Z"})
    EXPECT_NE(findings_of_directive(words).find(": error: "), std::string::npos) << words;
}

TEST(LintDirectives, AHintSaysWhatToWrite) {
  const auto hint_of = [](const std::string& words) {
    const auto text = findings_of_directive(words);
    const auto at = text.find("hint: ");
    return at == std::string::npos ? "" : text.substr(at + 6, text.find('\n', at) - at - 6);
  };
  EXPECT_EQ(hint_of("--time=2h"), "write --time=02:00:00");
  EXPECT_EQ(hint_of("-N=1"), "write -N 1");
  EXPECT_EQ(hint_of("-p=gpu"), "write -p gpu");
  EXPECT_EQ(hint_of("-job-name=x"), "write --job-name");
  EXPECT_EQ(hint_of("--nod=1"), "write --nodefile or --nodelist or --nodes");
  EXPECT_EQ(hint_of("--mem=10 G"),
            "put a value with blanks into quotes, and a comment behind #; or write --mem=10G");
  EXPECT_EQ(hint_of("--partition=$P"),
            "write the value here, or 'sbatch --partition=$P job.sh', where the shell expands it");
  EXPECT_EQ(hint_of("-Z"), "'sbatch --help' lists what it has");
  EXPECT_EQ(hint_of("--job-name=$1"),
            "write %j for the job's number, %x for its name, %u for the user; in an array %A_%a");
  EXPECT_EQ(hint_of("-J"), "write it behind =");
  EXPECT_EQ(hint_of("--hold=1"), "write --hold");
  EXPECT_EQ(hint_of("-mem=4G"), "write --mem=4G");
  EXPECT_EQ(hint_of("-output=x"), "write --output=x");
}

TEST(LintDirectives, BlanksBesideAnEqualsSignAreOneMistake) {
  EXPECT_EQ(
      rendered("#!/bin/bash\n#SBATCH --time = 10\nsrun ./a.out\n"),
      R"(job.sh:2:9: error: a blank beside the = of --time: sbatch reads '=' for its value [malformed-value]
    2 | #SBATCH --time = 10
      |         ^
      = hint: write --time=10
)");
  const auto found = [](const std::string& words) {
    return lint::findings_of(directive_rules(), "#!/bin/bash\n#SBATCH " + words + "\nsrun ./a.out\n");
  };
  const std::string at = "malformed-value error 2: a blank beside the = of ";
  EXPECT_EQ(found("--time =10"), at + "--time: sbatch reads '=10' for its value | write --time=10\n");
  EXPECT_EQ(found("--mem= 16 G"), at + "--mem: sbatch reads '' for its value | write --mem=16\n");
  EXPECT_EQ(found("-t = 10"), at + "--time: sbatch reads '=' for its value | write -t 10\n");
  EXPECT_EQ(found("-p= gpu"), at + "--partition: sbatch reads '=' for its value | write -p gpu\n");
  EXPECT_EQ(found("--export = A=1"), at + "--export: sbatch reads '=' for its value | write --export=A=1\n");
  EXPECT_EQ(found("--exclusive = user"),
            at + "--exclusive: sbatch reads '' for its value | write --exclusive=user\n");
  EXPECT_EQ(found("--comment = \"a b\" --nodes\t=\t2"),
            at + "--comment: sbatch reads '=' for its value | write --comment=\"a b\"\n" + at +
                "--nodes: sbatch reads '=' for its value | write --nodes=2\n");
  EXPECT_EQ(found("--partition =gpu"),
            "malformed-value warning 2: a blank beside the = of --partition: sbatch reads '=gpu' for its "
            "value | write --partition=gpu\n");
  for (const auto* words : {"--comment a=b", "-J a= # = 1", "--export=A= --nodes=2", "--comment='a = b'"})
    EXPECT_EQ(found(words), "") << words;
}

TEST(LintDirectives, OptionsThatContradictEachOtherAreRefused) {
  const auto found = [](const std::string& words) {
    return lint::findings_of(directive_rules(), "#!/bin/bash\n#SBATCH " + words + "\nsrun ./a.out\n");
  };
  const std::string refuses = "options-contradict error 2: sbatch refuses ";
  EXPECT_EQ(found("--mem=8G --mem-per-cpu=2G"),
            refuses + "'--mem-per-cpu=2G' beside '--mem=8G' | keep one of them\n");
  EXPECT_EQ(found("--mem-per-gpu 2G --mem=0"),
            refuses + "'--mem=0' beside '--mem-per-gpu 2G' | keep one of them\n");
  EXPECT_EQ(found("-c 4 --gpus=1 --cpus-per-gpu=4"),
            refuses + "'--cpus-per-gpu=4' beside '-c 4' | keep one of them\n");
  EXPECT_EQ(found("--gres=gpu:a100:4 --gpus-per-node=2"),
            refuses + "'--gpus-per-node=2' beside '--gres=gpu:a100:4' | name the type in each, or in none\n");
  EXPECT_EQ(
      found("--gpus-per-task=1 --gpus-per-node=a100:2 -n 2"),
      refuses + "'--gpus-per-node=a100:2' beside '--gpus-per-task=1' | name the type in each, or in none\n");
  EXPECT_EQ(found("--nodes=2 --ntasks=16 --ntasks-per-node=4"),
            refuses + "'--ntasks-per-node=4' beside '--ntasks=16' | so many tasks need --nodes=4\n");
  EXPECT_EQ(found("--nodes=2-3 -n 16 --ntasks-per-node=5"),
            refuses + "'--ntasks-per-node=5' beside '-n 16' | so many tasks need --nodes=4\n");
  EXPECT_EQ(found("-N 2 --gpus-per-node=4 --gpus=7"),
            refuses + "'--gpus=7' beside '--gpus-per-node=4' | --gpus is the GPUs of all nodes\n");
  EXPECT_EQ(found("-N 1 --gres=gpu:4 -G 8"),
            refuses + "'-G 8' beside '--gres=gpu:4' | --gpus is the GPUs of all nodes\n");
  for (const auto* const words :
       {"--mem-per-cpu=2G --mem-bind=local", "--gpus=1 --cpus-per-gpu=4 -n 2",
        "--gres=gpu:a100:4,lscratch:10", "--gres=lscratch:10 --gpus=a100:4", "--gres=gpu:4 --gpus-per-task=1",
        "--gres=gpu:$N --gpus=a100:4", "-N 2 -n 16 --ntasks-per-node=10", "-N 2-4 -n 16 --ntasks-per-node=4",
        "-n 16 --ntasks-per-node=4", "-N 4 -n 1 --gpus=4 --gpus-per-node=4", "-N 2-4 --gpus=16 --gres=gpu:4",
        "--gpus=3", "-n 4 -N $N"})
    EXPECT_EQ(found(words).find("contradict"), std::string::npos) << words;
}

TEST(LintDirectives, ALineOfManyOptionsIsReadOnce) {
  std::string text = "#!/bin/bash\n#SBATCH";
  for (int i = 0; i < 200'000; ++i) text += " -n 1";
  EXPECT_EQ(rules_found(text), "");
}

TEST(LintDirectives, WhatSbatchTakesForAValueIsAWarning) {
  EXPECT_EQ(rendered("#!/bin/bash\n#SBATCH -output=x\n#SBATCH -J\n#SBATCH --exclusive\n"),
            R"(job.sh:2:9: warning: sbatch takes 'utput=x' as the value of --output [malformed-value]
    2 | #SBATCH -output=x
      |         ^
      = hint: write --output=x
job.sh:3:9: warning: sbatch takes '--exclusive' as the value of --job-name [malformed-value]
    3 | #SBATCH -J
      |         ^
      = hint: expected a value behind it
)");
  for (const auto* words : {"-oscar.out", "-c2", "-pgpu", "-J--mem"})
    EXPECT_EQ(findings_of_directive(words), "") << words;
}

TEST(LintDirectives, AnOptionOfAPluginIsANoteUnlessTheProfileHasIt) {
  const std::string text = "#!/bin/bash\n#SBATCH --image=a\nhostname\n";
  EXPECT_EQ(
      rendered(text),
      R"(job.sh:2:9: note: sbatch itself has no option '--image': a plugin of the site's has to add it [unknown-option]
    2 | #SBATCH --image=a
      |         ^
      = hint: 'sbatch --help' on the cluster lists it if it is there
)");
  EXPECT_EQ(rules_found("#!/bin/bash\n#SBATCH --container-image /a.sqsh --container-mount-home\nhostname\n"),
            "unknown-option\n");
  Profile profile;
  profile.job_options.sbatch_options = {{.value = "--image=b"}};
  EXPECT_EQ(rendered(text, &profile), "");
}

TEST(LintDirectives, DirectivesOfAnotherScriptAreNotMeant) {
  for (const auto* body : {"cat <<END\n#SBATCH -N1\nEND\n", "cat <<'END'\n#SBATCH -N1\nEND\n",
                           "echo \"\n#SBATCH -N1\n\"\n", "echo '\n#SBATCH -N1\n'\n"})
    EXPECT_EQ(findings_of(std::string("#!/bin/bash\n#SBATCH -n1\n") + body), "") << body;
  EXPECT_EQ(rules_found("#!/bin/bash\n:linenos:\n#SBATCH -N1\n"), "");
}

TEST(LintDirectives, WhatPeopleTakeOutIsANoteOfOneLine) {
  EXPECT_EQ(rules_found("#!/bin/bash\n#SBATCH -N1\n# SBATCH -n2\n##SBATCH -n3\n## SBATCH -n3\n"),
            "misspelt-mark\n");
  EXPECT_EQ(rules_found("#!/bin/bash\n# SBATCH -N1\n# SBATCH -n2\n"), "misspelt-mark\nmisspelt-mark\n");
  for (const auto* line : {"# #SBATCH -N1", "#XXSBATCH -N 54", "# sbatch -N 2 job.sh",
                           "# sBATCH -n1 (for one)", "# NOTE: lines that start with #SBATCH", "#$ -N x"})
    EXPECT_EQ(rules_found(std::string("#!/bin/bash\n#SBATCH -n1\n") + line + "\nhostname\n"), "") << line;
  for (const auto* line : {"  #SBATCH -N1", "!#SBATCH -N1", "#SBATH -N1", "#BATCH -N1", "#SBAtCH -N1"})
    EXPECT_EQ(rules_found(std::string("#!/bin/bash\n#SBATCH -n1\n") + line + "\nhostname\n"),
              "misspelt-mark\n")
        << line;
}

}  // namespace
}  // namespace scalegen::lint
