#include "analysis/monitors/nvidia_smi_csv.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "analysis/monitors/timestamp.hpp"
#include "analysis/readers/csv.hpp"
#include "analysis/readers/number.hpp"

namespace scalegen {
namespace {

using Row = std::map<std::string, std::string>;  // name of the column -> text

// "memory.used [MiB]" -> "memory.used"
std::string without_unit(const std::string& title) { return title.substr(0, title.find(" [")); }

std::vector<std::string> titles_of(const CsvLine& line) {
  std::vector<std::string> titles;
  for (const auto& field : line.fields) titles.push_back(without_unit(field.text));
  return titles;
}

bool is_header_line(const CsvLine& line) {
  return std::any_of(line.fields.begin(), line.fields.end(),
                     [](const auto& f) { return f.text == "timestamp"; });
}

Row row_of(const std::vector<std::string>& titles, const CsvLine& line) {
  Row row;
  for (std::size_t i = 0; i < titles.size(); ++i) row.emplace(titles[i], line.fields[i].text);
  return row;
}

std::vector<Row> rows_of(std::string_view text, std::string_view fields) {
  auto titles = titles_of(read_csv(fields).front());
  std::vector<Row> rows;
  for (const auto& line : read_csv(text)) {
    if (is_header_line(line))
      titles = titles_of(line);
    else if (line.whole && line.fields.size() == titles.size())
      rows.push_back(row_of(titles, line));
  }
  return rows;
}

std::string text_of(const Row& row, const std::string& title) {
  const auto found = row.find(title);
  return found == row.end() ? "" : found->second;
}

// "631.95 W" or "631.95"; another unit than the expected one is none that is understood.
std::optional<double> amount(const Row& row, const std::string& title, std::string_view unit) {
  const auto text = text_of(row, title);
  const auto blank = text.find(' ');
  if (blank != std::string::npos && std::string_view(text).substr(blank + 1) != unit) return std::nullopt;
  return parse_number(std::string_view(text).substr(0, blank));
}

// nvidia-smi is asked for clocks.sm and heads the column clocks.current.sm.
std::optional<double> sm_clock(const Row& row) {
  const auto current = amount(row, "clocks.current.sm", "MHz");
  return current ? current : amount(row, "clocks.sm", "MHz");
}

// Lines of one sample carry the same timestamp, or each its own: then any column will do.
bool tells_apart(const std::vector<Row>& rows, const std::string& title) {
  std::set<std::string> of_sample;
  std::string sample;
  for (const auto& row : rows) {
    const auto value = text_of(row, title);
    if (value.empty() || value.front() == '[') return false;
    if (const auto time = text_of(row, "timestamp"); time != sample) {
      sample = time;
      of_sample.clear();
    }
    if (!of_sample.insert(value).second) return false;
  }
  return true;
}

std::string identifying_column(const std::vector<Row>& rows) {
  for (const std::string title : {"uuid", "pci.bus_id", "index", "gpu"})
    if (tells_apart(rows, title)) return title;
  return "";
}

}  // namespace

std::vector<GpuSample> read_nvidia_smi(std::string_view text, std::string_view fields) {
  const auto rows = rows_of(text, fields);
  const auto identity = identifying_column(rows);
  std::vector<GpuSample> samples;
  for (const auto& row : rows) {
    const auto time = parse_timestamp(text_of(row, "timestamp"));
    if (time)
      samples.push_back({.device = text_of(row, identity),
                         .time = *time,
                         .utilisation_percent = amount(row, "utilization.gpu", "%"),
                         .memory_mib = amount(row, "memory.used", "MiB"),
                         .power_w = amount(row, "power.draw", "W"),
                         .sm_clock_mhz = sm_clock(row)});
  }
  return samples;
}

}  // namespace scalegen
