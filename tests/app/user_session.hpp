#pragma once
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "app/open_run_directory.hpp"
#include "app/sweep_spec.hpp"
#include "core/files.hpp"
#include "tests/temporary_folder.hpp"

namespace scalegen {

/// A user who works in an empty folder and has an empty home, and no variables that scalegen reads.
class UserSession : public ::testing::Test {
 protected:
  UserSession() : old_folder_(std::filesystem::current_path()) {
    std::filesystem::create_directory(home());
    std::filesystem::create_directory(work());
    std::filesystem::current_path(work());
    ::setenv("HOME", home().c_str(), 1);
    for (const auto* name : {"SBATCH_ACCOUNT", "SBATCH_PARTITION", "SBATCH_QOS", "SBATCH_RESERVATION",
                             "SCALEGEN_DATA", "XDG_CONFIG_HOME"})
      ::unsetenv(name);
  }
  ~UserSession() override { std::filesystem::current_path(old_folder_); }

  [[nodiscard]] std::filesystem::path home() const { return folder_.path() / "home"; }
  [[nodiscard]] std::filesystem::path work() const { return folder_.path() / "work"; }
  [[nodiscard]] std::filesystem::path settings_folder() const { return home() / ".config/scalegen"; }

  /// Writes a file, with the folders above it.
  static void write(const std::filesystem::path& path, std::string_view text) {
    if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path());
    ASSERT_TRUE(write_file(path, text));
  }

  static void write_executable(const std::filesystem::path& path) {
    write(path, "#!/bin/sh\n");
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  }

  /// What a run leaves that ended well, and printed this before.
  static void complete_attempt(const AttemptFolder& attempt, const std::string& run,
                               const std::string& out = "", int finished = 1763719230) {
    write(attempt.started(), R"({"pid":1,"start_time":1,"boot_id":"","host":"","job":"","time":1763719200})"
                             "\n");
    write(attempt.exited(),
          fmt::format(R"({{"status":0,"time":{0},"cause":"","launched":1763719200,"finished":{0}}})",
                      finished) +
              "\n");
    write(attempt.out(), out + "scalegen: end of " + run + "\n");
  }

 private:
  std::filesystem::path old_folder_;
  TemporaryFolder folder_{};
};

/// The message of a refusal, or "no error\n".
template <typename T>
std::string error_of(const Result<T>& result) {
  return result ? "no error\n" : render(result.error());
}

/// A sweep of a program of the user's own on Cyclone, which needs nothing of this machine.
inline const std::string kOwnProgram =
    "name: mine\ncommand: ./train {gpus}\nscales: [1gpu, 2gpu]\nrepeats: 2\n";

/// The same with the built-in workload.
inline const std::string kMnist =
    "name: digits\nworkload: mnist_cnn\nscales: [1gpu, 2gpu]\nparameters: {steps: 4, global_batch: 8}\n"
    "repeats: 2\n";

/// Reads and plans as `sweep` does.
inline Result<plan::PlannedSweep> plan_from(const SweepSource& source) {
  return read_spec(source).and_then([&](const SweepSpec& spec) { return plan_spec(spec, source); });
}

/// A run directory of this sweep file on Cyclone, of this name or of that which `sweep` takes.
inline OpenedRun make_run_directory(const std::string& file, const std::string& name = "") {
  const SweepSource source{.file = file, .cluster = "cyclone", .account = "p1"};
  const auto spec = read_spec(source).value();
  const auto directory = run_directory_for(name, spec).value();
  const auto created = create_run_directory(directory, "", spec, plan_spec(spec, source).value().plan);
  EXPECT_TRUE(created) << error_of(created);
  return open_run_directory(directory.root.string()).value();
}

}  // namespace scalegen
