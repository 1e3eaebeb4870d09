#include "cli/new_directory.hpp"

#include <fmt/format.h>

#include "cli/command_line.hpp"
#include "cli/read_plan_of.hpp"
#include "cli/version.hpp"
#include "core/files.hpp"
#include "generator/write/write_run_directory.hpp"

namespace scalegen {
namespace {

namespace fs = std::filesystem;

struct Difference {
  int line = 0;
  std::string there{};
  std::string here{};
};

std::string_view take_line(std::string_view& text) {
  const auto end = text.find('\n');
  const auto line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

Difference first_difference(std::string_view there, std::string_view here) {
  for (int line = 1;; ++line) {
    const auto a = take_line(there);
    const auto b = take_line(here);
    if (a != b || (there.empty() && here.empty())) return {line, std::string(a), std::string(b)};
  }
}

}  // namespace

fs::path directory_for(const std::string& given, const SweepSpec& spec) {
  const auto usual = fmt::format("{}-{}", spec.file.name.value, spec.profile.name);
  return fs::absolute(given.empty() ? usual : given).lexically_normal();
}

Result<void> write_new_directory(const RunDirectory& directory, const std::string& root,
                                 const SweepSpec& spec, const PlannedSweep& planned) {
  const ScriptOrigin origin{.root = root.empty() ? directory.root : fs::path(root),
                            .command = command_line(),
                            .version = kVersion,
                            .templates = spec.templates};
  return write_run_directory(directory.root, spec.text.text, planned, origin);
}

Result<Plan> plan_of_same_sweep(const RunDirectory& directory, const SweepSpec& spec) {
  auto plan = read_plan_of(directory);
  if (!plan) return plan;
  const auto other = fmt::format("'{}' holds the runs of another sweep", directory.root.string());
  constexpr auto kHint = "begin a new run directory with -o NEW_FOLDER";
  if (plan->head.cluster != spec.profile.name)
    return failure(other, kHint,
                   {fmt::format("it is for the cluster '{}', and this one for '{}'", plan->head.cluster,
                                spec.profile.name)});
  const auto there = read_file(directory.sweep_file());
  if (!there) return tl::make_unexpected(there.error());
  if (*there == spec.text.text) return plan;
  const auto difference = first_difference(*there, spec.text.text);
  return failure(other, kHint,
                 {fmt::format("line {} of its sweep.yaml:  {}", difference.line, difference.there),
                  fmt::format("line {} of this sweep file: {}", difference.line, difference.here)});
}

}  // namespace scalegen
