#pragma once

#include <cstdint>
#include <vector>

namespace scalegen::train {

/// The samples that `rank` sees in one epoch, in order, as torch.utils.data.DistributedSampler deals them:
/// one permutation by (seed, epoch) for all, of which a rank takes every `world_size`-th from its own number
/// on. So the ranks' batches of a step are together the batch of one rank that has the whole global batch.
/// All ranks get the same number: where the set does not divide, the permutation's first samples serve again
/// at its end.
std::vector<int64_t> rank_samples(int64_t samples, int world_size, int rank, uint64_t seed, int64_t epoch);

/// The same in the set's own order, each epoch.
std::vector<int64_t> rank_samples_in_order(int64_t samples, int world_size, int rank);

}  // namespace scalegen::train
