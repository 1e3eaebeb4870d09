#include "runner/lock_holder.hpp"

#include <fmt/chrono.h>

#include "core/json.hpp"

namespace scalegen {

std::string text_of(const LockHolder& holder) {
  return json_line({{"host", holder.process.host},
                    {"pid", holder.process.pid},
                    {"start_time", holder.process.start_time},
                    {"boot_id", holder.process.boot_id},
                    {"time", holder.since}}) +
         "\n";
}

LockHolder lock_holder(const std::string& text) {
  const auto json = parse_json(text).value_or(Json::object());
  return {{.pid = static_cast<pid_t>(integer_field(json, "pid").value_or(0)),
           .start_time = static_cast<std::uint64_t>(integer_field(json, "start_time").value_or(0)),
           .boot_id = text_field(json, "boot_id").value_or(""),
           .host = text_field(json, "host").value_or("")},
          number_field(json, "time").value_or(0)};
}

tl::unexpected<Diagnostics> taken(const std::filesystem::path& folder, const LockHolder& holder) {
  const auto& [process, since] = holder;
  if (process.host.empty())
    return failure(
        fmt::format("'{}' is in use: its file 'lock' does not say by whom", folder.string()),
        "give the same command again in 10 minutes: a lock that is silent for so long is taken over");
  const auto hint =
      process.host == host_name()
          ? fmt::format("wait for it, or end it with: kill {}", process.pid)
          : fmt::format("wait for it, or end it on '{}'; a lock that is silent for 10 minutes is taken over",
                        process.host);
  return failure(
      fmt::format("'{}' is in use: process {} on host '{}' has worked there since {:%Y-%m-%d %H:%M:%S} UTC",
                  folder.string(), process.pid, process.host, fmt::gmtime(static_cast<std::time_t>(since))),
      hint);
}

}  // namespace scalegen
