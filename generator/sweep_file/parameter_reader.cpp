#include "generator/sweep_file/part_readers.hpp"

#include <fmt/format.h>

#include "core/source_location.hpp"
#include "core/text.hpp"
#include "core/units.hpp"

namespace scalegen {

namespace {

std::optional<GivenValue> read_formula(MapReader& reader, const Located<std::string>& text,
                                       std::size_t equals) {
  const auto begin = std::min(text.value.find_first_not_of(' ', equals + 1), text.value.size());
  auto formula = Expression::parse({text.value.substr(begin), location_within(text, begin)});
  if (formula) return GivenValue{.formula = std::move(*formula), .location = text.location};
  reader.report(std::move(formula.error()));
  return std::nullopt;
}

/// A number, a word, or a formula that begins with '='. Inside [ ] and { } one with a comma has quotes.
std::optional<GivenValue> read_value(MapReader& reader, const std::string& parameter, const YamlNode& value) {
  if (value.kind != YamlNode::Kind::scalar || has_control_characters(value.text)) {
    reader.report(value, fmt::format("'{}' must be a number or a word", parameter));
    return std::nullopt;
  }
  const auto location = reader.location_of(value);
  if (const auto first = value.text.find_first_not_of(' ');
      first != std::string::npos && value.text[first] == '=')
    return read_formula(reader, {value.text, location}, first);
  return GivenValue{.value = value_of(value), .location = location};
}

/// Reads the keys below `sweep:`.
class AxesReader {
 public:
  explicit AxesReader(MapReader reader) : reader_(std::move(reader)) {}

  SweptValues read() {
    for (const auto& [name, value] : reader_.whole().entries) {
      if (name.text == "zip")
        read_zips(value);
      else if (name.text == "where")
        read_where(value);
      else if (auto parameter = read_list(reader_, name))
        swept_.axes.push_back({std::move(*parameter)});
    }
    return std::move(swept_);
  }

 private:
  std::optional<ParameterValues> read_list(MapReader& reader, const YamlNode& name) {
    const auto* const values = reader.list(name.text);
    if (values == nullptr) return std::nullopt;
    if (values->items.empty()) reader.report(*values, fmt::format("the axis '{}' has no values", name.text));
    ParameterValues parameter{{name.text, reader.location_of(name)}, {}};
    for (const auto& item : values->items)
      if (auto given = read_value(reader, name.text, item)) parameter.values.push_back(std::move(*given));
    return parameter;
  }

  void read_zips(const YamlNode& zip) {
    if (zip.kind == YamlNode::Kind::map) {
      read_zip(zip);
    } else if (zip.kind == YamlNode::Kind::sequence && !zip.items.empty()) {
      for (const auto& item : zip.items) read_zip(item);
    } else {
      reader_.report(zip, "'zip' must be a map of lists, or a list of such maps",
                     "write zip: {steps: [10, 20], learning_rate: [0.1, 0.2]}");
    }
  }

  void read_zip(const YamlNode& zip) {
    if (zip.kind != YamlNode::Kind::map || zip.entries.empty()) {
      reader_.report(zip, "a zip is a map of lists",
                     "write zip: {steps: [10, 20], learning_rate: [0.1, 0.2]}");
      return;
    }
    auto reader = reader_.within(zip);
    Axis axis;
    for (const auto& entry : zip.entries) {
      check_length(reader, zip.entries.front(), entry);
      if (auto parameter = read_list(reader, entry.key)) axis.push_back(std::move(*parameter));
    }
    swept_.axes.push_back(std::move(axis));
  }

  static void check_length(MapReader& reader, const YamlEntry& first, const YamlEntry& entry) {
    const auto length = std::ssize(entry.value.items);
    const auto expected = std::ssize(first.value.items);
    const bool are_lists =
        entry.value.kind == YamlNode::Kind::sequence && first.value.kind == YamlNode::Kind::sequence;
    if (!are_lists || length == expected) return;
    reader.report(entry.value,
                  fmt::format("'{}' has {}, but '{}' of the same zip has {}", entry.key.text,
                              counted(length, "value"), first.key.text, expected),
                  "a zip pairs the values of its lists: give them the same length");
  }

  void read_where(const YamlNode& where) {
    if (where.kind == YamlNode::Kind::sequence)
      for (const auto& item : where.items) read_constraint(item);
    else
      read_constraint(where);
  }

  void read_constraint(const YamlNode& node) {
    if (node.kind != YamlNode::Kind::scalar) {
      reader_.report(node, "'where' must be an expression, or a list of them",
                     "write where: ranks * cpus_per_task <= 16");
      return;
    }
    const Located<std::string> text{node.text, reader_.location_of(node)};
    auto expression = Expression::parse(text);
    if (expression)
      swept_.where.push_back({text, std::move(*expression)});
    else
      reader_.report(std::move(expression.error()));
  }

  MapReader reader_;
  SweptValues swept_;
};

}  // namespace

std::vector<ParameterValues> read_parameters(MapReader& reader) {
  std::vector<ParameterValues> parameters;
  const auto* const map = reader.map("parameters");
  if (map == nullptr) return parameters;
  for (const auto& [name, value] : map->entries) {
    ParameterValues parameter{{name.text, reader.location_of(name)}, {}};
    if (auto given = read_value(reader, name.text, value)) parameter.values.push_back(std::move(*given));
    parameters.push_back(std::move(parameter));
  }
  return parameters;
}

void read_threads(MapReader& reader, SweepFile& sweep) {
  const auto* const threads = reader.node("threads");
  if (threads == nullptr) return;
  if (!sweep.program || sweep.program->kind != OwnProgram::Kind::command)
    return reader.report(*threads, "'threads' is of the ranks that a 'command' starts",
                         "set the parameter 'cpus_per_task' instead");
  if (threads->kind == YamlNode::Kind::sequence)
    return reader.report(*threads, "'threads' is one number, or 'all'",
                         "write several as an axis: sweep: {threads: [1, 2, 4]}");
  ParameterValues parameter{{"threads", reader.location_of(*threads)}, {}};
  if (auto given = read_value(reader, "threads", *threads)) parameter.values.push_back(std::move(*given));
  sweep.parameters.push_back(std::move(parameter));
}

SweptValues read_swept_values(MapReader& reader) {
  const auto* const map = reader.map("sweep");
  return map == nullptr ? SweptValues{} : AxesReader(reader.within(*map)).read();
}

}  // namespace scalegen
