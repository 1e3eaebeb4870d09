// A bare `sweep`: what the tool does between reading a plan and printing the table.
//   scalegen_sweep_driver DIRECTORY
#include <csignal>
#include <cstdio>

#include "core/files.hpp"
#include "core/plan_file.hpp"
#include "runner/local/local_scheduler.hpp"
#include "runner/sweep_runner.hpp"

namespace {

volatile std::sig_atomic_t stop = 0;

scalegen::Result<scalegen::SweepEnd> sweep(const scalegen::RunDirectory& directory) {
  const auto text = scalegen::read_file(directory.plan_file());
  if (!text) return tl::make_unexpected(text.error());
  const auto plan = scalegen::read_plan(directory.plan_file().string(), *text);
  if (!plan) return tl::make_unexpected(plan.error());
  scalegen::SystemClock clock;
  scalegen::LocalScheduler scheduler(clock);
  return scalegen::run_sweep(directory, *plan, scheduler, clock, {},
                             {.wants_stop = [] { return stop != 0; }});
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::signal(SIGINT, [](int) { stop = 1; });
  const auto end = sweep({argv[1]});
  if (!end) {
    std::fputs(scalegen::render(end.error()).c_str(), stderr);
    return 2;
  }
  for (const auto& record : end->records)
    std::printf("%s %s %s\n", record.run.id.c_str(), record.attempt.c_str(),
                record.outcome ? scalegen::describe(*record.outcome).c_str() : "not ended");
  return end->interrupted ? 130 : 0;
}
