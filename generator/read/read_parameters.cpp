#include "generator/read/read_parameters.hpp"

#include <fmt/format.h>

#include "core/control_characters.hpp"
#include "generator/read/mark_within.hpp"

namespace scalegen {
namespace {

std::optional<GivenValue> read_formula(const Placed<std::string>& text, Diagnostics& errors) {
  const auto begin = std::min(text.value.find_first_not_of(" \t\n", 1), text.value.size());
  auto formula = Expression::parse({text.value.substr(begin), mark_within(text, begin)});
  if (formula) return GivenValue{.formula = std::move(*formula), .mark = text.mark};
  errors.insert(errors.end(), formula.error().begin(), formula.error().end());
  return std::nullopt;
}

}  // namespace

std::optional<GivenValue> read_value(MapReader& reader, const std::string& parameter, const YamlNode& value,
                                     Diagnostics& errors) {
  if (value.kind != YamlNode::Kind::scalar || has_control_characters(value.text)) {
    reader.report(value, fmt::format("'{}' must be a number or a word", parameter));
    return std::nullopt;
  }
  const auto mark = reader.mark_of(value);
  if (!value.quoted && value.text.starts_with('=')) return read_formula({value.text, mark}, errors);
  return GivenValue{.value = value_of(value), .mark = mark};
}

std::vector<ParameterValues> read_parameters(MapReader& reader, Diagnostics& errors) {
  std::vector<ParameterValues> parameters;
  const auto* const map = reader.map("parameters");
  if (map == nullptr) return parameters;
  for (const auto& [name, value] : map->entries) {
    ParameterValues parameter{{name.text, reader.mark_of(name)}, {}};
    if (auto given = read_value(reader, name.text, value, errors))
      parameter.values.push_back(std::move(*given));
    parameters.push_back(std::move(parameter));
  }
  return parameters;
}

}  // namespace scalegen
