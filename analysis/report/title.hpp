#pragma once
#include <string>

#include "analysis/report/report.hpp"

namespace scalegen::report {

/// "mnist_cnn on local · Fashion-MNIST · strong scaling, global batch 512, fp32 · 3 rounds, order shuffled
/// (seed 7)". Shows only conditions that all measured runs share.
std::string title_of(const Report& report);

/// "weak scaling, batch 64 per rank": the heading of a ladder's tables in a report of several. Shows the
/// batch only if all of its measured runs share it.
std::string ladder_title(const Report& report, Scaling scaling);

}  // namespace scalegen::report
