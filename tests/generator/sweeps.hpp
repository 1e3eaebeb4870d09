#pragma once
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "core/files.hpp"
#include "generator/plan/plan_sweep.hpp"
#include "generator/profile/profile_reader.hpp"
#include "generator/script/run_directory_writer.hpp"
#include "generator/sweep_file/sweep_reader.hpp"
#include "tests/cited.hpp"

namespace scalegen {

/// A folder of a test's own, gone with it.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "scalegen-test-XXXXXX").string();
    if (mkdtemp(name.data()) != nullptr) path_ = name;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code none;
    std::filesystem::remove_all(path_, none);
  }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline std::string sweep_text(const std::string& lines) { return "name: t\nworkload: mnist_cnn\n" + lines; }

/// Two cores of this machine, or Cyclone; synthetic data.
inline Result<plan::PlannedSweep> plan_text(const std::string& text, const std::string& cluster = "local",
                                            plan::PlanOptions options = {},
                                            Machine machine = {.cores = {0, 1}}) {
  const auto sweep = read_sweep("sweep.yaml", text);
  if (!sweep) return tl::make_unexpected(sweep.error());
  const auto profile = find_profile(cluster);
  if (!profile) return tl::make_unexpected(profile.error());
  if (profile->scheduler == SchedulerKind::local && !options.dataset)
    options.dataset = plan::find_dataset(sweep->data, sweep->workload.value, {});
  if (profile->scheduler == SchedulerKind::local && options.program.empty())
    options.program = "/opt/scalegen-train";
  return plan::plan_sweep(*sweep, *profile, machine, options);
}

/// The plan as it is made for a run directory at `root`.
inline Plan plan_at(const std::filesystem::path& root, Plan plan,
                    const std::string& made_by = "scalegen 0.1.0: scalegen test") {
  plan.head.launch.root = root.string();
  plan.head.launch.made_by = made_by;
  return plan;
}

/// The messages that a person reads when a sweep is refused.
inline std::string errors_of(const std::string& text, const std::string& cluster = "local",
                             plan::PlanOptions options = {}) {
  const auto planned = plan_text(text, cluster, std::move(options));
  return planned ? "no error\n" : render(planned.error());
}

/// The messages that a person reads when a profile is refused.
inline std::string errors_of_profile(std::string_view text) {
  const auto profile = read_profile("p.yaml", text);
  return profile ? "no error\n" : render(profile.error());
}

inline std::string read_text(const std::filesystem::path& path) {
  return read_file(path).value_or("there is no " + path.string());
}

}  // namespace scalegen
