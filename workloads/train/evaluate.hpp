#pragma once

#include "workloads/train/data/batches.hpp"
#include "workloads/train/models/model.hpp"
#include "workloads/train/ranks/process_group.hpp"
#include "workloads/train/report/report.hpp"

namespace scalegen::train {

/// Cross entropy of `output`, batch x classes before the softmax: in fp32 whatever the precision, as Python's
/// autocast has it.
at::Tensor loss_of(const at::Tensor& output, const at::Tensor& labels, int64_t reduction);

/// Accuracy and mean loss on `test`, the same on all ranks, each of which looks at its share: no sample
/// counts twice, and there may be fewer samples than ranks. `group` is null for one rank alone.
Evaluation evaluate(Model& model, const DeviceSamples& test, const World& world, const ProcessGroup& group);

}  // namespace scalegen::train
