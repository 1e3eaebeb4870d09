#pragma once
#include <string>

#include "analysis/measurement/measurement.hpp"

namespace scalegen::losses {

/// The GPU that the ranks of a run on `host` call `device`, as its monitor calls it: "n1:GPU-4711". A trainer
/// counts the GPUs that it sees, as in cuda:1; the run's placement and its list of GPUs say which it means.
/// Empty unless they do: if the ranks of the host have each a GPU of their own by that reading, and these are
/// all that its monitor saw, of one kind.
std::string monitored_gpu(const Measurement& run, const std::string& host, const std::string& device);

}  // namespace scalegen::losses
