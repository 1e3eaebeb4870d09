#include "analysis/readers/gpu_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "analysis/readers/csv.hpp"
#include "analysis/readers/timestamp.hpp"

namespace scalegen {
namespace {

/// A column that is read, and what no GPU exceeds.
struct GpuQuantity {
  std::string_view title{};
  std::string_view unit{};
  double most = 0;
};

constexpr GpuQuantity kUtilisation{"utilization.gpu", "%", 100};
constexpr GpuQuantity kMemory{"memory.used", "MiB", 1e8};
constexpr GpuQuantity kPower{"power.draw", "W", 1e5};
constexpr GpuQuantity kClock{"clocks.current.sm", "MHz", 1e5};
// The field of the query; its header is the other.
constexpr GpuQuantity kClockAsAsked{"clocks.sm", "MHz", 1e5};
constexpr std::array kQuantities{kUtilisation, kMemory, kPower, kClock, kClockAsAsked};
// Why clocks are low, by either name: drivers before 535 know the second only.
constexpr std::array<std::string_view, 2> kReasons{"clocks_event_reasons.active",
                                                   "clocks_throttle_reasons.active"};
constexpr std::array<std::string_view, 4> kIdentities{"uuid", "pci.bus_id", "index", "gpu"};

struct Row {
  int line = 0;
  std::map<std::string, std::string, std::less<>> texts{};  // by the column's name
};

struct Rows {
  std::vector<std::string> titles{};
  std::vector<Row> rows{};
  std::vector<int> unread{};  // numbers of lines
  bool has_header = false;
};

std::string shown(std::string_view text) {
  constexpr std::size_t kMost = 100;
  return fmt::format("'{}{}'", text.substr(0, kMost), text.size() > kMost ? "..." : "");
}

// "memory.used [MiB]" -> "memory.used"
std::string without_unit(const std::string& title) { return title.substr(0, title.find(" [")); }

constexpr std::string_view kTimestamp = "timestamp";

// The field with which a header begins, or its end. A line that was cut off may stand before it.
std::size_t header_begin(const CsvLine& line) {
  const auto found = std::ranges::find_if(line.fields, [](const auto& field) {
    return field.text.ends_with(kTimestamp) && !field.text.ends_with("_timestamp");
  });
  const bool is_header = found != line.fields.end() && found->text == kTimestamp;
  if (is_header && !parse_timestamp(line.fields.front().text)) return 0;
  return static_cast<std::size_t>(found - line.fields.begin());
}

std::vector<std::string> titles_of(const CsvLine& line, std::size_t begin) {
  std::vector<std::string> titles;
  for (std::size_t i = begin; i < line.fields.size(); ++i) {
    const auto& title = line.fields[i].text;
    titles.push_back(i == begin && title.ends_with(kTimestamp) ? std::string(kTimestamp) : title);
  }
  return titles;
}

Row row_of(const std::vector<std::string>& titles, const CsvLine& line) {
  Row row{.line = line.number};
  for (std::size_t i = 0; i < titles.size(); ++i)
    row.texts.emplace(without_unit(titles[i]), line.fields[i].text);
  return row;
}

Rows rows_of(const std::vector<CsvLine>& lines, std::string_view fields) {
  Rows all{.titles = titles_of(read_csv(fields).front(), 0)};
  std::set<std::string_view> seen;  // a line that stands twice is one sample
  for (const auto& line : lines) {
    if (const auto begin = header_begin(line); begin < line.fields.size()) {
      all.titles = titles_of(line, begin);
      all.has_header = true;
    } else if (!line.whole || !seen.insert(line.text).second) {
      continue;
    } else if (line.fields.size() == all.titles.size()) {
      all.rows.push_back(row_of(all.titles, line));
    } else {
      all.unread.push_back(line.number);
    }
  }
  return all;
}

std::string text_of(const Row& row, std::string_view title) {
  const auto found = row.texts.find(title);
  return found == row.texts.end() ? "" : found->second;
}

// "[N/A]", "[Unknown Error]", "N/A" and the like are not.
bool is_stated(std::string_view text) {
  return !text.empty() && text.front() != '[' && text != "N/A" && text != "ERR!";
}

std::string_view unit_of(std::string_view text) {
  const auto blank = text.find(' ');
  return blank == std::string_view::npos ? "" : text.substr(blank + 1);
}

bool is_unit_of_another(std::string_view unit, const GpuQuantity& quantity) {
  return unit != quantity.unit &&
         std::ranges::any_of(kQuantities, [&](const auto& other) { return unit == other.unit; });
}

// Reads "631.95 W" or "631.95"; returns nullopt for any other unit, and for what no GPU can have.
std::optional<double> number_of(std::string_view text, const GpuQuantity& quantity) {
  const auto digits = text.substr(0, text.find(' '));
  const bool other_unit = digits != text && unit_of(text) != quantity.unit;
  if (other_unit || digits.find_first_not_of("0123456789.") != std::string_view::npos) return std::nullopt;
  const auto number = parse_number(digits);
  return number && *number <= quantity.most ? number : std::nullopt;
}

/// Reads the values of a row, and remembers if one of them was none.
class Values {
 public:
  explicit Values(const Row& row) : row_(row) {}

  std::optional<double> read(const GpuQuantity& quantity) {
    const auto text = text_of(row_, quantity.title);
    if (!is_stated(text)) return std::nullopt;
    const auto number = number_of(text, quantity);
    all_read_ = all_read_ && number;
    return number;
  }

