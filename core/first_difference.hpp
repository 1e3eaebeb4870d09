#pragma once
#include <string>
#include <string_view>

namespace scalegen {

/// A line in which two texts differ; empty for the one that has ended.
struct LineDifference {
  int line = 0;  // from 1
  std::string first{};
  std::string second{};
  bool operator==(const LineDifference&) const = default;
};

/// The first such line of two texts that are not equal.
LineDifference first_difference(std::string_view first, std::string_view second);

}  // namespace scalegen
