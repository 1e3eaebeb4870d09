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
  int number = 0;
  const auto* const end = text.data() + text.size() - 2;
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return error == std::errc{} && stop == end ? std::optional(std::chrono::milliseconds(number))
                                             : std::nullopt;
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

void read_fields(Group& group, Monitor& monitor) {
  for (auto& field : group.reader.texts("fields")) {
    const bool plain =
        !field.value.empty() && std::all_of(field.value.begin(), field.value.end(), [](char c) {
          return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
        });
    if (!plain)
      group.errors.push_back(error_at(field.mark, fmt::format("'{}' is no field of nvidia-smi", field.value),
                                      "'nvidia-smi --help-query-gpu' lists them"));
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
