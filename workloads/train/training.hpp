#pragma once

#include <functional>

#include "workloads/train/options.hpp"
#include "workloads/train/ranks/failure.hpp"
#include "workloads/train/ranks/world.hpp"
#include "workloads/train/report/report.hpp"

namespace scalegen::train {

/// Ends the process because of a failure that a thread of its own has met.
using Leave = std::function<void(const Failure&)>;

/// This rank's whole run: meets the others, trains, evaluates, and tells `report` of it. Throws what keeps it
/// from that.
void train(const Options& options, const World& world, Report& report, const Leave& leave);

}  // namespace scalegen::train
