#include "generator/sweep_file/assertion_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace scalegen {

std::vector<Located<Assertion>> read_assertions(MapReader& reader) {
  std::vector<Located<Assertion>> assertions;
  for (const auto& text : reader.texts("assert")) {
    auto assertion = read_assertion(text.value);
    const bool is_there = assertion && std::ranges::any_of(assertions, [&](const auto& other) {
                            return other.value == *assertion;
                          });
    if (is_there)
      reader.report_at(text.location, fmt::format("'{}' is asserted twice", text.value), "remove one");
    else if (assertion)
      assertions.push_back({*std::move(assertion), text.location});
    else
      for (const auto& error : assertion.error()) reader.report_at(text.location, error.message, error.hint);
  }
  return assertions;
}

}  // namespace scalegen
