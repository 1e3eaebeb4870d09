#pragma once
#include <cstddef>
#include <string_view>

namespace scalegen {

enum class BashQuotes { none, single, twofold };

/// In which quotes of bash the byte `offset` of a text stands. Knows quotes and backslashes; a here-document
/// is taken for what it looks like.
BashQuotes bash_quotes_at(std::string_view text, std::size_t offset);

}  // namespace scalegen
