#pragma once
#include <string>
#include <string_view>

#include "core/diagnostics.hpp"
#include "core/json.hpp"
#include "core/plan.hpp"

namespace scalegen {

/// The plan as JSON lines: the head, then one line a run in the order in which they are to run, then one a
/// job.
std::string write_plan(const Plan& plan);

/// The same text, piece by piece: that of a large plan need not be held at once. The plan must outlive it.
class PlanText {
 public:
  explicit PlanText(const Plan& plan) : plan_(&plan) {}

  /// The next piece, until the next call; empty at the end.
  std::string_view next();

 private:
  [[nodiscard]] std::string line(std::size_t number) const;

  const Plan* plan_;
  std::size_t lines_given_ = 0;
  std::string piece_{};
};

/// Reads what write_plan wrote. Errors name `file` and the line; a plan of another format version is refused.
Result<Plan> read_plan(const std::string& file, std::string_view text);

/// The same as one JSON object: {"head": ..., "runs": [...], "jobs": [...]}.
Json to_json(const Plan& plan);

/// Words as they stand in files and on the terminal.
std::string to_text(Scaling scaling);
std::string to_text(DeviceKind device);
std::string to_text(Start start);

}  // namespace scalegen
