#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "analysis/models/measured_sizes.hpp"
#include "core/diagnostics.hpp"

namespace scalegen::models {

/// A size that was not measured, with the name that its rung would have: "4x4gpu" on nodes of four, "64gpu"
/// where it is unknown how many a node has. Its nodes are then unknown, too.
struct NamedSize {
  std::string name{};
  Size size{};
  bool operator==(const NamedSize&) const = default;
};

/// More workers are refused.
inline constexpr double kMostWorkers = 1e6;

NamedSize named_size(const MeasuredSizes& measured, double workers);

/// "4x4gpu"; "64 GPUs, shape unknown" where nothing says how many a node has.
std::string size_text(const MeasuredSizes& measured, const NamedSize& size);

/// Twice, four times ... the largest measured size, and at last `target` itself.
std::vector<NamedSize> doublings_up_to(const MeasuredSizes& measured, const NamedSize& target);

/// What a person asked for: 1024gpu, 64nodes, 32x4gpu. Also says which of the ladders it belongs to. Returns
/// an error if it is no size, is below the largest that was measured, or belongs to no ladder.
struct AskedSize {
  std::size_t ladder = 0;
  NamedSize size{};
};
Result<AskedSize> read_asked_size(const std::vector<MeasuredSizes>& ladders, std::string_view text);

}  // namespace scalegen::models
