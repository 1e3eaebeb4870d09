#include "app/train_build.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>

#include "app/user_settings.hpp"
#include "core/files.hpp"
#include "core/json.hpp"
#include "core/process.hpp"
#include "core/try.hpp"

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
  TRY_ASSIGN(const auto folder, absolute_path(given.empty() ? without_tilde(usual_folder(profile)) : given));
  return BuildFolder{folder};
}

Result<void> remember_build(const Profile& profile, const BuildFolder& folder) {
  if (home_folder().empty()) return {};
  const auto memory = memory_of(profile);
  TRY(make_folders(memory.parent_path()));
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

namespace {

namespace fs = std::filesystem;

constexpr auto kHowToBuild = "make it with 'scalegen build', or name it with --train PATH";

bool is_program(const fs::path& path) {
  std::error_code none;
  return ::access(path.c_str(), X_OK) == 0 && !fs::is_directory(path, none);
}

fs::path beside_this() {
  std::error_code none;
  return fs::read_symlink("/proc/self/exe", none).parent_path() / "scalegen-train";
}

fs::path usual_program() {
  const auto built = fs::path(home_folder()) / "scalegen/local/bin/scalegen-train";
  return is_program(beside_this()) || !is_program(built) ? beside_this() : built;
}

bool has_gpu_driver() {
  std::error_code none;
  return fs::exists("/dev/nvidiactl", none) || fs::exists("/dev/kfd", none);
}

}  // namespace

std::string program_beside_this() { return is_program(beside_this()) ? beside_this().string() : ""; }

Result<std::string> train_program(const std::string& given) {
  TRY_ASSIGN(const auto absolute, absolute_path(given.empty() ? usual_program() : fs::path(given)));
  if (is_program(absolute)) return absolute.string();
  return failure(fmt::format("'{}' is not a program that can be run here", absolute.string()), kHowToBuild);
}

Result<int> usable_gpus(const std::string& program) {
  if (!has_gpu_driver()) return 0;
  TRY_ASSIGN(const auto answer, run_program({program, "--capabilities"}));
  const auto json = parse_json(answer.out);
  const auto gpus = json ? integer_field(*json, "gpus") : std::nullopt;
  if (answer.exit_status != 0 || !gpus)
    return failure(fmt::format("'{} --capabilities' does not say how many GPUs it can use", program),
                   kHowToBuild,
                   {fmt::format("it ended with status {} and said: {}", answer.exit_status, answer.err)});
  return static_cast<int>(*gpus);
}

}  // namespace scalegen
