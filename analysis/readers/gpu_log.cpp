#include "analysis/readers/gpu_log.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <map>
#include <set>

#include "analysis/readers/csv.hpp"

namespace scalegen {
namespace {

/// Reads from the left, and remembers if something was unexpected.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : rest_(text) {}

  int digits(std::size_t count) {
    const auto word = take(std::min(count, rest_.find_first_not_of("0123456789")));
    int number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    failed_ = failed_ || word.size() != count || error != std::errc{};
    return number;
  }

  double decimal() {
    const auto number = parse_number(take(rest_.find_first_not_of("0123456789.")));
    failed_ = failed_ || !number;
    return number.value_or(0);
  }

  // Consumes and returns the next character if it is one of these, else returns 0.
  char accept(std::string_view characters) {
    const bool is_here = !rest_.empty() && characters.find(rest_.front()) != std::string_view::npos;
    return is_here ? take(1).front() : '\0';
  }

  void expect(std::string_view characters) { failed_ = accept(characters) == '\0' || failed_; }

  [[nodiscard]] bool read_all() const { return !failed_ && rest_.empty(); }
  [[nodiscard]] bool is_at_end() const { return rest_.empty(); }

 private:
  std::string_view take(std::size_t count) {
    const auto word = rest_.substr(0, count);
    rest_.remove_prefix(word.size());
    return word;
  }

  std::string_view rest_;
  bool failed_ = false;
};

struct Clock {
  int hours = 0;
  int minutes = 0;
  double seconds = 0;
};

std::chrono::year_month_day read_date(Cursor& cursor) {
  const std::chrono::year year(cursor.digits(4));
  cursor.expect("/-");
  const std::chrono::month month(static_cast<unsigned>(cursor.digits(2)));
  cursor.expect("/-");
  return {year, month, std::chrono::day(static_cast<unsigned>(cursor.digits(2)))};
}

Clock read_clock(Cursor& cursor) {
  Clock clock{.hours = cursor.digits(2)};
  cursor.expect(":");
  clock.minutes = cursor.digits(2);
  cursor.expect(":");
  clock.seconds = cursor.decimal();
  return clock;
}

// Seconds ahead of UTC. Reads nothing, Z, +08:00, -0330 or +08.
int read_offset(Cursor& cursor) {
  const char sign = cursor.accept("Z+-");
  if (sign == '\0' || sign == 'Z') return 0;
  const int hours = cursor.digits(2);
  cursor.accept(":");
  const int minutes = cursor.is_at_end() ? 0 : cursor.digits(2);
  return (sign == '-' ? -1 : 1) * (hours * 3600 + minutes * 60);
}

using Row = std::map<std::string, std::string>;  // column name -> text

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

// Reads "631.95 W" or "631.95"; returns nullopt for any other unit than the expected one.
std::optional<double> number_in(const Row& row, const std::string& title, std::string_view unit) {
  const auto text = text_of(row, title);
  const auto blank = text.find(' ');
  if (blank != std::string::npos && std::string_view(text).substr(blank + 1) != unit) return std::nullopt;
  return parse_number(std::string_view(text).substr(0, blank));
}

// The query field clocks.sm has the column header clocks.current.sm.
std::optional<double> sm_clock(const Row& row) {
  const auto current = number_in(row, "clocks.current.sm", "MHz");
  return current ? current : number_in(row, "clocks.sm", "MHz");
}

// Lines of one sample have the same timestamp. If each line has its own, any column will do.
bool is_unique_per_sample(const std::vector<Row>& rows, const std::string& title) {
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
    if (is_unique_per_sample(rows, title)) return title;
  return "";
}

}  // namespace

std::optional<double> parse_timestamp(std::string_view text) {
  Cursor cursor(text);
  const auto date = read_date(cursor);
  cursor.expect(" T");
  const auto clock = read_clock(cursor);
  const auto ahead = read_offset(cursor);
  const bool is_time = clock.hours < 24 && clock.minutes < 60 && clock.seconds < 61;
  if (!cursor.read_all() || !date.ok() || !is_time) return std::nullopt;
  const auto days = static_cast<double>(std::chrono::sys_days(date).time_since_epoch().count());
  return days * 86400 + clock.hours * 3600 + clock.minutes * 60 + clock.seconds - ahead;
}

std::vector<GpuSample> read_nvidia_smi(std::string_view text, std::string_view fields) {
  const auto rows = rows_of(text, fields);
  const auto identity = identifying_column(rows);
  std::vector<GpuSample> samples;
  for (const auto& row : rows) {
    const auto time = parse_timestamp(text_of(row, "timestamp"));
    if (time)
      samples.push_back({.device = text_of(row, identity),
                         .time = *time,
                         .utilisation_percent = number_in(row, "utilization.gpu", "%"),
                         .memory_mib = number_in(row, "memory.used", "MiB"),
                         .power_w = number_in(row, "power.draw", "W"),
                         .sm_clock_mhz = sm_clock(row)});
  }
  return samples;
}

}  // namespace scalegen
