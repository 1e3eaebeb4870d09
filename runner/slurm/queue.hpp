#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics.hpp"

namespace scalegen {

/// What squeue says of a job: one that waits or runs, or that ended in the last minutes.
struct QueuedJob {
  std::string number{};
  std::string state{};  // Slurm's word
  std::string nodes{};
  std::optional<std::chrono::seconds> time_limit{};
  std::string name{};
  std::string reason{};  // why it waits, or how it ended; a word or a sentence
  bool operator==(const QueuedJob&) const = default;
};

std::vector<QueuedJob> parse_queue(std::string_view text);

/// Those of the jobs that Slurm's controller still knows. Nothing where it does not answer: an answer that
/// failed never means that they are gone. An error where there is no squeue.
Result<std::optional<std::vector<QueuedJob>>> ask_queue(const std::vector<std::string>& numbers,
                                                        const std::string& cluster);

/// The same for the jobs that have one of these names.
Result<std::optional<std::vector<QueuedJob>>> ask_queue_for_names(const std::vector<std::string>& names,
                                                                  const std::string& cluster);

}  // namespace scalegen
