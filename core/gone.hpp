#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace scalegen {

/// A key of the sweep file ("climb:", "repeats.until:", "workload: wide_resnet_28_10"), an option with or
/// without a value ("--plot", "--format junit") or a verb ("predict") of 0.1 or 0.2 that 0.3 no longer has.
struct Gone {
  std::string_view name;
  std::string_view instead;  // what to do, as the end of a sentence
};

/// In the order of CHANGELOG.md, which has the same rows, and behind them those of scalegen-train.
const std::vector<Gone>& gone();

/// "`climb:` is gone since 0.3: list the sizes in `scales:`"; empty for a name that was never there or still
/// is.
std::string said_of_gone(std::string_view name);

/// Of a plan of 0.1 or 0.2 whose fields of these names (at least one) have no effect any more.
std::string said_of_ignored(std::vector<std::string> names);

}  // namespace scalegen
