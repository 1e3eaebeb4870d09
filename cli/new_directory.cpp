#include "cli/new_directory.hpp"

#include <fmt/format.h>

#include "cli/command_line.hpp"
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

fs::path directory_for(const std::string& given, const PlanHead& head) {
  return fs::absolute(given.empty() ? fmt::format("{}-{}", head.name, head.cluster) : given)
      .lexically_normal();
}

Result<void> write_new_directory(const fs::path& folder, const std::string& root, const LoadedSweep& loaded) {
  const ScriptOrigin origin{
      .root = root.empty() ? folder : fs::path(root), .command = command_line(), .version = kVersion};
  return write_run_directory(folder, loaded.text.text, loaded.planned, origin);
}

Result<void> same_sweep(const RunDirectory& directory, const Plan& plan, const std::string& sweep_text,
                        const std::string& cluster) {
  const auto other = fmt::format("'{}' holds the runs of another sweep", directory.root.string());
  constexpr auto kHint = "begin a new run directory with -o NEW_FOLDER";
  if (plan.head.cluster != cluster)
    return failure(
        other, kHint,
        {fmt::format("it is for the cluster '{}', and this one for '{}'", plan.head.cluster, cluster)});
  const auto there = read_file(directory.sweep_file());
  if (!there) return tl::make_unexpected(there.error());
  if (*there == sweep_text) return {};
  const auto difference = first_difference(*there, sweep_text);
  return failure(other, kHint,
                 {fmt::format("line {} of its sweep.yaml:  {}", difference.line, difference.there),
                  fmt::format("line {} of this sweep file: {}", difference.line, difference.here)});
}

}  // namespace scalegen
