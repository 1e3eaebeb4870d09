#include "cli/output.hpp"

#include <cerrno>
#include <cstdio>

#include "core/files.hpp"

namespace scalegen {

void put(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

void tell(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

Result<void> finish_output() {
  const bool flushed = std::fflush(stdout) == 0;
  const int error = flushed ? EIO : errno;
  if (flushed && std::ferror(stdout) == 0) return {};
  return file_failure("write", "standard output", error);
}

}  // namespace scalegen
