#include "core/job_script.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

namespace scalegen {
namespace {

/// A line a directive: its name, its value in brackets, and `?` where sbatch has no such option.
std::string directives_of(const std::string& text) {
  std::string lines;
  for (const auto& d : read_job_script("job.sh", text).directives)
    lines += fmt::format("{}{}[{}]\n", d.name, d.is_known ? "" : "?", d.value);
  return lines;
}

std::string written(const std::string& text, const std::string& name) {
  const auto script = read_job_script("job.sh", text);
  const auto* const found = find_directive(script, name);
  if (found == nullptr) return "";
  return fmt::format("{} | {}", script.text.substr(found->begin, found->end - found->begin),
                     script.text.substr(found->value_begin, found->end - found->value_begin));
}

TEST(JobScript, OptionsHaveTheirFullNames) {
  EXPECT_EQ(
      directives_of("#!/bin/bash\n"
                    "#SBATCH --nodes=2 -n 8 # eight\n"
                    "#SBATCH -N2\n"
                    "#SBATCH --job-n=a\n"
                    "#SBATCH --mem 4G\n"
                    "#SBATCH --exclusive -HQc4\n"
                    "#SBATCH --nice=5 --time\n"),
      "--nodes[2]\n--ntasks[8]\n--nodes[2]\n--job-name[a]\n--mem[4G]\n--exclusive[]\n--hold[]\n--quiet[]\n"
      "--cpus-per-task[4]\n--nice[5]\n--time[]\n");
}

TEST(JobScript, WhatSbatchDoesNotKnowIsKeptAsItIsWritten) {
  EXPECT_EQ(directives_of("#SBATCH --image=x:1 --nod=1 --mem-per=2 -Z word\n"),
            "--image?[x:1]\n--nod?[1]\n--mem-per?[2]\n-Z?[]\nword?[]\n");
}

TEST(JobScript, QuotesAndBackslashesAreSbatchs) {
  EXPECT_EQ(directives_of("#SBATCH --job-name=\"my job\" --comment='a # b' -o out\\ %j\n"),
            "--job-name[my job]\n--comment[a # b]\n--output[out %j]\n");
}

// As sbatch 22.05 and 24.11 print them with -v.
TEST(JobScript, ACommentBeginsInTheMidstOfAWord) {
  EXPECT_EQ(
      directives_of("#SBATCH --job-name=a#b --comment=c\n#SBATCH -J \"a#b\" -N1# x\n#SBATCH -J a\\#b\n"),
      "--job-name[a]\n--job-name[a#b]\n--nodes[1]\n--job-name[a#b]\n");
}

TEST(JobScript, WhatSbatchSkipsOrTakesByAnotherNameIsReadSo) {
  EXPECT_EQ(directives_of("#SBATCH\n#SBATCH--nodes=1\n#SBATCH\t-n\t2\n#SBATCH \"\"\n#SBATCH -N 1 \\\n"
                          "#SBATCH --tasks-per-node=2 --cluster=a\n#SBATCH -J x\r\n"),
            "--nodes[1]\n--ntasks[2]\n--nodes[1]\n--ntasks-per-node[2]\n--clusters[a]\n--job-name[x]\n");
}

TEST(JobScript, AllLinesAreOneListOfWords) {
  EXPECT_EQ(directives_of("#SBATCH -J\n#SBATCH -N 1\n#SBATCH --mem=1G --\n#SBATCH -n1\n"),
            "--job-name[-N]\n1?[]\n--mem[1G]\n-n1?[]\n");
  EXPECT_EQ(directives_of("#SBATCH -N1 --\n#SBATCH -J\n"), "--nodes[1]\n-J?[]\n");
}

TEST(JobScript, AFaultSaysWhySbatchRefusesADirective) {
  const auto faults = [](const std::string& text) {
    std::string words;
    for (const auto& d : read_job_script("job.sh", text).directives)
      words += fmt::format("{} {}\n", d.name, static_cast<int>(d.fault));
    return words;
  };
  EXPECT_EQ(
      faults(
          "#SBATCH --mem=10 G --hold=1\n#SBATCH --image=x -J \"a\n#SBATCH --comment='b\n#SBATCH: -n2 -N\n"),
      "--mem 0\nG 2\n--hold 4\n--image 1\n--job-name 5\n--comment 5\n: 2\n--ntasks 0\n--nodes 3\n");
}

TEST(JobScript, DirectivesEndWithTheFirstCommand) {
  const auto script = read_job_script("job.sh",
                                      "#!/bin/bash\n\n  # a comment\n#SBATCH -N1\n  #SBATCH -N2\n"
                                      "module load x\n#SBATCH -N3\n");
  ASSERT_EQ(script.directives.size(), 1U);
  EXPECT_EQ(script.directives[0].value, "1");
  EXPECT_EQ(script.text.substr(script.body, 6), "module");
  EXPECT_EQ(read_job_script("job.sh", "#!/bin/bash\n#SBATCH -N1").body, 23U);
}

TEST(JobScript, TheLastOfSeveralCountsAndSaysWhereItIs) {
  EXPECT_EQ(written("#SBATCH -N 2 --nodes='3' # x\n", "--nodes"), "--nodes='3' | '3'");
  EXPECT_EQ(written("#SBATCH -N 2\n", "--nodes"), "-N 2 | 2");
  EXPECT_EQ(written("#SBATCH -N2\n", "--nodes"), "-N2 | 2");
  EXPECT_EQ(written("#SBATCH --exclusive\n", "--exclusive"), "--exclusive | ");
  EXPECT_EQ(written("#SBATCH -N 2\n", "--time"), "");
}

TEST(JobScript, APlaceIsALineAndACharacter) {
  const auto script = read_job_script("job.sh", "#!/bin/bash\n# \xC3\xA4h\n\xC3\xA4 b");
  const auto place = cite(script, script.text.find('b', 12));
  EXPECT_EQ(place, (CitedLine{"job.sh", 3, 3, "\xC3\xA4 b"}));
  EXPECT_EQ(cite(script, 0), (CitedLine{"job.sh", 1, 1, "#!/bin/bash"}));
  EXPECT_EQ(cite(read_job_script("job.sh", ""), 0), (CitedLine{"job.sh", 1, 1, ""}));
}

TEST(JobScript, AWordOfACommandLineNamesItsOption) {
  EXPECT_EQ(sbatch_option_named("--ntasks-per-n=4"), "--ntasks-per-node");
  EXPECT_EQ(sbatch_option_named("-n4"), "--ntasks");
  EXPECT_EQ(sbatch_option_named("--mem"), "--mem");
  EXPECT_EQ(sbatch_option_named("--gpu"), "");
  EXPECT_EQ(sbatch_option_named("-"), "");
  EXPECT_EQ(sbatch_option_named("x"), "");
}

}  // namespace
}  // namespace scalegen
