#include "runner/progress.hpp"

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

}  // namespace scalegen
