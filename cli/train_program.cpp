#include "cli/train_program.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>

#include "cli/own_settings.hpp"
#include "core/files.hpp"
#include "core/json.hpp"
#include "core/process.hpp"

namespace scalegen {
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
  const auto absolute = absolute_path(given.empty() ? usual_program() : fs::path(given));
  if (!absolute) return tl::make_unexpected(absolute.error());
  if (is_program(*absolute)) return absolute->string();
  return failure(fmt::format("'{}' is not a program that can be run here", absolute->string()), kHowToBuild);
}

Result<int> usable_gpus(const std::string& program) {
  if (!has_gpu_driver()) return 0;
  const auto answer = run_program({program, "--capabilities"});
  if (!answer) return tl::make_unexpected(answer.error());
  const auto json = parse_json(answer->out);
  const auto gpus = json ? integer_field(*json, "gpus") : std::nullopt;
  if (answer->exit_status != 0 || !gpus)
    return failure(fmt::format("'{} --capabilities' does not say how many GPUs it can use", program),
                   kHowToBuild,
                   {fmt::format("it ended with status {} and said: {}", answer->exit_status, answer->err)});
  return static_cast<int>(*gpus);
}

}  // namespace scalegen
