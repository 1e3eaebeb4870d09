#pragma once
#include <sched.h>
#include <sys/stat.h>

#include <optional>
#include <string>
#include <vector>

#include "core/json.hpp"
#include "core/process.hpp"
#include "core/run_directory.hpp"
#include "core/shell_quote.hpp"
#include "tests/generator/sweeps.hpp"

namespace scalegen {

/// A core that this process may use: ranks are pinned to it, however many there are.
inline int some_core() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  sched_getaffinity(0, sizeof allowed, &allowed);
  std::size_t core = 0;
  while (core < CPU_SETSIZE && !CPU_ISSET(core, &allowed)) ++core;
  return static_cast<int>(core);
}

/// A run directory in a folder of its own, whose program is a few lines of bash.
class ScriptRun {
 public:
  ScriptRun(const std::string& program, const std::string& sweep_lines, const std::string& cluster = "local",
            Machine machine = {.cores = {some_core(), some_core()}})
      : directory_{folder_.path() / "run"} {
    put_program("train", program);
    plan::PlanOptions options;
    options.program = (folder_.path() / "train").string();
    const auto text = sweep_text("repeats: 1\n" + sweep_lines);
    const auto planned = plan_text(text, cluster, options, std::move(machine));
    EXPECT_TRUE(planned) << (planned ? "" : render(planned.error()));
    if (!planned) return;
    const auto written =
        write_run_directory(directory_.root, text, plan_at(directory_.root, planned->plan), {});
    EXPECT_TRUE(written) << (written ? "" : render(written.error()));
    run_ = planned->plan.runs.front().id;
  }

  /// Puts a program of bash into the folder that comes first in PATH.
  void put_program(const std::string& name, const std::string& body) const {
    const auto path = folder_.path() / name;
    ASSERT_TRUE(write_file(path, "#!/bin/bash\n" + body + "\n"));
    ::chmod(path.c_str(), 0755);
  }

  /// Runs bash with $script, the programs of this folder first in PATH, and no Slurm around.
  ProgramResult bash(const std::string& commands) const {
    const auto folder = folder_.path().string();
    auto result = run_program({"env", "--chdir=/", "-u", "SLURM_JOB_ID",
                               "PATH=" + folder + ":" + std::getenv("PATH"), "folder=" + folder,
                               "script=" + directory_.job_script(run_).string(), "bash", "-c", commands});
    EXPECT_TRUE(result);
    return result.value_or(ProgramResult{});
  }

  [[nodiscard]] ProgramResult run() const { return bash("exec bash \"$script\""); }

  [[nodiscard]] AttemptFolder attempt(const std::string& name = "hand") const {
    return directory_.attempt(run_, name);
  }
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_.path(); }
  [[nodiscard]] const RunDirectory& directory() const { return directory_; }
  [[nodiscard]] const std::string& id() const { return run_; }

  /// "status cause" of exit.json, or "none".
  [[nodiscard]] std::string ending(const std::string& name = "hand") const {
    const auto json = parse_json(read_text(attempt(name).exited()));
    if (!json) return "none";
    return std::to_string(integer_field(*json, "status").value_or(-1)) + " " +
           text_field(*json, "cause").value_or("?");
  }

  /// True if the process that wrote its number into the file NAME of this folder still lives.
  [[nodiscard]] bool lives(const std::string& name) const {
    const auto stat =
        read_text("/proc/" + std::to_string(std::stoi(read_text(folder_.path() / name))) + "/stat");
    const auto bracket = stat.rfind(") ");
    return bracket != std::string::npos && stat[bracket + 2] != 'Z';
  }

 private:
  TemporaryFolder folder_;
  RunDirectory directory_;
  std::string run_;
};

}  // namespace scalegen
