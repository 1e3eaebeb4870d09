#pragma once
// lib/job.bash by itself, sourced by scripts of a few lines: a file of tests for each of its parts.
#include <gmock/gmock.h>

#include "generator/script/template_files.hpp"
#include "tests/generator/script/script_run.hpp"

namespace scalegen {

inline const std::string kBegin = "sg_begin_local_run r jobs/r/job.sbatch\n";

class JobLibrary : public testing::Test {
 protected:
  JobLibrary() {
    EXPECT_TRUE(make_folders(directory_.root / "lib"));
    EXPECT_TRUE(write_file(directory_.root / "lib/job.bash", *job_library({})));
  }

  /// A program that comes before all others of its name.
  void put_program(const std::string& name, const std::string& text) const {
    const auto path = folder_.path() / "bin" / name;
    EXPECT_TRUE(make_folders(path.parent_path()));
    EXPECT_TRUE(write_file(path, "#!/bin/bash\n" + text + "\n"));
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  }

  /// Runs a script of these lines, in bash and without Slurm's variables.
  [[nodiscard]] ProgramResult run(const std::string& lines, const std::string& before = "") const {
    const auto script = directory_.root / "script";
    EXPECT_TRUE(write_file(script, "set -euo pipefail\n_root=" + directory_.root.string() +
                                       "\nsource \"$_root/lib/job.bash\"\n" + lines));
    auto result = run_program({"env", "-u", "SLURM_JOB_ID", "bash", "-c",
                               "PATH=" + (folder_.path() / "bin").string() + ":$PATH\n" + before +
                                   "\nexec bash " + script.string()});
    EXPECT_TRUE(result);
    return result.value_or(ProgramResult{});
  }

  [[nodiscard]] std::string read(const std::string& file) const { return read_text(directory_.root / file); }

  /// "status cause" of exit.json.
  [[nodiscard]] std::string ending() const {
    const auto json = parse_json(read("runs/r/hand/exit.json"));
    if (!json) return "none";
    return std::to_string(integer_field(*json, "status").value_or(-1)) + " " +
           text_field(*json, "cause").value_or("?");
  }

  TemporaryFolder folder_;
  RunDirectory directory_{folder_.path() / "run"};
};

}  // namespace scalegen
