#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "analysis/trust/finding.hpp"
#include "core/plan.hpp"

namespace scalegen {

/// A condition that differs from the baseline's, and what that does to the speedup: no figure, a star, a
/// note.
struct Difference {
  std::string key{};
  std::string baseline{};
  std::string here{};
  Consequence consequence = Consequence::note;
  bool operator==(const Difference&) const = default;
};

/// Begins the key of a condition that is a column of somebody else's table: whether it changes the work is
/// not known.
inline constexpr std::string_view kColumn = "column ";

/// The key of a difference in the epochs that were trained.
inline constexpr std::string_view kEpochs = "epochs";

/// Begins the key of a column that says how large the problem is, which grows in weak scaling.
inline constexpr std::string_view kProblemSize = "problem size";

/// Compares the conditions of two measured runs. Only conditions that both report are compared. Strong
/// scaling needs the same global batch, weak scaling the same batch per rank; throughput compares nothing.
/// Other steps are no difference if they follow from equal seconds, epochs or, in weak scaling, samples.
/// Properties of a device (name, threads, backend) are compared between devices of one kind.
std::vector<Difference> differences(Scaling scaling, const Settings& baseline, const Settings& here);

/// True if both runs say on how many samples they train, all epochs together, and it is the same work: their
/// numbers differ by a global batch an epoch at most, of which the last may be short, filled up or left out.
bool have_same_samples(const Settings& a, const Settings& b);

/// True if one of the differences makes runs incomparable.
bool forbid_speedup(const std::vector<Difference>& found);

/// The keys that would be compared but are missing from `conditions`.
std::vector<std::string> missing_conditions(Scaling scaling, const Settings& conditions);

}  // namespace scalegen
