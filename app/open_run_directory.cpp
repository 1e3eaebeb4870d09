#include "app/open_run_directory.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/files.hpp"
#include "core/plan_file.hpp"
#include "core/process.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "core/version.hpp"
#include "generator/script/run_directory_writer.hpp"

namespace scalegen {
namespace {

namespace fs = std::filesystem;

bool is_run_directory(const fs::path& folder) {
  std::error_code error;
  return !folder.filename().string().starts_with('.') && fs::exists(RunDirectory{folder}.plan_file(), error);
}

Result<std::vector<std::string>> run_directories_in(const fs::path& folder) {
  TRY_ASSIGN(auto names, names_in(folder));
  std::erase_if(names, [&](const auto& name) { return !is_run_directory(folder / name); });
  std::ranges::sort(names);
  return names;
}

Result<std::string> only_run_directory_here() {
  TRY_ASSIGN(auto names, run_directories_in("."));
  if (names.size() == 1) return names.front();
  if (names.empty())
    return failure("there is no run directory here",
                   "'scalegen sweep' creates one; give the path of one that is elsewhere as DIR");
  return failure(fmt::format("there are {} run directories here", names.size()), "name one of them",
                 {fmt::format("{}", fmt::join(names, ", "))});
}

}  // namespace

std::string similar_run_directory(const fs::path& path) {
  const auto folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  const auto names = run_directories_in(folder);
  const auto name = names ? closest(path.filename().string(), *names) : "";
  return name.empty() ? "" : fmt::format("did you mean '{}'?", (path.parent_path() / name).string());
}

Result<Plan> read_plan_of(const RunDirectory& directory) {
  TRY_ASSIGN(const auto exists, is_there(directory.plan_file()));
  if (!exists) {
    const auto hint = similar_run_directory(directory.root);
    return failure(fmt::format("'{}' is not a run directory: it has no plan.jsonl", directory.root.string()),
                   hint.empty() ? "'scalegen sweep' and 'scalegen generate' create one" : hint);
  }
  TRY_ASSIGN(const auto text, read_file(directory.plan_file()));
  return read_plan(directory.plan_file().string(), text);
}

Result<void> check_not_edited(const std::string& file, const Plan& plan) {
  if (!plan.is_edited) return {};
  return failure(
      fmt::format("'{}' was edited after scalegen had written it", file),
      "put back what was changed, or begin a new run directory with 'scalegen sweep FILE -o NEW_FOLDER'; "
      "'scalegen report' shows what there is");
}

Result<OpenedRun> open_run_directory(const std::string& path) {
  TRY_ASSIGN(const auto name, path.empty() ? only_run_directory_here() : Result<std::string>(path));
  TRY_ASSIGN(const auto root, absolute_path(name));
  TRY_ASSIGN(auto plan, read_plan_of({root}));
  return OpenedRun{{root}, std::move(plan)};
}

Result<RunDirectory> run_directory_for(const std::string& path, const SweepSpec& spec) {
  const auto default_name = fmt::format("{}-{}", spec.file.name.value, spec.profile.name);
  TRY_ASSIGN(const auto root, absolute_path(path.empty() ? default_name : path));
  return RunDirectory{root};
}

std::string made_by() { return fmt::format("scalegen {}: {}", kVersion, command_line()); }

Result<Plan> create_run_directory(const RunDirectory& directory, const std::string& root,
                                  const SweepSpec& spec, Plan plan) {
  plan.head.launch.root = root.empty() ? directory.root.string() : root;
  plan.head.launch.made_by = made_by();
  TRY(write_run_directory(directory.root, spec.text.text, plan, spec.templates));
  return plan;
}

}  // namespace scalegen
