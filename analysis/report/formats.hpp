#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/report/report.hpp"

namespace scalegen::report {

/// A header and one line per rung; numbers without units and with all their digits.
std::string render_csv(const Report& report);

/// Everything, each run with its window and its conditions, so that a referee can recompute every value.
std::string render_json(const Report& report);

/// The measured values as Extra-P's text input (https://github.com/extra-p/extrap, docs/file-formats.md). The
/// parameter p is the number of ranks, or of nodes where ranks are unknown; a region for each table has the
/// time of equal work and the metric itself, a DATA line for each point with all of its rounds. All regions
/// of such a file have the same points: rungs that are not in all tables, that do not compare with the
/// baseline, or are on another kind of device than most, are left out, and a comment names them. An error if
/// no point is left.
Result<std::string> render_extrap(const Report& report);

struct JunitCase {
  enum class Result { passed, failed, skipped };
  std::string name{};
  Result result = Result::passed;
  std::optional<double> seconds{};  // absent: not known
  std::string type{};               // of a failure, a word: failed, timed out
  std::string message{};            // why it failed or was skipped, in a line
  std::string details{};            // what a failure's text says beyond that; any number of lines
  bool operator==(const JunitCase&) const = default;
};

struct JunitSuite {
  std::string name{};
  std::vector<std::pair<std::string, std::string>> properties{};  // "starred 2gpu", and why
  std::vector<JunitCase> cases{};
  bool operator==(const JunitSuite&) const = default;
};

/// A suite for each table and each table of controls, with a case for each run. Of a run that two ladders
/// share the first has the case; each star of its rungs is a property. A run that failed, or ended without a
/// figure, is a failure; one that has not ended, that a person cancelled or that is not needed is skipped.
/// Its seconds are those of its command or, where these are not known, those from its claim to its end.
std::vector<JunitSuite> junit_suites(const Report& report);

/// The suites as JUnit's XML, in the form that Jenkins and GitLab read. Characters that XML 1.0 forbids
/// become a '?'.
std::string junit_xml(const std::string& name, const std::vector<JunitSuite>& suites);

/// The suites of a report, under its name.
std::string render_junit(const Report& report);

}  // namespace scalegen::report
