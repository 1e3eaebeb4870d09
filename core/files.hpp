#pragma once
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics.hpp"

namespace scalegen {

/// Reads the whole file. An error names the file and the system's reason.
Result<std::string> read_file(const std::filesystem::path& path);

/// Like read_file, but returns nullopt if the file does not exist. A file that cannot be read is still an
/// error.
Result<std::optional<std::string>> read_file_if_there(const std::filesystem::path& path);

/// Reads at most the first `bytes` of a file. Returns an empty text if the file does not exist.
Result<std::string> read_beginning(const std::filesystem::path& path, std::size_t bytes);

/// Reads at most the last `bytes` of a file, which may be huge. Returns an empty text if the file does not
/// exist.
Result<std::string> read_end(const std::filesystem::path& path, std::size_t bytes);

/// Reads a file, which may be huge, piece by piece: `take` sees what it has not taken yet, and returns how
/// many bytes of it it takes. Returns what is left at the end; nullopt if the file does not exist.
Result<std::optional<std::string>> read_in_pieces(const std::filesystem::path& path,
                                                  const std::function<std::size_t(std::string_view)>& take);

/// True if the path exists; links are followed. Returns an error if that cannot be determined.
Result<bool> is_there(const std::filesystem::path& path);

/// True if the path exists and is a folder.
Result<bool> is_folder(const std::filesystem::path& path);

/// The working directory of this process. Returns an error if it has been removed.
Result<std::filesystem::path> working_folder();

/// The absolute path, without '.' and '..'.
Result<std::filesystem::path> absolute_path(const std::filesystem::path& path);

/// The names in a folder, in no particular order. Returns none if the folder does not exist.
Result<std::vector<std::string>> names_in(const std::filesystem::path& folder);

/// Creates or overwrites a file. Not atomic: only for content that can be made again.
Result<void> write_file(const std::filesystem::path& path, std::string_view text);

/// Replaces a file atomically (by a rename): a reader sees the old text or the new one, never a part. The
/// mode of an old one is kept.
Result<void> replace_file(const std::filesystem::path& path, std::string_view text);

/// Like replace_file, and syncs to the disk: the new file survives a power cut.
Result<void> replace_file_durably(const std::filesystem::path& path, std::string_view text);

/// The same for a text that is not in memory as a whole: `next` returns it piece by piece, and an empty piece
/// at the end.
Result<void> replace_file_durably(const std::filesystem::path& path,
                                  const std::function<std::string_view()>& next);

/// Appends to a file and syncs to the disk. The text is one write, so that two writers cannot mix their
/// lines.
Result<void> append_durably(const std::filesystem::path& path, std::string_view text);

/// Makes the folder and its parents; it may exist already.
Result<void> make_folders(const std::filesystem::path& path);

/// Syncs the folder itself to the disk, and with it earlier renames into it.
Result<void> sync_folder(const std::filesystem::path& path);

/// "cannot VERB 'PATH': REASON", where the reason is the text of the errno value; with a hint for a full disk
/// and for missing permission to write.
tl::unexpected<Diagnostics> file_failure(std::string_view verb, const std::filesystem::path& path,
                                         int error_number);

}  // namespace scalegen
