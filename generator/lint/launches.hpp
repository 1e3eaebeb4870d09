#pragma once
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/job_request.hpp"
#include "core/job_script.hpp"

namespace scalegen::lint {

/// A command of Python, R or torchrun that runs in every run of the script.
struct Launch {
  std::size_t begin = 0;  // of the script's command, in bytes
  std::size_t end = 0;
  std::vector<std::string> words{};  // expanded as far as is known; torchrun's options are behind the first
  bool is_torchrun = false;          // also as a module of Python
  bool by_srun = false;              // else once, on the first node
  JobRequest step{};                 // of srun; empty without
  bool says_tasks = false;           // srun itself does
  bool is_parallel = false;          // in the background within a loop: nobody knows how many there are
};

/// An srun, with what it asks for; of the job where it says nothing itself.
struct Step {
  std::size_t begin = 0;
  JobRequest request{};
  std::vector<std::string> words{};  // from srun on, as far as they are known
  std::size_t program = 0;           // its index among them
  bool is_background = false;
  bool is_parallel = false;
};

struct Launches {
  JobRequest job{};
  std::vector<Step> steps{};
  std::vector<Launch> all{};
  bool is_known = true;     // nothing else may start processes
  bool has_others = false;  // programs whose ways are not known
  std::string code{};       // the script behind its directives, without comments
};

Launches launches_in(const JobScript& script);

/// The programs of commands, by the names of their files, and where the first command of each begins:
/// train.py of `srun python3 -u train.py`, fit of `mpirun -n 4 ./fit`.
using Programs = std::map<std::string, std::size_t>;

inline constexpr auto kUnknownProgram = "an unknown program";  // where only a run shows it, or there is none

Programs programs_in(const BashText& text);

/// The options of torchrun, with '-' for '_'.
using TorchrunOptions = std::map<std::string, std::string>;

/// Returns nullopt if bash may put others among them.
std::optional<TorchrunOptions> torchrun_options(const Launch& launch);

/// True for programs that say something of a node and compute nothing.
bool only_looks(std::string_view program);

/// True if a list such as " bash sh " has a program's name.
bool is_among(std::string_view program, std::string_view list);

}  // namespace scalegen::lint
