#include "cli/build_folder.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "cli/own_settings.hpp"
#include "core/files.hpp"

namespace scalegen {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kInFolder = "/bin/scalegen-train";

std::string without_tilde(const std::string& path) {
  return path.starts_with("~/") ? home_folder() + path.substr(1) : path;
}

std::string with_tilde(const std::string& path) {
  const auto home = home_folder();
  return !home.empty() && path.starts_with(home + "/") ? "~" + path.substr(home.size()) : path;
}

/// That of a site's own program is no place of this person's.
std::string usual_folder(const Profile& profile) {
  const auto& program = profile.program;
  if (program.starts_with("~/") && program.ends_with(kInFolder))
    return program.substr(0, program.size() - kInFolder.size());
  return "~/scalegen/" + profile.name;
}

fs::path memory_of(const Profile& profile) {
  return fs::path(home_folder()) / ".config/scalegen/programs" / profile.name;
}

}  // namespace

Result<BuildFolder> build_folder(const std::string& given, const Profile& profile) {
  if (given.empty() && home_folder().empty())
    return failure("there is no home folder to build in: HOME is not set", "name a folder with -o FOLDER");
  const auto folder = absolute_path(given.empty() ? without_tilde(usual_folder(profile)) : given);
  if (!folder) return tl::make_unexpected(folder.error());
  return BuildFolder{*folder};
}

Result<void> remember_build(const Profile& profile, const BuildFolder& folder) {
  if (home_folder().empty()) return {};
  const auto memory = memory_of(profile);
  if (auto made = make_folders(memory.parent_path()); !made) return made;
  return replace_file(memory, with_tilde(folder.program().string()) + "\n");
}

Result<std::string> built_program(const Profile& profile) {
  if (home_folder().empty() || profile.scheduler == SchedulerKind::local) return "";
  return read_file_if_there(memory_of(profile)).map([](const std::optional<std::string>& text) {
    return text.value_or("").substr(0, text.value_or("").find('\n'));
  });
}

Result<void> check_built(const Profile& profile) {
  const auto program = without_tilde(profile.program);
  if (program.empty() || ::access(program.c_str(), X_OK) == 0) return {};
  return failure(
      fmt::format("there is no scalegen-train for '{}': '{}' is no program", profile.name, program),
      fmt::format("make it with 'scalegen build --cluster {} --submit', or name it with --train PATH",
                  profile.name));
}

}  // namespace scalegen
