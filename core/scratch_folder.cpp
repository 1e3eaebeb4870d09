#include "core/scratch_folder.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <string>

#include "core/files.hpp"
#include "core/shell_quote.hpp"

namespace scalegen {

namespace fs = std::filesystem;

// A shell waits until the folder is not needed any longer, or this process has ended. Tar may then write for
// a moment.
Result<ScratchFolder> ScratchFolder::create(fs::path base) {
  std::error_code error;
  if (base.empty()) base = fs::temp_directory_path(error);
  if (error) base = "/tmp";
  auto name = (base / "scalegen.XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) return file_failure("make a folder in", base, errno);
  const auto guard = fmt::format(
      "trap '' HUP INT QUIT TERM; exec >/dev/null 2>&1; read -r end; "
      "for i in 1 2 3 4 5; do rm -rf {} && break; sleep 1; done",
      shell_quote(name));
  ScratchFolder folder(name, ::popen(guard.c_str(), "we"));
  if (folder.guard_ == nullptr) return file_failure("start a shell for", name, errno);
  return folder;
}

}  // namespace scalegen
