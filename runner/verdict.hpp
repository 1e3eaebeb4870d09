#pragma once
#include <chrono>
#include <functional>
#include <optional>

#include "core/outcome.hpp"
#include "core/plan.hpp"
#include "runner/attempt.hpp"

namespace scalegen {

/// What must be known besides the files to say what became of a run.
struct Circumstances {
  std::chrono::system_clock::time_point now{};
  std::function<Liveness(const Started&)> probe = [](const Started& s) { return liveness(s.process); };
  /// An attempt that cannot be watched from here is lost this long after its time limit: files may lag on
  /// shared disks.
  std::chrono::seconds patience = std::chrono::minutes(10);
};

/// One attempt. No outcome: it is running.
struct Verdict {
  std::string attempt{};
  std::chrono::system_clock::time_point begun{};
  std::optional<Outcome> outcome{};
  std::optional<std::chrono::milliseconds> elapsed{};
  bool operator==(const Verdict&) const = default;
};

/// The table of docs/run-directory.md. Nothing where nobody has claimed the attempt.
Result<std::optional<Verdict>> judge(const Run& run, const RunDirectory& directory,
                                     const std::string& attempt, const Circumstances& circumstances);

}  // namespace scalegen
