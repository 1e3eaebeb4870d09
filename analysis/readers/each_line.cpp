#include "analysis/readers/each_line.hpp"

#include <cerrno>
#include <cstdio>
#include <memory>
#include <string>

#include "core/files.hpp"

namespace scalegen {
namespace {

struct Closer {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

/// Puts lines together from the pieces in which a file is read.
class Lines {
 public:
  explicit Lines(const std::function<bool(const PrintedLine&)>& visit) : visit_(visit) {}

  /// False where no more is wanted.
  bool take(std::string_view piece) {
    while (!piece.empty()) {
      const auto end = piece.find_first_of("\r\n");
      add(piece.substr(0, end));
      if (end == std::string_view::npos) return true;
      if (!finish()) return false;
      if (piece[end] == '\n') ++number_;
      piece.remove_prefix(end + 1);
    }
    return true;
  }

  /// The line that is being put together, which may be the last.
  bool finish() {
    const bool too_long = line_.size() > kLongestLine;
    if (too_long) ++too_long_;
    const bool more = too_long || line_.empty() || visit_({number_, line_});
    line_.clear();
    return more;
  }

  [[nodiscard]] std::int64_t too_long() const { return too_long_; }

 private:
  void add(std::string_view part) {
    if (line_.size() <= kLongestLine) line_.append(part.substr(0, kLongestLine + 1 - line_.size()));
  }

  const std::function<bool(const PrintedLine&)>& visit_;
  std::string line_{};  // of one that is too long as much as shows that
  std::int64_t number_ = 1;
  std::int64_t too_long_ = 0;
};

}  // namespace

Result<std::int64_t> each_line(const std::filesystem::path& file,
                               const std::function<bool(const PrintedLine&)>& visit) {
  const std::unique_ptr<std::FILE, Closer> opened(std::fopen(file.c_str(), "re"));
  if (!opened && errno == ENOENT) return 0;
  if (!opened) return file_failure("read", file, errno);
  Lines lines(visit);
  std::string buffer(kLongestLine, '\0');
  bool more = true;
  while (more && std::feof(opened.get()) == 0 && std::ferror(opened.get()) == 0) {
    const auto got = std::fread(buffer.data(), 1, buffer.size(), opened.get());
    more = lines.take(std::string_view(buffer).substr(0, got));
  }
  if (std::ferror(opened.get()) != 0) return file_failure("read", file, errno);
  if (more) lines.finish();
  return lines.too_long();
}

}  // namespace scalegen
