#pragma once
#include <string>
#include <vector>

#include "core/run_directory.hpp"
#include "runner/scheduler.hpp"

namespace scalegen {

using JobIndex = std::size_t;  // in the plan

/// What the scheduler is given at once: a job, or several that ask for the same as an array, a task each.
struct Handover {
  std::vector<JobIndex> jobs{};
  Submission submission{};
  bool operator==(const Handover&) const = default;
};

/// The attempt of the i-th of its jobs.
const std::string& attempt_of(const Handover& handover, std::size_t i);

/// Its i-th job's id, where `id` is what the scheduler gave for all.
std::string id_of(const Handover& handover, std::size_t i, const std::string& id, const Scheduler& scheduler);

/// Makes a folder for the script of one more array, and gives its name: a number that no array of this
/// directory had.
Result<std::string> make_array_folder(const RunDirectory& directory);

}  // namespace scalegen
