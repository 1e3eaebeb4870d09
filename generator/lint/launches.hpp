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
};

/// An srun, with what it asks for; of the job where it says nothing itself.
struct Step {
  std::size_t begin = 0;
  JobRequest request{};
  bool says_cores = false;
  bool is_background = false;
};

struct Launches {
  JobRequest job{};
  std::vector<Step> steps{};
  std::vector<Launch> all{};
  bool is_known = true;  // nothing else may start processes
};

Launches launches_in(const JobScript& script);

/// The options of torchrun, with '-' for '_'.
using TorchrunOptions = std::map<std::string, std::string>;

/// Returns nullopt if bash may put others among them.
std::optional<TorchrunOptions> torchrun_options(const Launch& launch);

/// True if a list such as " bash sh " has a program's name.
bool is_among(std::string_view program, std::string_view list);

}  // namespace scalegen::lint
