#include "generator/plan/command/bash_quotes.hpp"

namespace scalegen {

BashQuotes bash_quotes_at(std::string_view text, std::size_t offset) {
  auto quotes = BashQuotes::none;
  for (std::size_t i = 0; i < offset; ++i) {
    const char c = text[i];
    if (c == '\\' && quotes != BashQuotes::single)
      ++i;  // the next one is itself
    else if (c == '\'' && quotes != BashQuotes::twofold)
      quotes = quotes == BashQuotes::single ? BashQuotes::none : BashQuotes::single;
    else if (c == '"' && quotes != BashQuotes::single)
      quotes = quotes == BashQuotes::twofold ? BashQuotes::none : BashQuotes::twofold;
  }
  return quotes;
}

}  // namespace scalegen
