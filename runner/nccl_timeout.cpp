#include "runner/nccl_timeout.hpp"

#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <cstdint>
#include <system_error>

#include "core/units.hpp"

namespace scalegen {
namespace {

constexpr std::string_view kWatchdog = "Watchdog caught collective operation timeout: WorkNCCL(";

/// What stands between a name and the next comma or bracket: ALLREDUCE of "OpType=ALLREDUCE, ".
std::string_view field(std::string_view line, std::string_view name) {
  const auto begin = line.find(name);
  if (begin == std::string_view::npos) return "";
  line.remove_prefix(begin + name.size());
  return line.substr(0, line.find_first_of(",)"));
}

std::string after(std::string_view milliseconds) {
  std::int64_t count = 0;
  const auto read = std::from_chars(milliseconds.data(), milliseconds.data() + milliseconds.size(), count);
  if (read.ec != std::errc() || count < 0) return "";
  return " after " + duration_text(std::chrono::seconds(count / 1000));
}

}  // namespace

std::optional<std::string> nccl_timeout_in(std::string_view text) {
  const auto begin = text.find(kWatchdog);
  if (begin == std::string_view::npos) return std::nullopt;
  const auto line = text.substr(begin, text.find('\n', begin) - begin);
  const auto collective = field(line, "OpType=");
  return fmt::format("NCCL gave up on {}{}: some rank did not come to it, or the network did not carry it",
                     collective.empty() ? "a collective" : collective, after(field(line, "Timeout(ms)=")));
}

}  // namespace scalegen
