#pragma once

#include "workloads/train/data/batches.hpp"
#include "workloads/train/models/model.hpp"
#include "workloads/train/ranks/process_group.hpp"
#include "workloads/train/report/report.hpp"

namespace scalegen::train {

/// Cross entropy of `output`, a row of classes before the softmax for each of the targets: in fp32 whatever
/// the precision, as Python's autocast has it.
at::Tensor loss_of(const at::Tensor& output, const at::Tensor& targets, int64_t reduction);

/// Accuracy and mean loss on `test`, the same on all ranks, each of which looks at its share: no sample, or
/// token of a text, counts twice, and there may be fewer than ranks. `group` is null for one rank alone.
Evaluation evaluate(Model& model, const DeviceSamples& test, const World& world, const ProcessGroup& group);

}  // namespace scalegen::train