  std::optional<std::vector<Slowdown>> read_slowdowns() {
    for (const auto title : kReasons) {
      const auto text = text_of(row_, title);
      if (!is_stated(text)) continue;
      auto slowdowns = parse_clock_reasons(text);
      all_read_ = all_read_ && slowdowns;
      return slowdowns;
    }
    return std::nullopt;
  }

  [[nodiscard]] bool all_read() const { return all_read_; }

 private:
  const Row& row_;
  bool all_read_ = true;
};

// How many lines name their GPU in this column; 0 if two lines of a sample name the same. Lines of one sample
// have the same timestamp. If each line has its own, any column will do.
std::size_t named_in(const std::vector<Row>& rows, std::string_view title) {
  std::size_t named = 0;
  std::set<std::string> of_sample;
  std::string sample;
  for (const auto& row : rows) {
    const auto value = text_of(row, title);
    if (!is_stated(value)) continue;
    if (const auto time = text_of(row, kTimestamp); time != sample) {
      sample = time;
      of_sample.clear();
    }
    if (!of_sample.insert(value).second) return 0;
    ++named;
  }
  return named;
}

// Empty if there is none.
std::string_view identifying_column(const std::vector<Row>& rows) {
  std::string_view best;
  std::size_t most = 0;
  for (const auto title : kIdentities)
    if (const auto named = named_in(rows, title); named > most) best = title, most = named;
  return best;
}

std::optional<GpuSample> sample_of(const Row& row, std::string_view identity, GpuLog& log) {
  const auto time = parse_timestamp(text_of(row, kTimestamp));
  const auto device = text_of(row, identity);
  Values values(row);
  GpuSample sample{.device = device,
                   .time = time.value_or(0),
                   .utilisation_percent = values.read(kUtilisation),
                   .memory_mib = values.read(kMemory),
                   .power_w = values.read(kPower),
                   .sm_clock_mhz = values.read(kClock),
                   .slowdowns = values.read_slowdowns()};
  if (!sample.sm_clock_mhz) sample.sm_clock_mhz = values.read(kClockAsAsked);
  const bool is_sample = time && is_stated(device);
  if (!is_sample || !values.all_read()) log.unread_lines.push_back(row.line);
  return is_sample ? std::optional(sample) : std::nullopt;
}

// Why a file with lines has no sample.
std::string reason_without_samples(const std::vector<CsvLine>& lines, const Rows& all) {
  if (all.rows.empty() && all.has_header && all.unread.empty()) return "it has a header and no sample";
  if (!all.has_header)
    return fmt::format("its first line is no header of nvidia-smi: {}", shown(lines.front().text));
  if (all.rows.empty())
    return fmt::format("no line has the columns of its header: {}", shown(lines.back().text));
  return fmt::format("{} is no time as nvidia-smi writes it, such as '2026/07/14 08:12:53.353'",
                     shown(text_of(all.rows.front(), kTimestamp)));
}

std::string reason_in_titles(const std::vector<std::string>& titles) {
  bool has_any = false;
  for (const auto& title : titles) {
    has_any = has_any || std::ranges::find(kReasons, title) != kReasons.end();
    for (const auto& quantity : kQuantities) {
      if (without_unit(title) != quantity.title) continue;
      has_any = true;
      if (without_unit(title) != title && !title.ends_with(fmt::format(" [{}]", quantity.unit)))
        return fmt::format("its column {} is not in {}", shown(title), quantity.unit);
    }
  }
  return has_any ? ""
                 : "none of its columns is utilization.gpu, memory.used, power.draw, clocks.current.sm or "
                   "clocks_event_reasons.active";
}

// A value with the unit of another column: then no column may be what the header says.
std::string reason_in_units(const std::vector<Row>& rows) {
  for (const auto& row : rows)
    for (const auto& quantity : kQuantities)
      if (const auto text = text_of(row, quantity.title); is_unit_of_another(unit_of(text), quantity))
        return fmt::format("its values are not in the order of its columns: {} is {}", quantity.title,
                           shown(text));
  return "";
}

bool is_utf_16(std::string_view text) { return text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"); }

bool has_time(const Row& row) { return parse_timestamp(text_of(row, kTimestamp)).has_value(); }

// Empty if it can be used.
std::string reason_against(const std::vector<CsvLine>& lines, const Rows& all) {
  if (lines.empty()) return "it is empty";
  if (std::ranges::none_of(all.rows, has_time)) return reason_without_samples(lines, all);
  if (auto reason = reason_in_titles(all.titles); !reason.empty()) return reason;
  if (auto reason = reason_in_units(all.rows); !reason.empty()) return reason;
  return identifying_column(all.rows).empty()
             ? "no column tells its GPUs apart: uuid, pci.bus_id and index are missing or repeated"
             : "";
}

}  // namespace

GpuLog read_nvidia_smi(std::string_view text, std::string_view fields) {
  if (is_utf_16(text)) return {.unusable = "it is UTF-16, not UTF-8"};
  const auto lines = read_csv(text);
  auto all = rows_of(lines, fields);
  if (auto reason = reason_against(lines, all); !reason.empty()) return {.unusable = std::move(reason)};
  const auto identity = identifying_column(all.rows);
  GpuLog log{.unread_lines = std::move(all.unread)};
  for (const auto& row : all.rows)
    if (const auto sample = sample_of(row, identity, log)) log.samples.push_back(*sample);
  std::ranges::sort(log.unread_lines);
  return log;
}

}  // namespace scalegen
