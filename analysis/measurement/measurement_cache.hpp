#pragma once
#include <string>
#include <unordered_map>
#include <vector>

#include "analysis/measurement/measurement.hpp"

namespace scalegen {

/// Measures all runs, in their order.
std::vector<Measurement> measure_all(const std::vector<RunRecord>& records, const PlanHead& head,
                                     const RunDirectory& directory);

/// The measurements of runs whose outcomes are written, for a sweep that asks after each run what all of them
/// say: no run is read twice. For one sweep and one way to measure it.
class MeasurementCache {
 public:
  /// The same as measure_all().
  std::vector<Measurement> measure(const std::vector<RunRecord>& records, const PlanHead& head,
                                   const RunDirectory& directory);

 private:
  struct Entry {
    Outcome outcome{};
    Measurement measurement{};  // of the attempt that it names
  };
  [[nodiscard]] const Measurement* find(const RunRecord& record) const;
  void keep(const RunRecord& record, const Measurement& measurement);

  std::unordered_map<std::string, Entry> entries_{};  // by run
};

}  // namespace scalegen
