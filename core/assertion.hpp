#pragma once
#include <string>
#include <vector>

#include "core/diagnostics.hpp"

namespace scalegen {

/// A figure that a sweep is to keep from one version of a program to the next: "efficiency at 8gpu >= 0.85".
struct Assertion {
  enum class Figure { efficiency, speedup, per_doubling, throughput, time };
  Figure figure = Figure::efficiency;
  std::string rung{};
  bool at_least = true;  // else at most
  double limit = 0;      // a share, a factor, or an amount of `unit`
  std::string unit{};    // of throughput and time: images/s
  std::string text{};    // as the person wrote it
  bool operator==(const Assertion&) const = default;
};

/// Reads the form FIGURE at RUNG >= LIMIT, or <=. Shares are 0.85 or "85 %"; throughput and time have the
/// unit of the report: "throughput at 4gpu >= 9000 images/s". Returns an error without a place.
Result<Assertion> read_assertion(const std::string& text);

}  // namespace scalegen
