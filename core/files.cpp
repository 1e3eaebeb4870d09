#include "core/files.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <system_error>
#include <utility>

#include "core/try.hpp"

namespace scalegen {
namespace {

namespace fs = std::filesystem;

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  [[nodiscard]] int get() const { return fd_; }

 private:
  int fd_;
};

/// Returns a descriptor, or -1 and errno. Pipes and devices are refused, as one may never begin or never end.
/// Those that a person names in /dev or /proc are read, as a shell's <(...) is; devices without an end are
/// not.
int open_to_read(const fs::path& path) {
  const bool is_named = path.native().starts_with("/dev/") || path.native().starts_with("/proc/");
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | (is_named ? 0 : O_NONBLOCK));
  struct stat about {};
  if (fd < 0 || ::fstat(fd, &about) != 0 || S_ISREG(about.st_mode) || S_ISDIR(about.st_mode)) return fd;
  const bool is_null = about.st_rdev == makedev(1, 3);
  if (is_named && (!S_ISCHR(about.st_mode) || is_null || ::isatty(fd) != 0)) return fd;
  ::close(fd);
  errno = ENOTSUP;
  return -1;
}

// A different folder is a way out when writing fails, not when reading does; not all commands can use one.
std::string advice(std::string_view verb, int error_number) {
  switch (error_number) {
    case EACCES:
    case EROFS:
      return verb == "read" || verb == "open" ? ""
                                              : "you need permission to write there, or another folder: -o "
                                                "FOLDER of sweep, generate and build";
    case ENOSPC:
    case EDQUOT:
      return "free some space, then give the same command again: it continues";
    case EIO:
    case ESTALE:
      return "the disk may answer again in a moment: give the same command again";
    case ENOTSUP:
      return "a file is expected there, and this is a pipe or a device";
    default:
      return "";
  }
}

// Returns 0 or errno.
int write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const auto written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

enum class Sync { no, yes };

/// Returns a text piece by piece, and an empty piece at the end.
using Pieces = std::function<std::string_view()>;

Pieces in_one_piece(std::string_view text) {
  return [text]() mutable { return std::exchange(text, {}); };
}

Result<void> write_with(const fs::path& path, const Pieces& next, int flags, Sync sync) {
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0666));
  if (file.get() < 0) return file_failure("write", path, errno);
  for (auto piece = next(); !piece.empty(); piece = next())
    if (const int error = write_all(file.get(), piece); error != 0) return file_failure("write", path, error);
  if (sync == Sync::yes && ::fsync(file.get()) != 0) return file_failure("write", path, errno);
  return {};
}

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

Result<void> replace(const fs::path& path, const Pieces& text, Sync sync) {
  const auto beside = folder_of(path) / fmt::format(".{}.{}", path.filename().string(), ::getpid());
  ::unlink(beside.c_str());  // a killed process may have left it; or it is a link, to be written through
  auto replaced = write_with(beside, text, O_EXCL, sync);
  if (struct stat old{}; replaced && ::stat(path.c_str(), &old) == 0)
    ::chmod(beside.c_str(), old.st_mode & 07777U);
  if (replaced && ::rename(beside.c_str(), path.c_str()) != 0) replaced = file_failure("write", path, errno);
  if (!replaced) ::unlink(beside.c_str());  // on a full disk half a file would block the next write
  return replaced;
}

/// The path without '.', '..' and a trailing slash.
fs::path plain(const fs::path& path) {
  auto normal = path.lexically_normal();
  return normal.has_filename() || normal == normal.root_path() ? normal : normal.parent_path();
}

