#pragma once
#include <string>
#include <string_view>

namespace scalegen {

/// The text for XML and HTML, between tags and in quoted attributes: characters with a meaning there are
/// replaced, and control characters, which XML forbids, become '?'.
std::string escaped_xml(std::string_view text);

}  // namespace scalegen
