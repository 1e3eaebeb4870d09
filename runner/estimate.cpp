#include "runner/estimate.hpp"

namespace scalegen {

void Estimate::learn(const RunRecord& record) {
  if (!has_completed(record) || !record.elapsed) return;
  for (auto* seen : {&all_, &rungs_[record.run.rung.name]}) {
    seen->time += *record.elapsed;
    ++seen->count;
  }
}

std::optional<std::chrono::milliseconds> Estimate::remaining() const {
  if (all_.count == 0) return std::nullopt;
  std::chrono::milliseconds time{};
  for (const auto& [name, rung] : rungs_) {
    const auto& like = rung.count > 0 ? rung : all_;
    time += rung.to_do * (like.time / like.count);
  }
  return time;
}

}  // namespace scalegen
