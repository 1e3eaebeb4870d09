#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace scalegen {

/// Unix seconds of "2026/07/14 08:12:53.353" as nvidia-smi writes it, and of ISO 8601,
/// "2025-09-08T17:26:50+08:00". A time without an offset is UTC: the monitor runs with TZ=UTC.
std::optional<double> parse_timestamp(std::string_view text);

/// parse_timestamp for the many times of a file. It remembers the last minute, since most lines have it
/// again.
class TimestampReader {
 public:
  std::optional<double> read(std::string_view text);

 private:
  std::string minute_;  // "2026/07/14 08:12:"
  double start_ = 0;
};

}  // namespace scalegen
