#pragma once
#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <string>

#include "core/clock.hpp"
#include "core/files.hpp"
#include "core/json.hpp"
#include "core/plan.hpp"
#include "core/process.hpp"
#include "core/run_directory.hpp"
#include "tests/temporary_folder.hpp"

namespace scalegen {

/// Moved by hand, and by those who sleep.
class FakeClock final : public Clock {
 public:
  std::chrono::system_clock::time_point now() override { return now_; }
  void sleep_for(std::chrono::milliseconds time) override { now_ += time; }

 private:
  std::chrono::system_clock::time_point now_{std::chrono::seconds(1'763'719'200)};
};

/// For what other processes do. Gives up, and fails the test, long after it should have happened.
inline void wait_until(const std::function<bool()>& happened) {
  SystemClock clock;
  const auto deadline = clock.now() + std::chrono::seconds(60);
  while (!happened()) {
    ASSERT_LT(clock.now(), deadline) << "it did not happen";
    clock.sleep_for(std::chrono::milliseconds(5));
  }
}

inline ProcessIdentity dead_process() {
  auto process = this_process();
  process.start_time += 1;
  return process;
}

inline ProcessIdentity process_elsewhere() {
  auto process = this_process();
  process.host = "elsewhere";
  return process;
}

/// One job a run, of the same name; a run's rung stands before its '-'.
inline Plan plan_of(const std::vector<std::string>& runs) {
  Plan plan;
  for (const auto& run : runs) {
    plan.runs.push_back({.id = run,
                         .rung = {.name = run.substr(0, run.find('-'))},
                         .resources = {.time_limit = std::chrono::minutes(10)}});
    plan.jobs.push_back({.id = run, .runs = {run}});
  }
  return plan;
}

/// A run directory, and by hand what scripts leave in it.
class Directory {
 public:
  [[nodiscard]] const RunDirectory& get() const { return directory_; }
  [[nodiscard]] std::filesystem::path path() const { return directory_.root; }

  void start(const std::string& run, const std::string& attempt, const ProcessIdentity& process,
             double time = 1'763'719'200) const {
    write(run, attempt, "started.json",
          json_line({{"pid", process.pid},
                     {"start_time", process.start_time},
                     {"boot_id", process.boot_id},
                     {"host", process.host},
                     {"job", ""},
                     {"time", time}}));
  }
  void exit(const std::string& run, const std::string& attempt, int status, const std::string& cause = "",
            double time = 1'763'719'204) const {
    write(run, attempt, "exit.json", json_line({{"status", status}, {"time", time}, {"cause", cause}}));
  }
  /// A script that has ended so.
  void end(const std::string& run, const std::string& attempt, int status,
           const std::string& cause = "") const {
    start(run, attempt, dead_process());
    exit(run, attempt, status, cause);
  }
  void complete(const std::string& run, const std::string& attempt, double begun = 1'763'719'200) const {
    start(run, attempt, dead_process(), begun);
    write(run, attempt, "out", "loss 0.1\nscalegen: end of " + run + "\n");
    exit(run, attempt, 0, "", begun + 4);
  }
  void write(const std::string& run, const std::string& attempt, const std::string& file,
             const std::string& text) const {
    const auto folder = directory_.attempt(run, attempt).root;
    ASSERT_TRUE(make_folders(folder));
    ASSERT_TRUE(write_file(folder / file, text));
  }
  void write_journal(const std::string& events) const {
    ASSERT_TRUE(write_file(directory_.journal(), "{\"scalegen_journal\":2,\"campaign\":\"c\"}\n" + events));
  }
  /// A script around `bash`, which may define work, before_claim and after_exit.
  void write_script(const std::string& job, const std::string& bash) const {
    ASSERT_TRUE(make_folders(directory_.job_folder(job)));
    ASSERT_TRUE(
        write_file(directory_.job_script(job), "run=" + job + "\n" + bash + "\n. '" STAND_IN_BASH "'\n"));
  }

 private:
  TemporaryFolder folder_;
  RunDirectory directory_{folder_.path()};
};

}  // namespace scalegen
