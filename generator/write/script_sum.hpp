#pragma once
#include <string>
#include <string_view>

namespace scalegen {

/// The line that POSIX's cksum prints for a file of this text and name, with its end: checksum, bytes, name.
/// A script finds by it whether it is still what was written.
std::string cksum_line(std::string_view text, std::string_view name);

}  // namespace scalegen
