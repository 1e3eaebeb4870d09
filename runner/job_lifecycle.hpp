#pragma once
#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace scalegen {

/// The phases of a job's life. ARCHITECTURE.md draws it, and docs/runner.md explains it to users.
enum class JobPhase { pending, submitting, uncertain, queued, running, finishing, settled };

inline constexpr std::size_t kJobPhases = 7;

/// An event that moves a job from one phase to another. The word of an event that is recorded is also its
/// word in journal.jsonl.
enum class JobEvent {
  submitting,
  submitted,
  deferred,
  unanswered,
  started,
  adopted,
  requeued,
  exited,
  never_started,
  retried,
  ended
};

/// One event: in which phases it may happen, and the phase it leads to, always the same one.
struct Transition {
  JobEvent event{};
  std::string_view word{};
  std::vector<JobPhase> from{};
  JobPhase to{};
  bool is_recorded = false;  // in journal.jsonl
};

/// All transitions there are, in the order of JobEvent.
const std::vector<Transition>& transitions();

/// The phase after an event. Returns nullopt if the event cannot happen in that phase.
std::optional<JobPhase> next(JobPhase phase, JobEvent event);

/// The phase that an event leads to, in whatever phase a job was: what a journal needs, whose writers may
/// have been killed between two lines.
JobPhase phase_after(JobEvent event);

std::string_view word_of(JobPhase phase);
std::string_view word_of(JobEvent event);
std::optional<JobEvent> event_of(std::string_view word);

/// The words that `status` has for the runs of a job in this phase.
const std::vector<std::string_view>& status_words(JobPhase phase);

}  // namespace scalegen
