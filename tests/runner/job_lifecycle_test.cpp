#include "runner/job_lifecycle.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>

#include <set>
#include <sstream>

#include "core/files.hpp"
#include "runner/run_status.hpp"

namespace scalegen {
namespace {

using enum JobPhase;

constexpr std::array<JobPhase, kJobPhases> kAll{pending, submitting, uncertain, queued,
                                                running, finishing,  settled};

std::vector<std::string> lines_of_page(const std::string& page) {
  std::istringstream text(read_file(std::filesystem::path(PROJECT_ROOT) / page).value());
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

TEST(JobLifecycle, LeadsAJobFromThePlanToItsOutcome) {
  auto phase = std::optional(pending);
  for (const auto event :
       {JobEvent::submitting, JobEvent::submitted, JobEvent::started, JobEvent::exited, JobEvent::ended})
    phase = next(*phase, event);
  EXPECT_EQ(phase, settled);
}

TEST(JobLifecycle, ForbidsWhatCannotHappen) {
  EXPECT_EQ(next(pending, JobEvent::submitted), std::nullopt);
  EXPECT_EQ(next(queued, JobEvent::submitting), std::nullopt);  // the same job would be doubled
  EXPECT_EQ(next(running, JobEvent::submitting), std::nullopt);
  EXPECT_EQ(next(running, JobEvent::ended), std::nullopt);  // its end is not known yet
  EXPECT_EQ(next(settled, JobEvent::submitting), std::nullopt);
}

TEST(JobLifecycle, ReachesEachPhaseAndLeavesIt) {
  std::set<JobPhase> reached;
  std::set<JobPhase> left;
  for (const auto& transition : transitions()) {
    EXPECT_EQ(&transition - transitions().data(), static_cast<std::ptrdiff_t>(transition.event));
    EXPECT_EQ(event_of(transition.word), transition.event);
    reached.insert(transition.to);
    left.insert(transition.from.begin(), transition.from.end());
  }
  EXPECT_THAT(reached, testing::ElementsAreArray(kAll));
  EXPECT_THAT(left, testing::ElementsAreArray(kAll));
}

TEST(JobLifecycle, IsDrawnInArchitecture) {
  std::set<std::string> wanted;
  for (const auto& transition : transitions())
    for (const auto from : transition.from)
      wanted.insert(fmt::format("    {} --> {}: {}", word_of(from), word_of(transition.to), transition.word));
  std::set<std::string> drawn;
  for (const auto& line : lines_of_page("ARCHITECTURE.md"))
    if (line.find(" --> ") != std::string::npos && line.find("[*]") == std::string::npos) drawn.insert(line);
  EXPECT_EQ(drawn, wanted);
}

TEST(JobLifecycle, IsToldInTheRunnersPage) {
  std::vector<std::string> wanted;
  for (const auto phase : kAll)
    wanted.push_back(fmt::format("{}: {}", word_of(phase), fmt::join(status_words(phase), ", ")));
  std::vector<std::string> told;
  bool inside = false;
  for (const auto& line : lines_of_page("docs/runner.md")) {
    if (line.starts_with("## ")) inside = line == "## The life of a job";
    if (!inside || !line.starts_with("| `")) continue;
    const auto phase = line.substr(3, line.find('`', 3) - 3);
    const auto last = line.rfind("| ", line.size() - 3) + 2;
    told.push_back(phase + ": " + line.substr(last, line.size() - 2 - last));
  }
  EXPECT_EQ(told, wanted);
}

TEST(JobLifecycle, GivesTheJournalItsWords) {
  std::vector<std::string> wanted;
  for (const auto& transition : transitions())
    if (transition.is_recorded) wanted.emplace_back(transition.word);
  wanted.emplace_back("interrupted");
  std::vector<std::string> told;
  bool inside = false;
  for (const auto& line : lines_of_page("docs/run-directory.md")) {
    if (line.starts_with("## ")) inside = line == "## The journal";
    if (inside && line.starts_with("- `")) told.push_back(line.substr(3, line.find('`', 3) - 3));
  }
  EXPECT_EQ(told, wanted);
}

TEST(StatusWord, IsOneOfItsPhase) {
  const RunRecord none;
  const RunRecord running_record{.attempt = "1"};
  const RunRecord completed{.attempt = "1", .outcome = Completed{}};
  const RunRecord failed{.attempt = "1", .outcome = Failed{}};
  const auto in = [](JobState state) { return ObservedJob{.id = {"7"}, .status = {.state = state}}; };
  const ObservedJob left_queue{.id = {"7"}, .status = {.state = JobState::unknown, .left_queue = true}};
  for (const auto& [run, phase, word] : std::vector<std::tuple<RunStatus, JobPhase, std::string>>{
           {{.record = none}, pending, "not submitted"},
           {{.record = none, .job = in(JobState::unknown)}, queued, "submitted"},
           {{.record = none, .job = in(JobState::waiting)}, queued, "waiting"},
           {{.record = none, .job = in(JobState::active)}, running, "starting"},
           {{.record = none, .job = in(JobState::ended)}, finishing, "ended before it began"},
           {{.record = none, .job = left_queue}, finishing, "left the queue"},
           {{.record = running_record, .job = in(JobState::active)}, running, "running"},
           {{.record = completed}, settled, "completed"},
           {{.record = failed}, settled, "failed"},
           {{.record = failed, .job = in(JobState::waiting)}, queued, "waiting"}}) {
    EXPECT_EQ(phase_of(run), phase) << word;
    EXPECT_EQ(status_word(run), word);
  }
}

}  // namespace
}  // namespace scalegen
