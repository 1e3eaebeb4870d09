#include "analysis/readers/table_columns.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/readers/number.hpp"
#include "core/did_you_mean.hpp"

namespace scalegen {
namespace {

struct KnownQuantity {
  std::string column{};
  Quantity quantity = Quantity::time;
  std::string unit{};
};

const std::vector<KnownQuantity> known_quantities{{"seconds", Quantity::time, "s"},
                                                  {"images_per_s", Quantity::rate, "images/s"},
                                                  {"samples_per_s", Quantity::rate, "samples/s"}};

std::vector<std::string> known_names() {
  std::vector<std::string> names{"rung"};
  for (const auto& known : known_quantities) names.push_back(known.column);
  names.emplace_back("round");
  return names;
}

std::optional<std::size_t> position_of(const CsvLine& header, const std::string& name) {
  for (std::size_t i = 0; i < header.fields.size(); ++i)
    if (header.fields[i].text == name) return i;
  return std::nullopt;
}

Diagnostics unknown_and_repeated(const std::string& file, const CsvLine& header) {
  Diagnostics mistakes;
  const auto known = known_names();
  for (std::size_t i = 0; i < header.fields.size(); ++i) {
    const auto& field = header.fields[i];
    if (std::find(known.begin(), known.end(), field.text) == known.end())
      mistakes.push_back(csv_mistake(file, header, field, fmt::format("unknown column '{}'", field.text),
                                     did_you_mean(field.text, known)));
    else if (position_of(header, field.text) != i)
      mistakes.push_back(csv_mistake(
          file, header, field, fmt::format("column '{}' stands here twice", field.text), "keep one of them"));
  }
  return mistakes;
}

Diagnostic wrong_set(const std::string& file, const CsvLine& header) {
  return csv_mistake(file, header, header.fields.front(),
                     "a table has a column 'rung' and one of 'seconds', 'images_per_s' and 'samples_per_s'",
                     "name the columns in the first line, such as rung,seconds or rung,images_per_s,round");
}

}  // namespace

bool is_header(const CsvLine& line) {
  return std::none_of(line.fields.begin(), line.fields.end(),
                      [](const CsvField& field) { return parse_number(field.text).has_value(); });
}

Result<TableColumns> columns_of_header(const std::string& file, const CsvLine& header) {
  if (auto mistakes = unknown_and_repeated(file, header); !mistakes.empty())
    return tl::make_unexpected(std::move(mistakes));
  const auto rung = position_of(header, "rung");
  TableColumns columns{
      .count = header.fields.size(), .rung = rung.value_or(0), .round = position_of(header, "round")};
  int quantities = 0;
  for (const auto& known : known_quantities) {
    const auto position = position_of(header, known.column);
    if (!position) continue;
    ++quantities;
    columns.value = *position;
    columns.value_name = known.column;
    columns.quantity = known.quantity;
    columns.unit = known.unit;
  }
  if (!rung || quantities != 1) return tl::make_unexpected(Diagnostics{wrong_set(file, header)});
  return columns;
}

TableColumns usual_columns(const CsvLine& first) {
  if (first.fields.size() == 3) return {.count = 3, .round = 2};
  return {};
}

}  // namespace scalegen
