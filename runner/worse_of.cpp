#include "runner/worse_of.hpp"

namespace scalegen {
namespace {

struct Gravity {
  int operator()(const Completed&) const { return 0; }
  int operator()(const Lost&) const { return 1; }
  int operator()(const Failed&) const { return 2; }
  int operator()(const Cancelled&) const { return 3; }
  int operator()(const TimedOut&) const { return 4; }
  int operator()(const Preempted&) const { return 5; }
  int operator()(const NodeFailed&) const { return 6; }
  int operator()(const OutOfMemory&) const { return 7; }
};

int gravity(const Outcome& outcome) { return std::visit(Gravity{}, outcome); }

}  // namespace

Outcome worse_of(const Outcome& of_files, const Outcome& of_scheduler) {
  // A script whose job is put back into the queue is sent TERM too: nobody cancelled it.
  if (std::holds_alternative<Cancelled>(of_files) && std::holds_alternative<Lost>(of_scheduler))
    return of_scheduler;
  return gravity(of_scheduler) > gravity(of_files) ? of_scheduler : of_files;
}

}  // namespace scalegen
