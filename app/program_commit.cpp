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
  const auto text = read_file(attempt.environment());
  if (!text) return "";
  const auto json = Json::parse(*text, nullptr, false);
  if (!json.is_object() || !json.contains("git") || !json["git"].is_string()) return "";
  return json["git"].get<std::string>();
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
