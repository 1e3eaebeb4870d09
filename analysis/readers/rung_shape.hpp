#pragma once
#include <optional>
#include <string_view>

#include "core/plan.hpp"

namespace scalegen {

/// What the name of a rung in somebody's table says of it. What it does not say stays open, and with it the
/// efficiency.
struct RungShape {
  std::optional<DeviceKind> device{};
  std::optional<int> nodes{};
  std::optional<int> ranks{};
  bool operator==(const RungShape&) const = default;
};

/// Reads [N x] K(gpu|cpu), cpu, gpu and N node(s), in any case and with blanks: "2x2gpu", "2 x 4 GPUs",
/// "cpu-only".
RungShape rung_shape(std::string_view name);

}  // namespace scalegen
