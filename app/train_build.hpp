#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/clock.hpp"
#include "core/diagnostics.hpp"
#include "generator/profile/profile.hpp"
#include "generator/script/build_script.hpp"
#include "runner/scheduler.hpp"

namespace scalegen {

/// The user's choices for building scalegen-train.
struct BuildRequest {
  std::string account{};
  std::string partition{};
  std::string qos{};
  std::string reservation{};
  std::string image{};       // of the container; empty: the profile's
  std::string torch_root{};  // LibTorch's folder there; empty: the profile's, else what Python finds
  std::string templates{};   // as in SweepSource
  std::string directory{};   // empty: see build_folder
};

/// The folder in which scalegen-train is built for a cluster: `path`, made absolute; if that is empty, the
/// folder of the profile's program if it is in the user's home, else ~/scalegen/<cluster>.
Result<BuildFolder> build_folder(const std::string& path, const Profile& profile);

/// A build whose script is written, and the clusters to one of which sbatch will send it; none: this
/// machine's.
struct WrittenBuild {
  BuildFolder folder{};
  std::vector<std::string> clusters{};
};

/// Unpacks the sources, writes the build's sbatch script beside them, and remembers for later sweeps where
/// the job will put the program (see built_program).
Result<WrittenBuild> write_build_job(const BuildRequest& request, const Profile& profile);

/// The job of a build, and where its output is.
struct BuildJob {
  JobId id{};
  std::filesystem::path output{};
};

/// Submits the script of a build for the site `cluster`.
Result<BuildJob> submit_build(const BuildFolder& folder, const std::string& cluster, Scheduler& scheduler,
                              Clock& clock);

struct BuildEnd {
  enum class Kind { built, failed, left };  // left: a person did not wait, and the job goes on
  Kind kind = Kind::built;
  std::string last_lines{};  // that a failed build printed
  std::string how_to_end{};  // a command, for a job that goes on
  bool operator==(const BuildEnd&) const = default;
};

/// Waits until the job has ended, or a person leaves. `tell` gets a line whenever its state has changed.
Result<BuildEnd> await_build(const BuildJob& job, const BuildFolder& folder, Scheduler& scheduler,
                             Clock& clock, const std::function<void(const std::string&)>& tell,
                             const std::function<bool()>& wants_stop);

/// Unpacks the sources and returns the command that compiles them on this machine.
Result<std::vector<std::string>> prepare_local_build(const BuildRequest& request, const Profile& profile);

/// The program that the last build for this cluster makes; empty if there was no build. May start with ~/.
Result<std::string> built_program(const Profile& profile);

/// Returns an error if the cluster's program is not an executable file here.
Result<void> check_built(const Profile& profile);

/// The scalegen-train beside this program, where ./scalegen puts it; empty if there is none.
std::string program_beside_this();

/// The absolute path of scalegen-train on this machine: `path`; if that is empty, the one beside this
/// program, else the one made by `scalegen build`.
Result<std::string> train_program(const std::string& path);

/// The number of GPUs that `program`, a scalegen-train, can use on this machine. It is only run if there is a
/// GPU driver, since it takes a while.
Result<int> usable_gpus(const std::string& program);

/// False if the program says that its LibTorch does not compute in this precision on a CPU.
bool computes_on_cpu(const std::string& program, const std::string& precision);

}  // namespace scalegen
