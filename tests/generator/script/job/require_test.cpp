// Things that a script cannot do without.
#include "tests/generator/script/job/job_library.hpp"

namespace scalegen {
namespace {

class JobRequirements : public JobLibrary {};

TEST_F(JobRequirements, WantsTheFilesOfOneOfTheSets) {
  const auto data = directory_.root / "data";
  ASSERT_TRUE(make_folders(data));
  const auto check = "sg_require_data " + data.string() + " 'train.bin test.bin' 'all.bin'\n";
  EXPECT_EQ(run(kBegin + check).err,
            "scalegen: the data folder " + data.string() + " lacks train.bin test.bin, or all.bin\n");
  ASSERT_TRUE(write_file(data / "train.bin.gz", ""));
  EXPECT_EQ(run("sg_begin_local_run s jobs/s/job.sbatch\n" + check).err,
            "scalegen: the data folder " + data.string() + " lacks test.bin, or all.bin\n");
  ASSERT_TRUE(write_file(data / "test.bin", ""));
  const auto whole = run("sg_begin_local_run t jobs/t/job.sbatch\n" + check + "echo found\n");
  EXPECT_EQ(whole.out + whole.err, "found\n");
}

TEST_F(JobRequirements, SayWhatIsNotPrepared) {
  const auto script = directory_.root / "jobs/prepare/job.sbatch";
  ASSERT_TRUE(make_folders(script.parent_path()));
  ASSERT_TRUE(write_file(script, "true\n"));
  const auto check = kBegin + "sg_require_prepared sbatch\necho ready\n";
  const auto refusal = "scalegen: nothing is prepared yet: sbatch " + script.string() + "\n";
  EXPECT_EQ(run(check).err, refusal);
  const auto again = [&](const std::string& text) {
    EXPECT_TRUE(write_file(script, text));
    std::filesystem::remove_all(directory_.root / "runs");
    const auto result = run(check);
    return result.out + result.err;
  };
  EXPECT_EQ(run("cksum <\"$_root/jobs/prepare/job.sbatch\" >\"$_root/prepared\"\n").err, "");
  EXPECT_EQ(again("true\n"), "ready\n");
  EXPECT_EQ(again("false\n"), refusal) << "by another script";
}

TEST_F(JobRequirements, SayWhichProgramOrFolderIsMissing) {
  const auto said = [&](const std::string& line) {
    std::filesystem::remove_all(directory_.root / "runs");
    const auto result = run(kBegin + line + "\necho \"in ${_workdir:-none}\"\n");
    return result.out + result.err;
  };
  EXPECT_EQ(said("sg_require_program /bin/sh"), "in none\n");
  EXPECT_EQ(said("sg_require_program /none"),
            "scalegen: there is no program /none: 'scalegen build' makes it\n");
  EXPECT_EQ(said("sg_enter_workdir /none 2>/dev/null"), "");
  EXPECT_EQ(read("runs/r/hand/err"), "scalegen: there is no folder /none\n");
  EXPECT_EQ(
      said("sg_make_workdir \"$_root/a b\"; sg_enter_workdir \"$_root/a b\"; [[ $PWD == \"$_root/a b\" ]]"),
      "in " + (directory_.root / "a b").string() + "\n");
  EXPECT_EQ(said("sg_make_workdir /proc/none 2>/dev/null"), "");
  EXPECT_EQ(read("runs/r/hand/err"), "scalegen: cannot make the folder /proc/none\n");
}

TEST_F(JobRequirements, ListTheFilesThatAreMissing) {
  ASSERT_TRUE(write_file(directory_.root / "a", ""));
  ASSERT_TRUE(write_file(directory_.root / "b.gz", ""));
  EXPECT_EQ(run("sg_missing_files \"$_root\" 'a b c d'\nsg_missing_files \"$_root\" 'a b'\n").out, "c d\n\n");
}

}  // namespace
}  // namespace scalegen
