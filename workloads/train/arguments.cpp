#include "workloads/train/arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string_view>

namespace scalegen::train {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row[b.size()];
}

std::string unknown_option(const std::string& name, const std::vector<Flag>& table) {
  if (const auto gone = std::ranges::find(kGoneOptions, name, &GoneOption::name); gone != kGoneOptions.end())
    return fmt::format("`{}` is gone since 0.3: {}", name, gone->instead);
  const auto distance = [&](const Flag& flag) { return edit_distance(name, flag.name); };
  const Flag& nearest = *std::ranges::min_element(table, {}, distance);
  const bool close = distance(nearest) <= name.size() / 3;
  return fmt::format(
      "unknown option '{}'{}", name,
      close ? fmt::format(": did you mean '{}'?", nearest.name) : "; --help lists the options");
}

}  // namespace

std::vector<Argument> read_arguments(const std::vector<std::string>& arguments,
                                     const std::vector<Flag>& table, std::vector<std::string>& mistakes) {
  std::vector<Argument> read;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::size_t equals = arguments[i].find('=');
    const std::string name = arguments[i].substr(0, equals);
    const bool attached = equals != std::string::npos;
    const auto flag = std::ranges::find(table, name, &Flag::name);
    if (flag == table.end()) {
      mistakes.push_back(unknown_option(name, table));
      if (name.starts_with("--") && !attached && i + 1 < arguments.size() &&
          !arguments[i + 1].starts_with("--"))
        ++i;  // its value, most likely
    } else if (flag->value.empty()) {
      if (attached) mistakes.push_back(fmt::format("{} takes no value", name));
      read.push_back({&*flag, {}});
    } else if (!attached && i + 1 == arguments.size()) {
      mistakes.push_back(fmt::format("{} needs a value: {} {}", name, name, flag->value));
    } else {
      read.push_back({&*flag, attached ? arguments[i].substr(equals + 1) : arguments[++i]});
    }
  }
  return read;
}

void apply(const Argument& argument, std::vector<std::string>& mistakes) {
  const std::string expected = argument.flag->set(argument.value);
  if (!expected.empty())
    mistakes.push_back(
        fmt::format("{}: expected {}, found '{}'", argument.flag->name, expected, argument.value));
}

}  // namespace scalegen::train
