#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "analysis/document/document.hpp"

namespace scalegen::document {

// Pieces of a page. What they are given as text is escaped; what is called `inner` is HTML already.

std::string element(std::string_view tag, std::string_view inner);

/// A text of which what is between two backticks is code. No interval is broken into lines.
std::string prose(std::string_view text);

std::string paragraph(std::string_view text);

std::string list(const std::vector<std::string>& items);

/// A part that unfolds without a script.
std::string folded(std::string_view summary, std::string_view inner);

std::string preformatted(std::string_view text);

/// A table that scrolls by itself where the page is narrow. `name` is for screen readers. Columns are set to
/// the right if they are said to be, or if all of their cells begin with a digit.
std::string table(const Table& cells, std::string_view name);
std::string table(const TextTable& cells, std::string_view name);

/// The blocks of a document.
std::string html_of(const std::vector<Block>& blocks);

}  // namespace scalegen::document
