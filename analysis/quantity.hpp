#pragma once

namespace scalegen {

/// What was measured of a run. A rate is judged by its inverse, the time of a sample.
enum class Quantity { samples_per_second, seconds };

}  // namespace scalegen
