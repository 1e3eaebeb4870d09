#include "app/linted_file.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "../temporary_folder.hpp"
#include "core/files.hpp"
#include "generator/profile/profile_reader.hpp"

namespace scalegen {
namespace {

namespace fs = std::filesystem;

class LintedFileTest : public testing::Test {
 protected:
  /// Why a file with this text is skipped; "judged" if it is not.
  std::string why(const std::string& text) {
    EXPECT_TRUE(write_file(folder_.path() / "a", text));
    const auto file = lint_file((folder_.path() / "a").string(), nullptr);
    EXPECT_TRUE(file);
    EXPECT_TRUE(file->skipped.empty() || file->findings.empty());
    return file->skipped.empty() ? "judged" : file->skipped;
  }

  TemporaryFolder folder_;
};

TEST_F(LintedFileTest, JobScriptsOfShellsAreJudged) {
  for (const auto* first :
       {"#!/bin/bash", "#! /bin/sh", "#!/bin/bash -l", "#!/usr/bin/env bash", "#!/usr/bin/env /bin/bash",
        "#!/usr/bin/env -S bash -e", "#!/bin/ksh", "#!bash", "#!/bin/bash\r"})
    EXPECT_EQ(why(std::string(first) + "\n#SBATCH -N1\nhostname\n"), "judged") << first;
  EXPECT_EQ(why("#SBATCH -N1\nhostname\n"), "judged");
  EXPECT_EQ(why("#!/bin/bash\n#SBTACH -N1\n"), "judged");
  EXPECT_EQ(why("#!/bin/bash\nset -e\n#SBATCH -N1\n"), "judged");
}

TEST_F(LintedFileTest, OtherFilesAreSkippedWithTheReason) {
  EXPECT_EQ(why(""), "it is empty");
  EXPECT_EQ(why(std::string("\x7f"
                            "ELF\0\0#SBATCH -N1\n",
                            19)),
            "it is no text");
  EXPECT_EQ(why("#!/usr/bin/env python3\nimport os\n"), "it is no job script: sbatch finds no #SBATCH in it");
  EXPECT_EQ(why("#!/bin/bash\necho hello\n"), "it is no job script: sbatch finds no #SBATCH in it");
  EXPECT_EQ(why("import os\n# comment\n"), "it is no job script: sbatch finds no #SBATCH in it");
  EXPECT_EQ(why("# A page\n\nWrite:\n\n#SBATCH -N1\n"), "it is no job script: sbatch finds no #SBATCH in it");
  EXPECT_EQ(why("#!/bin/bash\n#SBATCH -N1\n" + std::string(std::size_t{5} << 20U, '#')),
            "it is longer than the 4 MiB that sbatch takes by default");
}

// What another language says is none of bash's: no launch, no here-document, no variable.
TEST_F(LintedFileTest, OfOtherLanguagesTheDirectivesAreJudged) {
  const auto path = folder_.path() / "job.py";
  const auto judged = [&](const std::string& text) {
    EXPECT_TRUE(write_file(path, text));
    const auto file = lint_file(path.string(), nullptr);
    std::string all = file->skipped + file->partly;
    for (const auto& finding : file->findings)
      all += fmt::format("; {} in line {}", finding.rule, cite(file->script, finding.offset).line);
    return all;
  };
  EXPECT_EQ(judged("#!/usr/bin/env python3\n#SBATCH --time=2h\n\"\"\"\n#SBATCH -n\n\"\"\"\nimport os\n"),
            "it is for python3; malformed-value in line 2");
  EXPECT_EQ(judged("#!/usr/bin/env python3\n# SBATCH --array=0-3\nimport os\n"),
            "it is for python3; misspelt-mark in line 2");
  EXPECT_EQ(judged("#!/bin/tcsh\n#SBATCH -N2 -n2\n#PBS -q long\nsetenv RANK $SLURM_PROCID\npython a.py\n"),
            "it is for tcsh; lines-of-pbs in line 3");
}

TEST_F(LintedFileTest, TemplatesAreSkipped) {
  for (const auto& [value, shown] :
       std::vector<std::pair<std::string, std::string>>{{"--nodes={{nodes}}", "{{nodes}}"},
                                                        {"--account=<project>", "<project>"},
                                                        {"--mail-user=<your email>", "<your email>"},
                                                        {"--nodes=#NODES#", "#NODES#"},
                                                        {"--time=@TIME@", "@TIME@"},
                                                        {"-p { partition }", "{ partition }"},
                                                        {"-J {ACCOUNT}-llama", "{ACCOUNT}"}})
    EXPECT_EQ(why("#!/bin/bash\n#SBATCH " + value + "\n"),
              fmt::format("'{}' in line 2 is to be filled in", shown));
  for (const auto* line :
       {"#SBATCH -n 4 # <tasks> of {{all}}", "#SBATCH -J a # {b}", "#SBATCH -o ${HOME}/x",
        "#SBATCH -N1\ndocker inspect -f '{{.State}}' <in >out", "#SBATCH -w node[1-4],x{1}"})
    EXPECT_EQ(why(std::string("#!/bin/bash\n") + line + "\n"), "judged") << line;
}

TEST_F(LintedFileTest, WhatCannotBeReadIsAnError) {
  const auto missing = lint_file("nothing-here", nullptr);
  ASSERT_FALSE(missing);
  EXPECT_EQ(render(missing.error()), "error: cannot read 'nothing-here': No such file or directory\n");
  const auto folder = lint_file(folder_.path().string(), nullptr);
  ASSERT_FALSE(folder);
  EXPECT_EQ(render(folder.error()),
            fmt::format("error: cannot read '{}': Is a directory\n", folder_.path().string()));
}

TEST_F(LintedFileTest, ALineOfMegabytesAndUnfinishedDocumentsAreRead) {
  const std::string head = "#!/bin/bash\n#SBATCH -N1\n";
  EXPECT_EQ(why(head + "echo " + std::string(std::size_t{3} << 20U, 'x')), "judged");
  EXPECT_EQ(why(head + "cat <<END\n#SBATCH -n1\n"), "judged");
  EXPECT_EQ(why(head + "echo \"\n#SBATCH -n1\n"), "judged");
  EXPECT_EQ(why(head + std::string(std::size_t{1} << 20U, '(')), "judged");
}

// What scalegen writes itself; those without a directive are for this machine.
TEST_F(LintedFileTest, NothingIsFoundInScalegensOwnScripts) {
  int judged = 0;
  int judged_by_profile = 0;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(SCALEGEN_TESTS_DIR) / "golden")) {
    if (entry.path().extension() != ".sbatch") continue;
    const auto name = entry.path().stem().string();
    const auto profile = find_profile(name.substr(0, name.find('-')));  // of cyclone-2gpu.sbatch
    const auto file = lint_file(entry.path().string(), profile ? &*profile : nullptr);
    ASSERT_TRUE(file);
    judged_by_profile += profile ? 1 : 0;
    for (const auto& finding : file->findings)
      ADD_FAILURE() << entry.path() << ": " << finding.message << " [" << finding.rule << "]";
    if (file->skipped.empty()) ++judged;
  }
  EXPECT_GT(judged, 25);
  EXPECT_GT(judged_by_profile, 12);
}

TEST(ExplainRule, PrintsAllOfARuleOrWhichAreKnown) {
  EXPECT_EQ(explain_rule("export-list").value(),
            "export-list: The list of --export has no blanks.\n\n"
            "A word that is no option follows --export in its line.\n\n"
            "bad:\n\n    #!/bin/bash\n    #SBATCH --export=A= 0, 1\n    hostname\n\n"
            "good:\n\n    #!/bin/bash\n    #SBATCH --export=ALL,A=0 # of the job\n    hostname\n\n"
            "source: sbatch 22.05 and 24.11, asked with --test-only\n");
  const auto unknown = explain_rule("export");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(render(unknown.error()).substr(0, 68),
            "error: no rule is named 'export'\n      = hint: known: no-interpreter");
}

}  // namespace
}  // namespace scalegen
