#include "runner/outcomes.hpp"

#include <algorithm>
#include <iterator>

#include "core/in_parts.hpp"
#include "runner/outcome_file.hpp"

namespace scalegen {
namespace {

bool is_lost(const Verdict& verdict) {
  return verdict.outcome && std::holds_alternative<Lost>(*verdict.outcome);
}

// By number, because clocks are set back now and then; what a person started by hand comes first.
auto order(const Verdict& verdict) { return std::pair(attempt_number(verdict.attempt), verdict.begun); }

// A completed measurement stands whatever is tried after it: so the first of them, for good.
bool counts_before(const Verdict& a, const Verdict& b) {
  const bool a_completed = a.outcome && is_completed(*a.outcome);
  const bool b_completed = b.outcome && is_completed(*b.outcome);
  if (a_completed != b_completed) return a_completed;
  if (a_completed) return order(a) < order(b);
  if (a.outcome.has_value() != b.outcome.has_value()) return !a.outcome;
  return order(a) > order(b);
}

// What was once found out is kept, for the scheduler may have known more than the files. Only a lost run may
// turn up again, with an end of its own.
Result<std::vector<Verdict>> verdicts(const Run& run, const RunDirectory& directory, const Circumstances& c,
                                      const std::optional<Verdict>& known) {
  const auto names = attempt_names(directory, run.id);
  if (!names) return tl::make_unexpected(names.error());
  std::vector<Verdict> found;
  for (const auto& name : *names) {
    auto verdict = judge(run, directory, name, c);
    if (!verdict) return tl::make_unexpected(verdict.error());
    if (!*verdict) continue;
    const bool is_known = known && known->attempt == name;
    if (is_known && (!is_lost(*known) || !(*verdict)->outcome)) (*verdict)->outcome = known->outcome;
    found.push_back(**verdict);
  }
  return found;
}

// Someone who removes an attempt's folder wants it repeated.
bool is_still_there(const RunDirectory& directory, const std::string& run, const Verdict& verdict) {
  std::error_code error;
  return std::filesystem::exists(directory.attempt(run, verdict.attempt).started(), error);
}

RunRecord record_of(const Run& run, const Verdict& verdict, const std::optional<Verdict>& known) {
  return {.run = run,
          .attempt = verdict.attempt,
          .outcome = verdict.outcome,
          .elapsed = verdict.elapsed,
          .is_concluded = known && known->attempt == verdict.attempt && known->outcome == verdict.outcome};
}

}  // namespace

Result<RunRecord> outcome_of(const Run& run, const RunDirectory& directory,
                             const Circumstances& circumstances) {
  const auto known = read_outcome_file(directory, run.id);
  if (!known) return tl::make_unexpected(known.error());
  const bool completed = *known && is_completed(*(*known)->outcome);
  if (completed && is_still_there(directory, run.id, **known)) return record_of(run, **known, *known);
  const auto found = verdicts(run, directory, circumstances, *known);
  if (!found) return tl::make_unexpected(found.error());
  if (found->empty()) return RunRecord{.run = run};
  return record_of(run, *std::min_element(found->begin(), found->end(), counts_before), *known);
}

Result<std::vector<RunRecord>> outcomes(const Plan& plan, const RunDirectory& directory,
                                        const Circumstances& circumstances) {
  using Records = std::vector<RunRecord>;
  auto parts = in_parts(plan.runs.size(), [&](std::size_t begin, std::size_t end) -> Result<Records> {
    Records records;
    for (auto i = begin; i < end; ++i) {
      auto record = outcome_of(plan.runs[i], directory, circumstances);
      if (!record) return tl::make_unexpected(std::move(record).error());
      records.push_back(std::move(*record));
    }
    return records;
  });
  Records all;
  all.reserve(plan.runs.size());
  for (auto& part : parts) {
    if (!part) return tl::make_unexpected(std::move(part.error()));
    std::move(part->begin(), part->end(), std::back_inserter(all));
  }
  return all;
}

}  // namespace scalegen
