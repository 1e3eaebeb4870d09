// Each warning of `plan`, and each kind of finding of a report, has words that `scalegen explain` finds. The
// sources of `plan` are read, so that a warning that somebody adds is missed here until the glossary has it.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "analysis/trust/finding.hpp"
#include "app/glossary.hpp"
#include "core/files.hpp"
#include "core/regex.hpp"

namespace scalegen {
namespace {

namespace fs = std::filesystem;

// A file that warns, and words of each of its warnings, as the glossary has them.
using Words = std::map<std::string, std::vector<std::string>>;

std::string source_of(const std::string& file) {
  auto text = read_file(fs::path(SCALEGEN_SOURCE_DIR) / file).value();
  replace_matches(text, Regex("\"\\s*\n\\s*\""), "");  // literals over several lines
  return text;
}

std::string plain_source(const std::string& file) {
  auto text = source_of(file);
  text.erase(std::remove(text.begin(), text.end(), '\''), text.end());
  return text;
}

std::size_t count_of(std::string text, const Regex& pattern) {
  return static_cast<std::size_t>(replace_matches(text, pattern, ""));
}

std::vector<std::string> sources_below(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(SCALEGEN_SOURCE_DIR) / folder))
    if (entry.path().extension() == ".cpp")
      files.push_back(fs::relative(entry.path(), SCALEGEN_SOURCE_DIR).string());
  std::sort(files.begin(), files.end());
  return files;
}

void expect_explained(const std::string& file, const std::vector<std::string>& words) {
  const auto text = plain_source(file);
  for (const auto& word : words) {
    EXPECT_NE(text.find(word), std::string::npos) << file << " no longer says: " << word;
    EXPECT_TRUE(explain(word)) << file << ": docs/glossary.md does not explain: " << word;
  }
}

// As many words as places that warn; where one puts others together, other words of these.
void expect_all_explained(const std::string& folder, const Regex& warns, const Words& words) {
  for (const auto& file : sources_below(folder)) {
    const auto found = words.find(file);
    const auto expected = found == words.end() ? std::vector<std::string>() : found->second;
    EXPECT_EQ(count_of(source_of(file), warns), expected.size())
        << file << " warns of something else: say it in docs/glossary.md, and name its words here";
    expect_explained(file, expected);
  }
}

TEST(ExplainedWarnings, HasEachOfAPlan) {
  expect_all_explained(
      "generator", Regex(R"(findings_?\.add_(warning|note)\()"),
      {{"generator/plan/baseline.cpp", {"no run of the baseline"}},
       {"generator/plan/launch_context.cpp", {"GPUs of another type", "are for one"}},
       {"generator/plan/launcher_words.cpp",
        {"tasks are started on each rung", "cores of one rank", "to a core each", "starts the ranks"}},
       {"generator/plan/sibling_paths.cpp", {"folder of the sweep file"}},
       {"generator/plan/parameter_grid.cpp", {"leaves out"}},
       {"generator/plan/placeholders.cpp", {"not a placeholder"}},
       {"generator/plan/plan_sweep.cpp", {"requires an account", "budget"}},
       {"generator/plan/program_checks.cpp",
        {"started on the first node only", "same on all rungs", "number of samples of a run is unknown",
         "no measure of speed", "hidden", "torchrun-rendezvous", "one thread on rung", "in no command"}},
       {"generator/plan/script_scan.cpp",
        {"right only if it is there on the cluster", "starts ranks itself", "takes CUDA for granted",
         "hidden"}},
       {"generator/plan/setup_scan.cpp", {"replaces PATH"}},
       {"generator/plan/resources.cpp", {"threads of fewer"}},
       {"generator/plan/rungs.cpp",
        {"the command names no GPU", "whose cores threads do not divide", "crosses kinds of nodes",
         "in several partitions"}},
       {"generator/plan/shared_nodes.cpp",
        {"other jobs may share the nodes", "is assumed", "jobs hold whole nodes"}},
       {"generator/plan/site_limits.cpp", {"does not list the QoS"}},
       {"generator/plan/slurm_variables.cpp", {"no right value on this machine"}},
       {"generator/plan/run_environment.cpp",
        {"setup runs on the node", "prepare runs outside the container", "is written into plan",
         "sets OMP_NUM_THREADS", "setup replaces"}}});
  expect_explained("generator/plan/hidden_failure.cpp", {"would not fail with"});
  expect_explained("core/budget.cpp", {"the budget is in"});
  expect_explained("app/sweep_spec.cpp", {"seems to be on another"});
  expect_explained("cli/plan.cpp", {"from pages that are over a year old"});
}

TEST(ExplainedWarnings, HasEachKindOfFindingOfAReport) {
  for (const auto& kind : all_kinds())
    EXPECT_TRUE(explain(kind.word)) << "docs/glossary.md does not explain: " << kind.word;
}

TEST(ExplainedWarnings, HasWhyARunHasNoFigure) {
  expect_explained("analysis/measurement/window.cpp", {"no step lines"});
  expect_explained("analysis/measurement/wall_time.cpp", {"clock was changed"});
  expect_explained("analysis/readers/printed_number.cpp", {"not a number above 0"});
  expect_explained("analysis/readers/printed_metric.cpp", {"no line of out or err matches"});
}

}  // namespace
}  // namespace scalegen
