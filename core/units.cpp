#include "core/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <vector>

namespace scalegen {
namespace {

std::optional<std::int64_t> whole_number(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool all_read = error == std::errc{} && end == text.data() + text.size();
  if (!all_read || number < 0 || number > 1'000'000'000) return std::nullopt;
  return number;
}

std::optional<std::vector<std::int64_t>> numbers_between_colons(std::string_view text) {
  std::vector<std::int64_t> numbers;
  while (true) {
    const auto colon = text.find(':');
    const auto number = whole_number(text.substr(0, colon));
    if (!number) return std::nullopt;
    numbers.push_back(*number);
    if (colon == std::string_view::npos) return numbers;
    text.remove_prefix(colon + 1);
  }
}

std::optional<std::chrono::seconds> time_with_unit(std::string_view text) {
  constexpr std::array<std::int64_t, 4> kSeconds = {1, 60, 3600, 86400};
  const auto number = whole_number(text.substr(0, text.size() - 1));
  const auto unit = std::string_view("smhd").find(text.back());
  if (!number || unit == text.npos) return std::nullopt;
  return std::chrono::seconds(*number * kSeconds[unit]);
}

std::optional<std::chrono::seconds> after_days(std::int64_t days, std::string_view rest) {
  const auto parts = numbers_between_colons(rest);
  if (!parts || parts->size() > 3) return std::nullopt;
  std::int64_t seconds = days * 86400;
  std::int64_t unit = 3600;
  for (const auto part : *parts) {
    seconds += part * unit;
    unit /= 60;
  }
  return std::chrono::seconds(seconds);
}

}  // namespace

std::string slurm_time(std::chrono::seconds time) {
  const auto s = time.count();
  const auto clock = fmt::format("{:02}:{:02}:{:02}", s / 3600 % 24, s / 60 % 60, s % 60);
  return s >= 86400 ? fmt::format("{}-{}", s / 86400, clock) : clock;
}

std::optional<std::chrono::seconds> parse_time(std::string_view text) {
  if (text.empty()) return std::nullopt;
  if (const auto dash = text.find('-'); dash != std::string_view::npos) {
    const auto days = whole_number(text.substr(0, dash));
    return days ? after_days(*days, text.substr(dash + 1)) : std::nullopt;
  }
  if (text.back() < '0' || text.back() > '9') return time_with_unit(text);
  const auto parts = numbers_between_colons(text);
  if (!parts) return std::nullopt;
  if (parts->size() == 1) return std::chrono::minutes((*parts)[0]);
  if (parts->size() == 2) return std::chrono::seconds((*parts)[0] * 60 + (*parts)[1]);
  return parts->size() == 3 ? after_days(0, text) : std::nullopt;
}

Result<std::chrono::seconds> read_time(std::string_view name, std::string_view text) {
  const auto time = parse_time(text);
  if (time && time->count() == 0)
    return failure(fmt::format("'{}' must be above 0: '{}'", name, text),
                   "write 90s, 10m, 2h, 1d or hours:minutes:seconds");
  if (!time)
    return failure(fmt::format("'{}' is not a time: '{}'", name, text),
                   "write 90s, 10m, 2h, 1d or hours:minutes:seconds");
  if (whole_number(text))
    return failure(fmt::format("'{}' has no unit: '{}'", name, text),
                   fmt::format("write {0}m for minutes, {0}h for hours or {0}s for seconds", text));
  if (text.find('-') != std::string_view::npos || std::ranges::count(text, ':') != 1) return *time;
  return failure(fmt::format("'{}' may be hours and minutes, or minutes and seconds: '{}'", name, text),
                 fmt::format("write {0}:00 for hours and minutes, or 00:{0} for minutes and seconds", text));
}

std::string duration_text(std::chrono::seconds time) {
  const auto s = time.count();
  if (s < 60) return fmt::format("{} s", s);
  if (s < 3600)
    return s % 60 == 0 ? fmt::format("{} min", s / 60) : fmt::format("{} min {} s", s / 60, s % 60);
  if (s < 2 * 86400)  // a limit of a day is written as 24 h
    return s / 60 % 60 == 0 ? fmt::format("{} h", s / 3600)
                            : fmt::format("{} h {} min", s / 3600, s / 60 % 60);
  return s / 3600 % 24 == 0 ? fmt::format("{} d", s / 86400)
                            : fmt::format("{} d {} h", s / 86400, s / 3600 % 24);
}

std::optional<std::int64_t> parse_memory_mib(std::string_view text) {
  if (text.empty()) return std::nullopt;
  const auto unit = std::string_view("MGT").find(text.back());
  if (unit == text.npos) return whole_number(text);
  const auto number = whole_number(text.substr(0, text.size() - 1));
  return number ? std::optional(*number * (std::int64_t{1} << 10 * unit)) : std::nullopt;
}

Result<std::int64_t> read_memory_mib(std::string_view name, std::string_view text) {
  const auto digits = text.substr(0, std::min(text.find_first_not_of("0123456789"), text.size()));
  const auto number = whole_number(digits).value_or(0);
  const auto unit = text.substr(digits.size());
  const auto mib = parse_memory_mib(text);
  if (number > 0 && unit.empty())
    return failure(fmt::format("'{}' has no unit: '{}'", name, text),
                   fmt::format("write {0}G, or {0}M", text));
  if (mib && *mib > 0) return *mib;
  const auto letter =
      unit.empty() ? '\0' : static_cast<char>(std::toupper(static_cast<unsigned char>(unit.front())));
  const bool has_unit = letter == 'M' || letter == 'G' || letter == 'T';
  return failure(fmt::format("'{}' is not an amount of memory: '{}'", name, text),
                 number > 0 && has_unit ? fmt::format("write {}{}: units are powers of 1024", digits, letter)
                                        : "write 512M, 32G or 1T");
}

std::string memory_text(std::int64_t mib) {
  constexpr std::int64_t kGib = 1024;
  constexpr std::int64_t kTib = kGib * 1024;
  if (mib % kTib == 0 && mib > 0) return fmt::format("{}T", mib / kTib);
  return mib % kGib == 0 ? fmt::format("{}G", mib / kGib) : fmt::format("{}M", mib);
}

std::string exact_memory_in_words(std::int64_t mib) {
  return mib % 1024 == 0 ? fmt::format("{} GiB", mib / 1024) : fmt::format("{} MiB", mib);
}

std::string memory_in_words(std::int64_t mib) {
  constexpr double kGib = 1024;
  if (mib >= 1024 && mib % 1024 == 0) return fmt::format("{} GiB", mib / 1024);
  return mib < 1024 ? fmt::format("{} MiB", mib) : three_digits(static_cast<double>(mib) / kGib) + " GiB";
}

std::string counted(std::int64_t number, std::string_view noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

std::string amount_in_words(double amount) {
  return amount < 1e6 || amount >= 1e12 ? fmt::format("{:g}", amount)
                                        : fmt::format("{:.9g} million", amount / 1e6);
}

std::string three_digits(double value) {
  if (value == 0) return "0";
  const double size = std::abs(value);
  if (size >= 1e15) {  // a double has no more digits
    auto text = fmt::format("{:.3g}", value);
    std::erase(text, '+');
    return text;
  }
  const int decimals = size >= 99.95 ? 0 : size >= 9.995 ? 1 : size >= 0.9995 ? 2 : 3;
  return fmt::format("{:.{}f}", value, decimals);
}

}  // namespace scalegen
