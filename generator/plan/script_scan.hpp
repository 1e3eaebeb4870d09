#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "generator/plan/findings.hpp"
#include "generator/plan/slurm_variables.hpp"
#include "generator/profile/profile.hpp"
#include "generator/sweep_file/sweep_file.hpp"

namespace scalegen::plan {

/// The results of a look at this machine's disk for a program of one's own.
struct ScriptScan {
  Findings findings{};                 // scripts and launchers that are not there or start ranks themselves
  std::string script{};                // as written; empty: it cannot be told, or is not there
  std::optional<CitedLine> of_cuda{};  // the line of the script that takes CUDA for granted
  std::vector<SlurmVariable> slurm{};  // that the script reads
  bool takes_rank_from_slurm = false;
  bool starts_ranks = false;  // a script of bash, with srun or mpirun
};

/// The places where programs are looked for.
struct ProgramPlaces {
  std::filesystem::path folder{};  // of the sweep file
  std::filesystem::path home{};
  std::string path{};  // $PATH
};

/// Looks for the script and the program that starts it. On the machine that
/// runs it, a missing one is an error unless `setup:` may bring it: an activated environment brings programs
/// and no script, and its own folder of programs is looked into. For a cluster, whose disks may be others, a
/// missing script is a warning. Words that only bash can read are not judged.
ScriptScan scan_script(const SweepFile& sweep, const Profile& profile, const ProgramPlaces& places);

/// Warns of a script that takes CUDA for granted and a rung that has no GPU.
void warn_of_cuda_on_cores(const ScriptScan& scan, const std::string& rung, Findings& findings);

}  // namespace scalegen::plan
