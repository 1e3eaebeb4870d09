#include "core/advice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "core/leading_number.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "core/units.hpp"

namespace scalegen {
namespace {

constexpr double kDefaultEfficiency = 0.7;

constexpr auto kExample = "write advise: {efficiency: 70 %}, or per_doubling, deadline, budget";

Result<double> read_efficiency(const std::string& text) {
  const auto read = leading_number(text);
  if (!read || (!read->rest.empty() && read->rest != "%"))
    return failure(fmt::format("'efficiency' is not a share: '{}'", text), "write 70 % or 0.7");
  const double share = read->rest == "%" ? read->number / 100 : read->number;
  if (share > 0 && share <= 1) return share;
  if (read->rest.empty() && share > 1 && share <= 100)
    return failure(fmt::format("'efficiency' is above 100 %: '{}'", text), fmt::format("write {} %", text));
  return failure(fmt::format("'efficiency' must be above 0 and at most 100 %, but this is '{}'", text),
                 "write 70 % or 0.7");
}

Result<double> read_per_doubling(const std::string& text) {
  const auto read = leading_number(text);
  const bool is_factor = read && (read->rest.empty() || read->rest == "x");
  if (is_factor && read->number > 1 && read->number <= 2) return read->number;
  if (read && read->rest == "%" && read->number > 50 && read->number <= 100)
    return failure(fmt::format("'per_doubling' is a speedup, not a share: '{}'", text),
                   fmt::format("write {:g}: {:g} % of the ideal 2", read->number / 50, read->number));
  return failure(fmt::format("'per_doubling' must be above 1 and at most 2, but this is '{}'", text),
                 "write 1.5: twice the size is to be 1.5 times as fast");
}

struct BySize {
  double smallest = 0;
  std::vector<LimitFrom> larger{};
};

using ReadLimit = Result<double> (*)(const std::string&);

Result<LimitFrom> read_limit_from(std::string_view name, const std::string& text, ReadLimit read) {
  constexpr int kMostRanks = 10'000'000;
  const auto size = leading_number(text);
  const bool is_size = size && size->rest.starts_with(':') && size->number >= 1 &&
                       size->number <= kMostRanks && size->number == std::floor(size->number);
  if (!is_size)
    return failure(
        fmt::format("'{}' does not say from how many ranks on it holds: '{}'", name, text),
        fmt::format("write {}: {{{}}}, with at most {} ranks", name,
                    name == "efficiency" ? "512: 70 %, 1024: 60 %" : "512: 1.5, 1024: 1.4", kMostRanks));
  TRY_ASSIGN(const auto limit,
             read(size->rest.substr(std::min(size->rest.find_first_not_of(": "), size->rest.size()))));
  return LimitFrom{static_cast<int>(size->number), limit};
}

Result<BySize> read_by_size(std::string_view name, const std::string& text, ReadLimit read) {
  if (text.find(':') == std::string::npos) {
    TRY_ASSIGN(const auto limit, read(text));
    return BySize{limit};
  }
  std::vector<LimitFrom> limits;
  for (std::size_t begin = 0; begin <= text.size();) {
    const auto end = std::min(text.find(',', begin), text.size());
    TRY_ASSIGN(limits.emplace_back(), read_limit_from(name, text.substr(begin, end - begin), read));
    begin = end + 1;
  }
  std::ranges::sort(limits, {}, &LimitFrom::ranks);
  const auto twice = std::ranges::adjacent_find(limits, {}, &LimitFrom::ranks);
  if (twice != limits.end())
    return failure(fmt::format("'{}' says twice what holds from {} ranks on", name, twice->ranks),
                   "keep one of the two");
  return BySize{limits.front().limit, {limits.begin() + 1, limits.end()}};
}

std::string larger_text(const std::vector<LimitFrom>& larger, double factor, std::string_view unit) {
  std::string text;
  for (const auto& [ranks, limit] : larger)
    text += fmt::format(", from {} ranks on {:g}{}", ranks, factor * limit, unit);
  return text;
}

Result<double> read_amount(std::string_view name, const std::string& text) {
  const auto read = leading_number(text);
  if (read && read->rest.empty() && read->number > 0 && read->number <= kLargestAmount) return read->number;
  return failure(fmt::format("'{}' is not a number above 0: '{}'", name, text), "write 100000 or 6e6");
}

Result<void> set_work(Advice& advice, Work::Unit unit, const std::string& text) {
  TRY_ASSIGN(const auto amount, read_amount(to_text(unit), text));
  if (advice.work)
    return failure(fmt::format("'{}' and '{}' both say the work", to_text(advice.work->unit), to_text(unit)),
                   "keep one of the two");
  advice.work = {unit, amount};
  return {};
}

std::string work_text(const Work& work) {
  auto unit = to_text(work.unit);
  if (work.amount == 1) unit.pop_back();
  return amount_in_words(work.amount) + " " + unit;
}

}  // namespace

const std::vector<std::string>& criterion_names() {
  static const std::vector<std::string> kNames{"efficiency", "per_doubling", "deadline", "budget",
                                               "steps",      "samples",      "epochs",   "runs"};
  return kNames;
}

double limit_at(double smallest, const std::vector<LimitFrom>& larger, int ranks) {
  const auto above = std::ranges::upper_bound(larger, ranks, {}, &LimitFrom::ranks);
  return above == larger.begin() ? smallest : (above - 1)->limit;
}

Advice default_advice() { return {.efficiency = kDefaultEfficiency}; }

Result<void> set_criterion(Advice& advice, std::string_view name, const std::string& text) {
  if (name == "efficiency") {
    TRY_ASSIGN(auto limits, read_by_size(name, text, read_efficiency));
    advice.efficiency = limits.smallest;
    advice.efficiency_from = std::move(limits.larger);
  } else if (name == "per_doubling") {
    TRY_ASSIGN(auto limits, read_by_size(name, text, read_per_doubling));
    advice.per_doubling = limits.smallest;
    advice.per_doubling_from = std::move(limits.larger);
  } else if (name == "deadline") {
    TRY_ASSIGN(advice.deadline, read_time(name, text));
  } else if (name == "budget") {
    TRY_ASSIGN(advice.budget, read_budget(text));
  } else {
    if (const auto unit = value_of_word<Work::Unit>(name)) return set_work(advice, *unit, text);
    return failure(fmt::format("'{}' is no part of a rule", name), did_you_mean(name, criterion_names()));
  }
  return {};
}

Result<void> check_complete(const Advice& advice) {
  const bool needs_work = advice.deadline || advice.budget;
  if (!advice.efficiency && !advice.per_doubling && !needs_work)
    return failure("'advise' says no rule", kExample);
  if (needs_work && !advice.work)
    return failure(
        fmt::format("'{}' does not say for how much work", advice.deadline ? "deadline" : "budget"),
        "add steps, samples, epochs or runs, as in advise: {deadline: 24h, steps: 6e6}");
  if (!needs_work && advice.work)
    return failure(fmt::format("'{}' says for how much work, but neither a deadline nor a budget is given",
                               to_text(advice.work->unit)),
                   fmt::format("add deadline: 24h or budget: 5000 GPU-hours, or remove '{}'",
                               to_text(advice.work->unit)));
  return {};
}

Result<Work> read_work(const std::string& text) {
  const auto read = leading_number(text);
  const auto unit = read ? value_of_word<Work::Unit>(read->rest) : std::nullopt;
  if (unit && read->number > 0 && read->number <= kLargestAmount) return Work{*unit, read->number};
  return failure(fmt::format("'{}' is no amount of work", text),
                 "write steps, samples, epochs or runs, such as 90epochs or 6e6steps");
}

Result<Advice> read_advice_options(const std::vector<std::string>& options) {
  Advice advice;
  std::set<std::string_view> given;
  for (const auto& option : options) {
    const auto equals = option.find('=');
    if (equals == std::string::npos)
      return failure(fmt::format("--advise: '{}' is no part of a rule", option),
                     "write NAME=VALUE, such as efficiency=80 % or per_doubling=1.5");
    const auto name = std::string_view(option).substr(0, equals);
    if (!given.insert(name).second)
      return failure(fmt::format("--advise: '{}' is given twice", name), "keep one of the two");
    TRY(set_criterion(advice, name, option.substr(equals + 1)));
  }
  TRY(check_complete(advice));
  return advice;
}

std::string to_text(const Advice& advice) {
  std::vector<std::string> parts;
  if (advice.efficiency)
    parts.push_back(fmt::format("an efficiency of at least {:g} %{}", 100 * *advice.efficiency,
                                larger_text(advice.efficiency_from, 100, " %")));
  if (advice.per_doubling)
    parts.push_back(fmt::format("a speedup of at least {:g} per doubling{}", *advice.per_doubling,
                                larger_text(advice.per_doubling_from, 1, "")));
  if (advice.deadline) parts.push_back(fmt::format("a deadline of {}", duration_text(*advice.deadline)));
  if (advice.budget)
    parts.push_back(fmt::format("a budget of {:g} {}", advice.budget->amount, advice.budget->unit));
  auto text = fmt::format("{}", fmt::join(parts, " and "));
  return advice.work ? text + " for " + work_text(*advice.work) : text;
}

}  // namespace scalegen
