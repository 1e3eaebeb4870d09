#pragma once
#include <chrono>
#include <map>
#include <optional>
#include <string>

#include "core/run_record.hpp"

namespace scalegen {

/// How long a sweep may still take, its runs one after the other: each as long as the mean of those of its
/// rung that completed, or of all that did where its rung has none.
class Estimate {
 public:
  void expect(const std::string& rung) { ++rungs_[rung].to_do; }
  void drop(const std::string& rung) { --rungs_[rung].to_do; }

  /// Of a run that has not completed it learns nothing.
  void learn(const RunRecord& record);

  /// Nothing as long as no run has completed.
  [[nodiscard]] std::optional<std::chrono::milliseconds> remaining() const;

 private:
  struct Seen {
    std::chrono::milliseconds time{};
    int count = 0;
    int to_do = 0;
  };
  std::map<std::string, Seen> rungs_{};
  Seen all_{};
};

}  // namespace scalegen
