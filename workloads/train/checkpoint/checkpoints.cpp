#include "workloads/train/checkpoint/checkpoints.hpp"

#include <fmt/format.h>
#include <torch/serialize.h>

#include <sstream>

#include "workloads/train/error.hpp"

namespace scalegen::train {
namespace {

std::string archive_of(const std::vector<at::Tensor>& tensors) {
  std::ostringstream stream;
  torch::save(tensors, stream);
  return std::move(stream).str();
}

std::vector<at::Tensor> tensors_of(const std::string& archive) {
  std::istringstream stream(archive);
  std::vector<at::Tensor> tensors;
  torch::load(tensors, stream);
  return tensors;
}

}  // namespace

Checkpoints::Checkpoints(const Options& options, const World& world, const std::vector<std::string>& facts,
                         int64_t steps)
    : folder_(options.checkpoint), every_(options.checkpoint_steps), world_(world), facts_(as_stored(facts)) {
  if (folder_.empty()) return;
  check_writable(folder_);
  const std::optional<int64_t> last = last_step(folder_);
  if (!last) return;
  const std::string folder = folder_.string();
  if (!options.resume)
    throw BadInput(
        fmt::format("--checkpoint {0}: '{0}' has step {1} of a run: go on from it with --resume, "
                    "or name another folder",
                    folder, *last));
  resumed_ = read_checkpoint(checkpoint_path(folder_, *last, world.rank));
  if (const std::string difference = difference_of(facts_, "this run", resumed_->facts, "the checkpoint");
      !difference.empty())
    throw BadInput(fmt::format("--checkpoint {}: it is of another run: {}", folder, difference));
  if (resumed_->step > steps)
    throw BadInput(
        fmt::format("--checkpoint {}: it is of step {}, and the run has {}", folder, resumed_->step, steps));
}

void Checkpoints::restore(Trainer& trainer, EarlyStop& early_stop) const {
  if (!resumed_) return;
  trainer.restore(tensors_of(resumed_->tensors));
  early_stop.restore(resumed_->early_stop);
}

bool Checkpoints::is_due(int64_t step, bool epoch_is_over, bool is_last) const {
  if (folder_.empty()) return false;
  return is_last || (every_ ? step % *every_ == 0 : epoch_is_over);
}

void Checkpoints::save(int64_t step, const Trainer& trainer, const EarlyStop& early_stop,
                       const Store& store) const {
  write({.step = step,
         .early_stop = early_stop.state(),
         .facts = facts_,
         .tensors = archive_of(trainer.state())},
        checkpoint_path(folder_, step, world_.rank));
  gather(store, world_, fmt::format("checkpoint of step {}", step), "");
  if (world_.rank == 0) commit(folder_, step);
}

}  // namespace scalegen::train
