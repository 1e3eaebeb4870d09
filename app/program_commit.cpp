#include "app/program_commit.hpp"

#include <set>

#include "core/files.hpp"
#include "core/json.hpp"
#include "core/run_directory.hpp"
#include "core/text.hpp"

namespace scalegen {
namespace {

// A file that is missing or broken says nothing: the figures do not rest on it.
std::string commit_in(const AttemptFolder& attempt) {
  const auto git = parse_json_field(read_file(attempt.environment()).value_or(""), "git");
  return git && git->is_string() ? git->get<std::string>() : "";
}

}  // namespace

std::string program_commit(const report::Report& report) {
  if (report.head.directory.empty()) return "";  // a table
  const RunDirectory directory{report.head.directory};
  std::set<std::string> commits;
  for_each_measured_run(report.tables, [&](const auto&, const Measurement& run) {
    if (auto commit = commit_in(directory.attempt(run.run, run.attempt)); !commit.empty())
      commits.insert(std::move(commit));
  });
  const auto joined = join_truncated({commits.begin(), commits.end()});
  return commits.size() > 1 ? "several: " + joined : joined;
}

}  // namespace scalegen
