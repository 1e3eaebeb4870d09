#pragma once
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics.hpp"

namespace scalegen {

/// The whole file. Errors name the file and what the system said.
Result<std::string> read_file(const std::filesystem::path& path);

/// As read_file, but nothing where there is no such file. What cannot be read is an error all the same: it
/// may be there.
Result<std::optional<std::string>> read_file_if_there(const std::filesystem::path& path);

/// At most the first `bytes` of a file. Empty where there is no such file.
Result<std::string> read_beginning(const std::filesystem::path& path, std::size_t bytes);

/// At most the last `bytes` of a file, for one that may be huge. Empty where there is no such file.
Result<std::string> read_end(const std::filesystem::path& path, std::size_t bytes);

/// Whether there is something of this name, as far as links lead. What cannot be looked at is an error.
Result<bool> is_there(const std::filesystem::path& path);

/// As is_there, and whether it is a folder.
Result<bool> is_folder(const std::filesystem::path& path);

/// The folder in which this process works. It may have been removed.
Result<std::filesystem::path> working_folder();

/// The path as seen from the root, without '.' and '..'.
Result<std::filesystem::path> absolute_path(const std::filesystem::path& path);

/// The names in a folder, in no order. None where there is no such folder.
Result<std::vector<std::string>> names_in(const std::filesystem::path& folder);

/// Writes a new file, or over an old one. For what can be made again.
Result<void> write_file(const std::filesystem::path& path, std::string_view text);

/// A reader sees the old text or the new one, never a part: written beside it, then renamed.
Result<void> replace_file(const std::filesystem::path& path, std::string_view text);

/// As replace_file, and on the disk when this returns: after a power cut too the file is there, whole.
Result<void> replace_file_durably(const std::filesystem::path& path, std::string_view text);

/// The same for a text that is not held at once: `next` gives it piece by piece, and an empty piece at its
/// end.
Result<void> replace_file_durably(const std::filesystem::path& path,
                                  const std::function<std::string_view()>& next);

/// Appends to a file and returns when it is on the disk. One write: two writers cannot mix their lines.
Result<void> append_durably(const std::filesystem::path& path, std::string_view text);

/// Makes the folder and those above it; it may be there already.
Result<void> make_folders(const std::filesystem::path& path);

/// Returns when what was renamed into the folder is on the disk.
Result<void> sync_folder(const std::filesystem::path& path);

/// "cannot VERB 'PATH': what errno says", with advice for the cases that have some (full disk, no
/// permission to write).
tl::unexpected<Diagnostics> file_failure(std::string_view verb, const std::filesystem::path& path,
                                         int error_number);

}  // namespace scalegen
