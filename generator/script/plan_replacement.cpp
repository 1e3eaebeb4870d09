#include "generator/script/plan_replacement.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "core/files.hpp"
#include "core/try.hpp"
#include "generator/script/run_directory_writer.hpp"

namespace scalegen {
namespace {

namespace fs = std::filesystem;

// The old journal goes first: attempts without a journal are a state that recovery knows.
constexpr std::array<const char*, 4> kLeftByRuns{"journal.jsonl", "runs", "arrays", "report.html"};
constexpr std::array<const char*, 2> kFolders{"lib", "jobs"};
// Readers take no lock, and always find these. The plan comes last: its scripts are there.
constexpr std::array<const char*, 3> kFiles{"scripts.cksum", "sweep.yaml", "plan.jsonl"};

bool stands(const fs::path& path) {
  std::error_code none;
  return fs::exists(path, none);
}

Result<void> move(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::rename(from, to, error);
  if (error) return file_failure("move", from, error.value());
  return {};
}

Result<void> move_if_there(const fs::path& from, const fs::path& to) {
  return stands(from) ? move(from, to) : Result<void>();
}

/// `old` gets what `there` is, and `there` what `next` is, unless an earlier call has done so.
Result<void> replace_folder(const fs::path& next, const fs::path& there, const fs::path& old) {
  if (!stands(next)) return {};
  if (!stands(old)) TRY(move_if_there(there, old));
  return move(next, there);
}

Result<void> replace_whole_file(const fs::path& next, const fs::path& there, const fs::path& old) {
  if (!stands(next)) return {};
  if (stands(there)) {
    TRY_ASSIGN(const auto text, read_file(there));
    TRY(replace_file(old, text));
  }
  return move(next, there);
}

fs::path first_free_name(const fs::path& root) {
  int number = 1;
  while (stands(root / fmt::format("replaced-{}", number))) ++number;
  return root / fmt::format("replaced-{}", number);
}

/// From the moment that the new plan is there, whole, in the folder `replacement`. Each step may have been
/// made.
Result<fs::path> finish(const fs::path& root, const fs::path& next_plan) {
  if (stands(RunDirectory{next_plan}.plan_file())) {
    const auto old = next_plan / "replaced";
    TRY(make_folders(old));
    for (const auto* name : kLeftByRuns)
      if (!stands(old / name)) TRY(move_if_there(root / name, old / name));
    for (const auto* name : kFolders) TRY(replace_folder(next_plan / name, root / name, old / name));
    for (const auto* name : kFiles) TRY(replace_whole_file(next_plan / name, root / name, old / name));
  }
  TRY(sync_folder(root));
  const auto kept = first_free_name(root);
  TRY(move_if_there(next_plan / "replaced", kept));
  std::error_code error;
  fs::remove(next_plan, error);
  if (error) return file_failure("remove", next_plan, error.value());
  return sync_folder(root).map([&] { return kept; });
}

}  // namespace

Result<void> finish_replacement(const RunDirectory& directory) {
  TRY_ASSIGN(const auto is_begun, is_there(directory.replacement()));
  if (!is_begun) return {};
  return finish(directory.root, directory.replacement()).map([](const auto&) {});
}

Result<fs::path> replace_plan(const RunDirectory& directory, const std::string& sweep_text, const Plan& plan,
                              const std::vector<OwnTemplate>& own_templates) {
  TRY(finish_replacement(directory));
  TRY(write_run_directory(directory.replacement(), sweep_text, plan, own_templates));
  return finish(directory.root, directory.replacement());
}

}  // namespace scalegen
