#include "runner/job_lifecycle.hpp"

#include <algorithm>

namespace scalegen {

namespace {

constexpr std::array<std::string_view, kJobPhases> kPhaseWords{"pending", "submitting", "uncertain", "queued",
                                                               "running", "finishing",  "settled"};

std::vector<Transition> make_transitions() {
  using enum JobPhase;
  using Event = JobEvent;
  // clang-format off
  return {
      // event              word             in these phases                                  leads to    recorded
      {Event::submitting,    "submitting",    {pending, uncertain},                            submitting, true},
      {Event::submitted,     "submitted",     {submitting},                                    queued,     true},
      {Event::deferred,      "deferred",      {submitting},                                    pending,    true},
      {Event::unanswered,    "unanswered",    {submitting},                                    uncertain,  true},
      {Event::started,       "started",       {queued, finishing},                             running},
      {Event::adopted,       "adopted",       {pending, uncertain, queued, running, finishing}, running},
      {Event::requeued,      "requeued",      {running, finishing},                            queued},
      {Event::exited,        "exited",        {queued, running},                               finishing},
      {Event::never_started, "never_started", {finishing},                                     pending,    true},
      {Event::retried,       "retried",       {finishing, settled},                            pending},
      {Event::ended,         "ended",         {pending, uncertain, finishing},                 settled,    true},
  };
  // clang-format on
}

const Transition& transition_of(JobEvent event) { return transitions()[static_cast<std::size_t>(event)]; }

}  // namespace

const std::vector<Transition>& transitions() {
  static const auto all = make_transitions();
  return all;
}

std::optional<JobPhase> next(JobPhase phase, JobEvent event) {
  const auto& transition = transition_of(event);
  const auto& from = transition.from;
  return std::ranges::find(from, phase) == from.end() ? std::nullopt : std::optional(transition.to);
}

JobPhase phase_after(JobEvent event) { return transition_of(event).to; }

std::string_view word_of(JobPhase phase) { return kPhaseWords[static_cast<std::size_t>(phase)]; }

std::string_view word_of(JobEvent event) { return transition_of(event).word; }

std::optional<JobEvent> event_of(std::string_view word) {
  const auto& all = transitions();
  const auto found = std::ranges::find(all, word, &Transition::word);
  return found == all.end() ? std::nullopt : std::optional(found->event);
}

// The first word is for what is usual; run_status.cpp says when another is meant.
const std::vector<std::string_view>& status_words(JobPhase phase) {
  static const std::array<std::vector<std::string_view>, kJobPhases> words{{
      {"not submitted"},                            // pending
      {"submitted"},                                // submitting
      {"submitted"},                                // uncertain
      {"waiting", "submitted"},                     // queued
      {"running", "starting"},                      // running
      {"ended before it began", "left the queue"},  // finishing
      {"completed", "failed", "cancelled"},         // settled
  }};
  return words[static_cast<std::size_t>(phase)];
}

}  // namespace scalegen
