#pragma once
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <map>

#include "core/files.hpp"
#include "runner/job_id.hpp"
#include "runner/slurm/slurm_client.hpp"
#include "tests/temporary_folder.hpp"

namespace scalegen::slurm {

/// As messages and the journal have them: 42, 7_3;cm2.
inline std::vector<JobId> ids_of(const std::vector<std::string>& texts) {
  std::vector<JobId> ids;
  for (const auto& text : texts) ids.push_back(job_id_of(text));
  return ids;
}

/// A PATH in which stand-ins for Slurm's clients come before all else. Each writes its command line into
/// `calls`. Where none is put, there is none.
class StandInClients {
 public:
  StandInClients() {
    ::setenv("PATH", (folder_.path().string() + ":/usr/bin:/bin").c_str(), 1);
    for (const auto* client : {"sbatch", "squeue", "sacct", "scancel", "sinfo"}) put(client, "exit 99");
  }
  StandInClients(const StandInClients&) = delete;
  StandInClients& operator=(const StandInClients&) = delete;
  ~StandInClients() { ::setenv("PATH", path_.c_str(), 1); }

  [[nodiscard]] std::filesystem::path folder() const { return folder_.path(); }

  /// `bash` may use $here, the folder, for what it keeps from call to call.
  void put(const std::string& client, const std::string& bash) const {
    const auto program = folder_.path() / client;
    ASSERT_TRUE(write_file(
        program, "#!/bin/bash\nhere=${0%/*}\necho \"${0##*/} $*\" >>\"$here/calls\"\n" + bash + "\n"));
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  }
  /// It says this on standard output.
  void answer(const std::string& client, const std::string& text) const {
    ASSERT_TRUE(write_file(folder_.path() / (client + ".out"), text));
    put(client, "cat \"$here/" + client + ".out\"");
  }
  /// It says this on standard error, and ends so.
  void fail(const std::string& client, const std::string& text, int status = 1) const {
    ASSERT_TRUE(write_file(folder_.path() / (client + ".err"), text + "\n"));
    put(client, "cat \"$here/" + client + ".err\" >&2; exit " + std::to_string(status));
  }
  void take_away_all() const { ::setenv("PATH", (folder_.path() / "none").c_str(), 1); }

  /// The command lines since the last time.
  std::vector<std::string> calls() const {
    const auto text = read_file(folder_.path() / "calls").value_or("");
    std::filesystem::remove(folder_.path() / "calls");
    return lines_of(text);
  }

 private:
  TemporaryFolder folder_;
  std::string path_ = std::getenv("PATH");
};

inline constexpr const char* kUnreachable =
    "slurm_load_jobs error: Unable to contact slurm controller (connect failure)";
inline constexpr const char* kSlow = "slurm_load_jobs error: Socket timed out on send/recv operation";
inline const std::string kUser = "--user=" + std::to_string(::geteuid()) + " ";
inline const std::string kSqueue =
    "squeue --noheader --array --all --states=all --format=%i|%T|%N|%l %S|%j|%r " + kUser;
inline const std::string kSacct =
    "sacct --noheader --parsable2 --duplicates --starttime=now-30days "
    "--format=JobID,State,ExitCode,NodeList,TimelimitRaw,End,ReqMem,NNodes,MaxRSS,Suspended,JobName " +
    kUser;

}  // namespace scalegen::slurm
