#include "core/assertion.hpp"

#include <fmt/format.h>

#include <array>
#include <sstream>
#include <utility>

#include "core/leading_number.hpp"
#include "core/text.hpp"
#include "core/try.hpp"

namespace scalegen {
namespace {

using Figure = Assertion::Figure;

constexpr auto kAssertionForm = "write it as in 'efficiency at 8gpu >= 0.85'";

constexpr std::array<std::pair<const char*, Figure>, 5> kFigures{{{"efficiency", Figure::efficiency},
                                                                  {"speedup", Figure::speedup},
                                                                  {"per_doubling", Figure::per_doubling},
                                                                  {"throughput", Figure::throughput},
                                                                  {"time", Figure::time}}};

Result<Figure> figure_called(const std::string& name) {
  std::vector<std::string> known;
  for (const auto& [word, figure] : kFigures) {
    if (name == word) return figure;
    known.emplace_back(word);
  }
  return failure(fmt::format("'{}' is no figure of a rung", name), did_you_mean(name, known));
}

bool has_unit(Figure figure) { return figure == Figure::throughput || figure == Figure::time; }

Result<void> set_share(Assertion& assertion, const LeadingNumber& read, const std::string& text) {
  assertion.limit = read.rest == "%" ? read.number / 100 : read.number;
  const bool is_share = read.rest.empty() || read.rest == "%";
  if (is_share && assertion.limit > 0 && assertion.limit <= 2) return {};
  if (read.rest.empty() && read.number > 2 && read.number <= 200)
    return failure(fmt::format("'{}' asserts an efficiency of {:g} %", text, 100 * read.number),
                   fmt::format("write {:g} %", read.number));
  return failure(fmt::format("'{}' has no share behind its sign", text), "write 0.85 or 85 %");
}

Result<void> set_limit(Assertion& assertion, const std::string& limit) {
  const auto read = leading_number(limit);
  if (!read || read->number <= 0)
    return failure(fmt::format("'{}' has no number above 0 behind its sign", assertion.text), kAssertionForm);
  if (assertion.figure == Figure::efficiency) return set_share(assertion, *read, assertion.text);
  assertion.limit = read->number;
  if (!has_unit(assertion.figure)) {
    if (read->rest.empty() || read->rest == "x") return {};
    return failure(fmt::format("'{}': behind a factor '{}' says nothing", assertion.text, read->rest),
                   kAssertionForm);
  }
  assertion.unit = read->rest;
  if (!assertion.unit.empty()) return {};
  return failure(fmt::format("'{}' does not say the unit of its limit", assertion.text),
                 "write the unit of the report: throughput at 4gpu >= 9000 images/s");
}

}  // namespace

Result<Assertion> read_assertion(const std::string& text) {
  std::istringstream words(text);
  std::string figure, at, rung, sign, limit;
  words >> figure >> at >> rung >> sign;
  std::getline(words >> std::ws, limit);
  limit.erase(limit.find_last_not_of(' ') + 1);
  Assertion assertion{.rung = rung, .at_least = sign == ">=", .text = text};
  TRY_ASSIGN(assertion.figure, figure_called(figure));
  if (at != "at" || rung.empty())
    return failure(fmt::format("'{}' does not say at which rung", text), kAssertionForm);
  if (sign != ">=" && sign != "<=")
    return failure(fmt::format("'{}' compares by '{}'", text, sign), kAssertionForm);
  TRY(set_limit(assertion, limit));
  return assertion;
}

}  // namespace scalegen
