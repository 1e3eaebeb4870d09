#include "analysis/readers/timestamp.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>

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

std::optional<double> TimestampReader::read(std::string_view text) {
  constexpr std::size_t kMinute = std::string_view("2026/07/14 08:12:").size();
  const auto minute = text.substr(0, kMinute);
  const auto seconds = text.substr(minute.size());
  if (seconds.find_first_not_of("0123456789.") != std::string_view::npos) return parse_timestamp(text);
  if (minute != minute_) {
    const auto start = parse_timestamp(std::string(minute) + "00");
    if (!start) return parse_timestamp(text);
    minute_ = minute;
    start_ = *start;
  }
  const auto number = parse_number(seconds);
  return number && *number < 61 ? std::optional(start_ + *number) : std::nullopt;
}

}  // namespace scalegen
