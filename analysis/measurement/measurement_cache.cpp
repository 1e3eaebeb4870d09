#include "analysis/measurement/measurement_cache.hpp"

#include <iterator>
#include <utility>

#include "core/parallel_chunks.hpp"

namespace scalegen {

std::vector<Measurement> measure_all(const std::vector<RunRecord>& records, const PlanHead& head,
                                     const RunDirectory& directory) {
  std::vector<Measurement> all;
  for (auto& part : parallel_chunks(records.size(), [&](std::size_t begin, std::size_t end) {
         std::vector<Measurement> some;
         for (auto i = begin; i < end; ++i) some.push_back(measure(records[i], head, directory));
         return some;
       }))
    std::move(part.begin(), part.end(), std::back_inserter(all));
  return all;
}

std::vector<Measurement> MeasurementCache::measure(const std::vector<RunRecord>& records,
                                                   const PlanHead& head, const RunDirectory& directory) {
  std::vector<RunRecord> unknown;
  for (const auto& record : records)
    if (find(record) == nullptr) unknown.push_back(record);
  auto measured = measure_all(unknown, head, directory);
  std::vector<Measurement> all;
  all.reserve(records.size());
  auto next = measured.begin();
  for (const auto& record : records) {
    if (const auto* known = find(record)) {
      all.push_back(*known);
      continue;
    }
    keep(record, *next);
    all.push_back(std::move(*next++));
  }
  return all;
}

const Measurement* MeasurementCache::find(const RunRecord& record) const {
  if (!record.outcome) return nullptr;
  const auto found = entries_.find(record.run.id);
  const bool is_same = found != entries_.end() && found->second.measurement.attempt == record.attempt &&
                       found->second.outcome == *record.outcome;
  return is_same ? &found->second.measurement : nullptr;
}

// An outcome that is not written may still change, and with it the files.
void MeasurementCache::keep(const RunRecord& record, const Measurement& measurement) {
  if (record.is_persisted && record.outcome)
    entries_.insert_or_assign(record.run.id, Entry{*record.outcome, measurement});
}

}  // namespace scalegen
