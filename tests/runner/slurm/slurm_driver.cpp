// The Slurm scheduler by hand, and for tests on a real Slurm.
//   scalegen_slurm_driver submit NAME ATTEMPT SCRIPT [AVOIDED_NODE]...   until Slurm has it: its id
//   scalegen_slurm_driver run NAME ATTEMPT SCRIPT [AVOIDED_NODE]...      its id, then each change until it
//   has ended scalegen_slurm_driver find NAME...                                   the id of each, or none
//   scalegen_slurm_driver follow ID...                                   each change, until all have ended
//   scalegen_slurm_driver cancel ID...
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "runner/slurm/slurm_scheduler.hpp"
#include "runner/slurm/squeue.hpp"

namespace {

using namespace scalegen;
using namespace scalegen::slurm;
using Words = std::vector<std::string>;

std::vector<JobId> ids_of(const Words& words) {
  std::vector<JobId> ids;
  for (const auto& word : words) ids.push_back(job_id_of(word));
  return ids;
}

void say(const std::string& line) {
  std::puts(line.c_str());
  std::fflush(stdout);
}

std::string words_of_end(const JobStatus& status) {
  std::string words = "ended";
  if (status.abnormal_outcome) words += ", " + describe(*status.abnormal_outcome);
  if (status.exit_status) words += fmt::format(", status {}", *status.exit_status);
  if (!status.last_line.empty()) words += ", said " + status.last_line;
  return words;
}

std::string words_of(const JobStatus& status, const JobId& id) {
  switch (status.state) {
    case JobState::waiting:
      return fmt::format("waits: {}; {}", status.reason, advice_for(status.reason, id));
    case JobState::active:
      return "active";
    case JobState::ended:
      return words_of_end(status);
    case JobState::unknown:
      break;
  }
  return "unknown";
}

Result<JobId> submit(Scheduler& scheduler, Clock& clock, const Words& words) {
  const Submission submission{.name = words.at(0),
                              .attempt = words.at(1),
                              .script = words.at(2),
                              .excluded_nodes = {words.begin() + 3, words.end()}};
  while (true) {
    const auto answer = scheduler.submit(submission);
    if (!answer) return tl::make_unexpected(answer.error());
    const bool is_accepted = answer->kind == SubmissionAnswer::Kind::accepted;
    say(is_accepted ? to_string(answer->id) : "not now");
    if (is_accepted) return answer->id;
    clock.sleep_for(scheduler.poll_interval());
  }
}

Result<void> find(Scheduler& scheduler, const Words& names) {
  const auto ids = scheduler.find(names);
  if (!ids) return tl::make_unexpected(ids.error());
  if (!*ids) return failure("no answer");
  for (const auto& id : **ids) say(id ? to_string(*id) : "none");
  return {};
}

// Looks more often than a sweep does.
Result<void> follow(Scheduler& scheduler, Clock& clock, const std::vector<JobId>& ids) {
  std::vector<JobStatus> last(ids.size(), JobStatus{.last_line = "nothing said yet"});
  const auto has_ended = [](const JobStatus& status) { return status.state == JobState::ended; };
  while (!std::all_of(last.begin(), last.end(), has_ended)) {
    const auto statuses = scheduler.query(ids);
    if (!statuses) return tl::make_unexpected(statuses.error());
    for (std::size_t i = 0; i < ids.size(); ++i)
      if ((*statuses)[i] != last[i]) say(to_string(ids[i]) + " " + words_of((*statuses)[i], ids[i]));
    last = *statuses;
    clock.sleep_for(std::chrono::milliseconds(200));
  }
  return {};
}

Result<void> run(Scheduler& scheduler, Clock& clock, const Words& words) {
  const auto id = submit(scheduler, clock, words);
  return id ? follow(scheduler, clock, {*id}) : tl::make_unexpected(id.error());
}

Result<void> act(const std::string& verb, const Words& words) {
  SystemClock clock;
  SlurmScheduler scheduler(clock);
  if (verb == "submit") return submit(scheduler, clock, words).map([](const JobId&) {});
  if (verb == "run") return run(scheduler, clock, words);
  if (verb == "find") return find(scheduler, words);
  if (verb == "follow") return follow(scheduler, clock, ids_of(words));
  if (verb == "cancel") return scheduler.cancel(ids_of(words));
  return failure(fmt::format("'{}' is no verb of this driver", verb));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const auto done = act(argv[1], {argv + 2, argv + argc});
  if (done) return 0;
  std::fputs(render(done.error()).c_str(), stderr);
  return 2;
}