Result<std::string> read_up_to(std::size_t bytes, int fd, const fs::path& path) {
  std::string text;
  std::array<char, 1 << 16> buffer;  // left uninitialised: thousands of small files are read
  while (true) {
    const auto got = ::read(fd, buffer.data(), std::min(buffer.size(), bytes - text.size()));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return file_failure("read", path, errno);
    if (got == 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

Result<std::string> read_all(int fd, const fs::path& path) { return read_up_to(std::string::npos, fd, path); }

}  // namespace

tl::unexpected<Diagnostics> file_failure(std::string_view verb, const fs::path& path, int error_number) {
  return failure(
      fmt::format("cannot {} '{}': {}", verb, path.string(), std::generic_category().message(error_number)),
      advice(verb, error_number));
}

Result<std::string> read_file(const fs::path& path) {
  const Descriptor file(open_to_read(path));
  if (file.get() < 0) return file_failure("read", path, errno);
  return read_all(file.get(), path);
}

Result<std::optional<std::string>> read_file_if_there(const fs::path& path) {
  const Descriptor file(open_to_read(path));
  if (file.get() < 0 && (errno == ENOENT || errno == ENOTDIR)) return std::nullopt;
  if (file.get() < 0) return file_failure("read", path, errno);
  return read_all(file.get(), path);
}

Result<std::string> read_beginning(const fs::path& path, std::size_t bytes) {
  const Descriptor file(open_to_read(path));
  if (file.get() < 0 && errno == ENOENT) return "";
  if (file.get() < 0) return file_failure("read", path, errno);
  return read_up_to(bytes, file.get(), path);
}

Result<std::string> read_end(const fs::path& path, std::size_t bytes) {
  const Descriptor file(open_to_read(path));
  if (file.get() < 0 && errno == ENOENT) return "";
  if (file.get() < 0) return file_failure("read", path, errno);
  const auto size = ::lseek(file.get(), 0, SEEK_END);
  const auto start = std::max<off_t>(0, size - static_cast<off_t>(bytes));
  if (size < 0 || ::lseek(file.get(), start, SEEK_SET) < 0) return file_failure("read", path, errno);
  return read_all(file.get(), path);
}

Result<std::optional<std::string>> read_in_pieces(const fs::path& path,
                                                  const std::function<std::size_t(std::string_view)>& take) {
  const Descriptor file(open_to_read(path));
  if (file.get() < 0 && (errno == ENOENT || errno == ENOTDIR)) return std::nullopt;
  if (file.get() < 0) return file_failure("read", path, errno);
  constexpr std::size_t kPiece = 1 << 16;
  std::string left;
  while (true) {
    const auto known = left.size();
    left.resize(std::max(kPiece, 2 * known));  // doubled, so that a long line is not looked through often
    const auto got = ::read(file.get(), left.data() + known, left.size() - known);
    left.resize(known + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return file_failure("read", path, errno);
    if (got == 0) return left;
    left.erase(0, take(left));
  }
}

Result<bool> is_there(const fs::path& path) {
  std::error_code error;
  const auto status = fs::status(path, error);
  if (fs::exists(status)) return true;
  if (status.type() == fs::file_type::not_found) return false;
  return file_failure("read", path, error.value());
}

Result<bool> is_folder(const fs::path& path) {
  std::error_code none;
  return is_there(path).map([&](bool there) { return there && fs::is_directory(path, none); });
}

Result<fs::path> working_folder() {
  std::error_code error;
  auto folder = fs::current_path(error);
  if (!error) return folder;
  return failure(fmt::format("cannot read the working folder: {}", error.message()),
                 "change to a folder that exists");
}

Result<fs::path> absolute_path(const fs::path& path) {
  if (path.is_absolute()) return plain(path);
  return working_folder().map([&](const fs::path& folder) { return plain(folder / path); });
}

Result<std::vector<std::string>> names_in(const fs::path& folder) {
  // std::filesystem makes a path of each name, which takes most of the time in small folders.
  const std::unique_ptr<DIR, int (*)(DIR*)> entries(::opendir(folder.c_str()), ::closedir);
  std::vector<std::string> names;
  if (!entries && errno == ENOENT) return names;
  if (!entries) return file_failure("read", folder, errno);
  for (errno = 0; const auto* entry = ::readdir(entries.get()); errno = 0) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  if (errno != 0) return file_failure("read", folder, errno);
  return names;
}

Result<void> write_file(const fs::path& path, std::string_view text) {
  return write_with(path, in_one_piece(text), O_TRUNC, Sync::no);
}

Result<void> replace_file(const fs::path& path, std::string_view text) {
  return replace(path, in_one_piece(text), Sync::no);
}

Result<void> replace_file_durably(const fs::path& path, std::string_view text) {
  return replace_file_durably(path, in_one_piece(text));
}

Result<void> replace_file_durably(const fs::path& path, const std::function<std::string_view()>& next) {
  TRY(replace(path, next, Sync::yes));
  return sync_folder(folder_of(path));
}

Result<void> append_durably(const fs::path& path, std::string_view text) {
  return write_with(path, in_one_piece(text), O_APPEND, Sync::yes);
}

// A rename is durable only once its folder is synced.
Result<void> sync_folder(const fs::path& path) {
  const Descriptor opened(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened.get() < 0 || ::fsync(opened.get()) != 0) return file_failure("write", path, errno);
  return {};
}

Result<void> make_folders(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) return file_failure("make the folder", path, error.value());
  return {};
}

}  // namespace scalegen
