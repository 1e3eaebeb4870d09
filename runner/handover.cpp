#include "runner/handover.hpp"

#include <sys/stat.h>

#include <cerrno>

#include "core/files.hpp"
#include "runner/attempt.hpp"

namespace scalegen {

const std::string& attempt_of(const Handover& handover, std::size_t i) {
  const auto& submission = handover.submission;
  return is_array(submission) ? submission.tasks[i].attempt : submission.attempt;
}

std::string id_of(const Handover& handover, std::size_t i, const std::string& id,
                  const Scheduler& scheduler) {
  return is_array(handover.submission) ? scheduler.id_of_task(id, i) : id;
}

// Before anything of the array is written down: who comes after a crash looks for its tasks under this name.
Result<std::string> make_array_folder(const RunDirectory& directory) {
  if (auto made = make_folders(directory.arrays()); !made) return tl::make_unexpected(made.error());
  const auto names = names_in(directory.arrays());
  if (!names) return tl::make_unexpected(names.error());
  auto name = next_attempt(*names);
  const auto folder = directory.array_script(name).parent_path();
  if (::mkdir(folder.c_str(), 0777) != 0) return file_failure("make the folder", folder, errno);
  if (auto synced = sync_folder(directory.arrays()); !synced) return tl::make_unexpected(synced.error());
  return name;
}

}  // namespace scalegen
