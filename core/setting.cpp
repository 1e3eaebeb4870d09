#include "core/setting.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace scalegen {

std::string to_text(const Value& value) {
  return std::visit([](const auto& v) { return fmt::format("{}", v); }, value);
}

const Value* find(const Settings& settings, std::string_view name) {
  const auto found = std::ranges::find(settings, name, &Setting::name);
  return found == settings.end() ? nullptr : &found->value;
}

void set(Settings& settings, std::string_view name, Value value) {
  const auto found = std::ranges::find(settings, name, &Setting::name);
  if (found == settings.end())
    settings.push_back({std::string(name), std::move(value)});
  else
    found->value = std::move(value);
}

}  // namespace scalegen
