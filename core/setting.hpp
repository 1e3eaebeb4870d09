#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/shared_const.hpp"

namespace scalegen {

using Value = std::variant<std::int64_t, double, std::string>;

/// A parameter of a run and its value, such as global_batch = 512.
struct Setting {
  std::string name{};
  Value value{};
  bool operator==(const Setting&) const = default;
};

using Settings = std::vector<Setting>;

/// The value as a person would type it: without quotes and trailing zeros.
std::string to_text(const Value& value);

/// The value of `name`, or null if it is not set.
const Value* find(const Settings& settings, std::string_view name);

/// Sets the value of `name`; a new name goes to the end.
void set(Settings& settings, std::string_view name, Value value);

}  // namespace scalegen
