#include "workloads/train/checkpoint/checkpoint_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <initializer_list>
#include <nlohmann/json.hpp>

#include "workloads/train/data/samples.hpp"
#include "workloads/train/error.hpp"

namespace scalegen::train {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMagic = "scalegen-train checkpoint 1\n";
constexpr const char* kLast = "last";

[[noreturn]] void fail_to_write(const fs::path& path) {
  throw std::runtime_error(fmt::format("cannot write '{}': {}", path.string(), std::strerror(errno)));
}

/// For what is written or renamed in it to outlive a crash of the machine.
void sync_folder(const fs::path& folder) {
  const int fd = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) fail_to_write(folder);
  fsync(fd);  // some file systems have no such thing for folders
  close(fd);
}

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(fd, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

/// `parts` one after the other: tensors may be gigabytes, which nobody copies.
void write_file(const fs::path& path, std::initializer_list<std::string_view> parts) {
  const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) fail_to_write(path);
  const bool is_written =
      std::ranges::all_of(parts, [&](std::string_view part) { return write_all(fd, part); }) &&
      fsync(fd) == 0;
  const int error = errno;
  close(fd);
  errno = error;
  if (!is_written) fail_to_write(path);
}

std::string bytes_in(const fs::path& path) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(path, error);  // of a folder, an error
  if (error) throw BadInput(fmt::format("cannot read '{}': {}", path.string(), error.message()));
  std::string bytes(size, '\0');
  std::ifstream file(path, std::ios::binary);
  if (!file.read(bytes.data(), static_cast<std::streamsize>(size)))
    throw BadInput(fmt::format("cannot read '{}': {}", path.string(), std::strerror(errno)));
  return bytes;
}

fs::path folder_of(const fs::path& folder, int64_t step) { return folder / fmt::format("step-{}", step); }

std::optional<int64_t> step_of(std::string_view name) {
  constexpr std::string_view kPrefix = "step-";
  int64_t step = 0;
  if (!name.starts_with(kPrefix)) return std::nullopt;
  const auto [end, error] = std::from_chars(name.data() + kPrefix.size(), name.data() + name.size(), step);
  return error == std::errc{} && end == name.data() + name.size() && step > 0 ? std::optional(step)
                                                                              : std::nullopt;
}

std::vector<fs::path> paths_in(const fs::path& folder) {
  std::vector<fs::path> paths;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) paths.push_back(entry.path());
  return paths;
}

/// std::filesystem::remove_all is no choice: PyTorch's wheel of 2.11 exports one of its own, which is broken,
/// and which the linker prefers.
void remove_files_and_folder(const fs::path& folder) {
  for (const fs::path& path : paths_in(folder)) unlink(path.c_str());
  rmdir(folder.c_str());
}

/// Names need not be UTF-8; JSON must be.
std::string text_of(const nlohmann::json& json) {
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string header(const CheckpointFile& file) {
  return text_of({{"step", file.step},
                  {"best_accuracy", file.early_stop.best},
                  {"epochs_in_a_row", file.early_stop.in_a_row},
                  {"facts", file.facts},
                  {"bytes", file.tensors.size()},
                  {"checksum", checksum(file.tensors)}}) +
         "\n";
}

CheckpointFile parsed(std::string_view bytes) {
  if (!bytes.starts_with(kMagic)) throw std::runtime_error("it does not begin as one");
  bytes.remove_prefix(kMagic.size());
  const std::size_t end = bytes.find('\n');
  if (end == std::string_view::npos) throw std::runtime_error("it is cut off");
  const nlohmann::json json = nlohmann::json::parse(bytes.substr(0, end));
  bytes.remove_prefix(end + 1);
  if (bytes.size() != json.at("bytes")) throw std::runtime_error("it is cut off");
  CheckpointFile file{.step = json.at("step"),
                      .early_stop = {json.at("best_accuracy"), json.at("epochs_in_a_row")},
                      .facts = json.at("facts"),
                      .tensors = std::string(bytes)};
  if (checksum(file.tensors) != json.at("checksum")) throw std::runtime_error("it is damaged");
  return file;
}

}  // namespace

fs::path checkpoint_path(const fs::path& folder, int64_t step, int rank) {
  return folder_of(folder, step) / fmt::format("rank-{}", rank);
}

void write(const CheckpointFile& file, const fs::path& path) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  write_file(path, {kMagic, header(file), file.tensors});
  sync_folder(path.parent_path());
}

CheckpointFile read_checkpoint(const fs::path& path) {
  const std::string bytes = bytes_in(path);
  try {
    return parsed(bytes);
  } catch (const std::exception& error) {
    throw BadInput(fmt::format("'{}' is no whole checkpoint: {}", path.string(), error.what()));
  }
}

std::vector<std::string> as_stored(const std::vector<std::string>& facts) {
  return nlohmann::json::parse(text_of(facts));
}

void check_writable(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!fs::is_directory(folder) || access(folder.c_str(), W_OK | X_OK) != 0)
    throw BadInput(fmt::format("cannot write into the folder '{}': {}", folder.string(),
                               error ? error.message() : std::strerror(errno)));
}

std::optional<int64_t> last_step(const fs::path& folder) {
  if (!fs::exists(folder / kLast)) return std::nullopt;
  std::string name = bytes_in(folder / kLast);
  if (name.ends_with('\n')) name.pop_back();
  if (const auto step = step_of(name)) return step;
  throw BadInput(
      fmt::format("'{}': expected step-N, found '{}'", (folder / kLast).string(), name.substr(0, 60)));
}

void commit(const fs::path& folder, int64_t step) {
  const fs::path unfinished = folder / "last.unfinished";
  write_file(unfinished, {fmt::format("step-{}\n", step)});
  fs::rename(unfinished, folder / kLast);
  sync_folder(folder);
  for (const fs::path& path : paths_in(folder))
    if (const auto other = step_of(path.filename().string()); other && *other < step)
      remove_files_and_folder(path);
}

}  // namespace scalegen::train
