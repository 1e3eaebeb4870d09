#include "cli/new_directory.hpp"

#include <fmt/format.h>

#include "cli/command_line.hpp"
#include "cli/version.hpp"
#include "core/files.hpp"
#include "generator/write/write_run_directory.hpp"

namespace scalegen {

namespace fs = std::filesystem;

Result<fs::path> directory_for(const std::string& given, const SweepSpec& spec) {
  const auto usual = fmt::format("{}-{}", spec.file.name.value, spec.profile.name);
  return absolute_path(given.empty() ? usual : given);
}

Result<void> write_new_directory(const RunDirectory& directory, const std::string& root,
                                 const SweepSpec& spec, const PlannedSweep& planned) {
  const ScriptOrigin origin{.root = root.empty() ? directory.root : fs::path(root),
                            .command = command_line(),
                            .version = kVersion,
                            .templates = spec.templates};
  return write_run_directory(directory.root, spec.text.text, planned, origin);
}

}  // namespace scalegen
