#pragma once

#include "workloads/train/options.hpp"
#include "workloads/train/ranks/place.hpp"
#include "workloads/train/ranks/world.hpp"
#include "workloads/train/report/report.hpp"

namespace scalegen::train {

/// This rank's whole run: meets the others, trains, evaluates, and tells `report` of it. Throws what keeps it
/// from that.
void train(const Options& options, const World& world, Report& report, const Leave& leave);

}  // namespace scalegen::train
