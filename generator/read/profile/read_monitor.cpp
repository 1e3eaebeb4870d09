#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "core/units.hpp"
#include "generator/read/profile/groups.hpp"

namespace scalegen {
namespace {

/// 500ms, or any other time.
std::optional<std::chrono::milliseconds> parse_interval(std::string_view text) {
  if (!text.ends_with("ms")) return parse_time(text);
  text.remove_suffix(2);
  int number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool all_read = error == std::errc{} && stop == text.data() + text.size();
  return all_read ? std::optional(std::chrono::milliseconds(number)) : std::nullopt;
}

void read_interval(Group& group, Monitor& monitor) {
  const auto text = group.reader.text("interval");
  if (!text) return;
  if (const auto interval = parse_interval(text->value); interval && interval->count() > 0)
    monitor.interval = *interval;
  else
    group.errors.push_back(error_at(text->mark, fmt::format("'interval' is not a time: '{}'", text->value),
                                    "write 500ms, 1s or 5s"));
}

/// They become part of an option: words of nvidia-smi's --query-gpu, or what follows --show of rocm-smi.
bool can_be_field(Monitor::Kind kind, const std::string& word) {
  const std::string_view more = kind == Monitor::Kind::rocm_smi ? "" : "_.";
  return !word.empty() && std::all_of(word.begin(), word.end(), [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || more.find(c) != std::string_view::npos;
  });
}

void read_fields(Group& group, Monitor& monitor) {
  const bool rocm = monitor.kind == Monitor::Kind::rocm_smi;
  for (auto& field : group.reader.texts("fields")) {
    if (!can_be_field(monitor.kind, field.value))
      group.errors.push_back(error_at(
          field.mark, fmt::format("'{}' is no field of {}", field.value, rocm ? "rocm-smi" : "nvidia-smi"),
          rocm ? "'rocm-smi --help' lists them: write use for --showuse"
               : "'nvidia-smi --help-query-gpu' lists them"));
    monitor.fields.push_back(std::move(field.value));
  }
}

}  // namespace

void read_monitor(Group& group, Profile& profile) {
  if (const auto command =
          group.reader.choice<Monitor::Kind>("command", {{"nvidia-smi", Monitor::Kind::nvidia_smi},
                                                         {"rocm-smi", Monitor::Kind::rocm_smi},
                                                         {"none", Monitor::Kind::none}}))
    profile.monitor.kind = command->value;
  read_interval(group, profile.monitor);
  read_fields(group, profile.monitor);
}

}  // namespace scalegen
