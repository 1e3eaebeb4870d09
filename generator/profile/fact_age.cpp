#include "generator/profile/fact_age.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>

#include "core/regex.hpp"
#include "core/units.hpp"

namespace scalegen {

namespace {

using std::chrono::sys_days;

std::vector<sys_days> dates_in(const std::vector<std::string>& sources) {
  static const Regex kDate("\\b(20\\d\\d)-(\\d\\d)-(\\d\\d)\\b");
  std::vector<sys_days> dates;
  for (const auto& source : sources) {
    std::string_view rest(source);
    for (unsigned year = 0, month = 0, day = 0; find_and_consume(rest, kDate, &year, &month, &day);) {
      const std::chrono::year_month_day date{std::chrono::year(static_cast<int>(year)),
                                             std::chrono::month(month), std::chrono::day(day)};
      if (date.ok()) dates.emplace_back(date);
    }
  }
  return dates;
}

std::string date_text(sys_days date) { return fmt::format("{:%Y-%m-%d}", date); }

}  // namespace

std::string age_text(const FactGroup& facts, sys_days today) {
  const auto dates = dates_in(facts.sources);
  if (dates.empty()) return "pages without a date";
  const auto [oldest, newest] = std::ranges::minmax(dates);
  const auto months = std::chrono::floor<std::chrono::months>(today - newest).count();
  return fmt::format("pages of {}{}, {}", oldest == newest ? "" : date_text(oldest) + " to ",
                     date_text(newest), months < 1 ? "this month's" : counted(months, "month") + " old");
}

std::string old_date(const Profile& profile, sys_days today) {
  std::vector<sys_days> dates;
  for (const auto& facts : profile.facts)
    for (const auto date : dates_in(facts.sources)) dates.push_back(date);
  if (dates.empty()) return "";
  const auto newest = std::ranges::max(dates);
  return today - newest > std::chrono::years(1) ? date_text(newest) : "";
}

}  // namespace scalegen
