#pragma once

namespace scalegen {

/// What was measured of a run. A rate is judged by its inverse, a time by itself.
enum class Quantity { rate, time };

}  // namespace scalegen
