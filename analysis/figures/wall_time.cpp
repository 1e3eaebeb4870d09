#include "analysis/figures/wall_time.hpp"

#include "core/files.hpp"
#include "core/json.hpp"

namespace scalegen {

Result<TimeSpan> wall_time(const AttemptFolder& attempt) {
  const auto text = read_file(attempt.exited());
  if (!text) return tl::make_unexpected(text.error());
  const auto json = parse_json(*text).value_or(Json());
  const auto launched = number_field(json, "launched");
  const auto finished = number_field(json, "finished");
  if (!launched || !finished) return failure("exit.json does not say when the command began and ended");
  if (*finished <= *launched)
    return failure("by exit.json the command ended before it began: a clock was set");
  return TimeSpan{*launched, *finished};
}

}  // namespace scalegen
