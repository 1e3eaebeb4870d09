#include "app/open_run_directory.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/files.hpp"
#include "core/plan_file.hpp"
#include "core/process.hpp"
#include "core/try.hpp"
#include "core/version.hpp"
#include "generator/script/run_directory_writer.hpp"

namespace scalegen {

Result<Plan> read_plan_of(const RunDirectory& directory) {
  TRY_ASSIGN(const auto there, is_there(directory.plan_file()));
  if (!there)
    return failure(fmt::format("'{}' is not a run directory: it has no plan.jsonl", directory.root.string()),
                   "'scalegen sweep' and 'scalegen generate' make one");
  TRY_ASSIGN(const auto text, read_file(directory.plan_file()));
  return read_plan(directory.plan_file().string(), text);
}

namespace fs = std::filesystem;

namespace {

Result<RunDirectory> directory_at(const std::string& path) {
  return absolute_path(path).map([](fs::path root) { return RunDirectory{std::move(root)}; });
}

}  // namespace

Result<RunDirectory> this_directory(const std::string& given) {
  if (!given.empty()) return directory_at(given);
  TRY_ASSIGN(auto names, names_in("."));
  std::error_code none;
  std::erase_if(names, [&](const auto& name) {
    return name.starts_with('.') || !fs::exists(RunDirectory{name}.plan_file(), none);
  });
  std::sort(names.begin(), names.end());
  if (names.size() == 1) return directory_at(names.front());
  if (names.empty())
    return failure("there is no run directory here",
                   "'scalegen sweep' makes one; one that lies elsewhere is named as DIR");
  return failure(fmt::format("there are {} run directories here", names.size()), "name one of them",
                 {fmt::format("{}", fmt::join(names, ", "))});
}

Result<ThisSweep> this_sweep(const std::string& given) {
  return this_directory(given).and_then([](RunDirectory directory) {
    return read_plan_of(directory).map([&](Plan plan) {
      return ThisSweep{std::move(directory), std::move(plan)};
    });
  });
}

namespace fs = std::filesystem;

Result<fs::path> directory_for(const std::string& given, const SweepSpec& spec) {
  const auto usual = fmt::format("{}-{}", spec.file.name.value, spec.profile.name);
  return absolute_path(given.empty() ? usual : given);
}

std::string made_by() { return fmt::format("scalegen {}: {}", kVersion, command_line()); }

Result<void> write_new_directory(const RunDirectory& directory, const std::string& root,
                                 const SweepSpec& spec, Plan plan) {
  plan.head.launch.root = root.empty() ? directory.root.string() : root;
  plan.head.launch.made_by = made_by();
  return write_run_directory(directory.root, spec.text.text, plan, spec.templates);
}

}  // namespace scalegen
