#pragma once
#include <string>

#include "analysis/report/report.hpp"

namespace scalegen::report {

/// "mnist_cnn on local · Fashion-MNIST · strong scaling, global batch 512, fp32 · 3 rounds, order shuffled
/// (seed 7)". Shows only conditions that all measured runs share.
std::string title_of(const Report& report);

}  // namespace scalegen::report
