#include "runner/progress.hpp"

#include <fmt/format.h>

#include "core/units.hpp"

namespace scalegen {

void RemainingTime::learn(const RunRecord& record) {
  if (!has_completed(record) || !record.elapsed) return;
  for (auto* observed : {&all_, &rungs_[record.run.rung.name]}) {
    observed->time += *record.elapsed;
    ++observed->count;
  }
}

std::optional<std::chrono::milliseconds> RemainingTime::remaining() const {
  if (all_.count == 0) return std::nullopt;
  std::chrono::milliseconds time{};
  for (const auto& [name, rung] : rungs_) {
    const auto& like = rung.count > 0 ? rung : all_;
    time += rung.to_do * (like.time / like.count);
  }
  return time;
}

std::string describe(const Notice& n) {
  const auto id = to_string(n.id);
  const auto tries = n.tries > 0 ? fmt::format(", try {} of {}", n.tries, kTriesInACall) : "";
  switch (n.kind) {
    case Notice::Kind::not_launched:
      return fmt::format("{}: job {} could not be launched{}: {}", n.job, id, tries, n.reason);
    case Notice::Kind::waits_for_files:
      return fmt::format("{}: job {} has ended ({}), and not all of its files are here: waiting up to {}",
                         n.job, id, n.reason, duration_text(n.at_most));
    case Notice::Kind::submitted_again:
      return fmt::format("{}: submitted again as job {}{}: {}", n.job, id, tries, n.reason);
    case Notice::Kind::waits_in_queue:
      return fmt::format("{} waits: {}", n.job, n.reason);
  }
  return "";
}

}  // namespace scalegen
