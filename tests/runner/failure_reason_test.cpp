#include "runner/failure_reason.hpp"

#include <gtest/gtest.h>

#include "core/files.hpp"
#include "tests/temporary_folder.hpp"

namespace scalegen {
namespace {

class FailureReason : public testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) const {
    ASSERT_TRUE(write_file(folder_.path() / name, text));
  }
  /// The output of the script, with the link to it that the script makes.
  void print(const std::string& text) const {
    write("slurm-77.out", text);
    if (!std::filesystem::exists(attempt_.script_output()))
      std::filesystem::create_symlink("slurm-77.out", attempt_.script_output());
  }

  TemporaryFolder folder_;
  AttemptFolder attempt_{folder_.path()};
};

TEST_F(FailureReason, IsThatOfTheProgramBeforeThatOfItsScript) {
  EXPECT_EQ(failure_reason(attempt_, ""), "");
  print("/var/spool/slurmd/job00077/slurm_script: line 22: module: command not found\n");
  EXPECT_EQ(failure_reason(attempt_, ""), "job.sbatch: line 22: module: command not found");
  EXPECT_EQ(failure_reason(attempt_, "no such data\n"), "no such data");
}

TEST_F(FailureReason, OfAScriptIsWhatItPrintedBeforeSlurmDid) {
  const std::string by_slurm = "slurmstepd: error: *** JOB 77 ON n1 CANCELLED AT 2026-11-22T10:00:00 ***\n";
  print("ImportError: no torch\n" + by_slurm);
  EXPECT_EQ(failure_reason(attempt_, ""), "ImportError: no torch");
  print(by_slurm);
  EXPECT_EQ(failure_reason(attempt_, ""), "");
}

TEST_F(FailureReason, IsReadInTheFileThatHasIt) {
  EXPECT_EQ(file_about_failure(attempt_), attempt_.err());
  print("");
  EXPECT_EQ(file_about_failure(attempt_), attempt_.err());
  print("module: command not found\n");
  EXPECT_EQ(file_about_failure(attempt_), std::filesystem::canonical(folder_.path()) / "slurm-77.out");
  write("err", "");
  EXPECT_EQ(file_about_failure(attempt_), std::filesystem::canonical(folder_.path()) / "slurm-77.out");
  write("err", "no such data\n");
  EXPECT_EQ(file_about_failure(attempt_), attempt_.err());
}

}  // namespace
}  // namespace scalegen
