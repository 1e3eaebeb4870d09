#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "workloads/train/models/model.hpp"
#include "workloads/train/options.hpp"
#include "workloads/train/ranks/process_group.hpp"
#include "workloads/train/report/moment.hpp"

namespace scalegen::train {

/// The place of a pass forward and back in its step.
struct Pass {
  bool is_first = true;
  bool is_last = true;
};

/// The way in which the ranks of a model share a step. As it stands here: not at all, each learns for itself.
class Strategy {
 public:
  explicit Strategy(std::shared_ptr<Model> model) : model_(std::move(model)) {}
  Strategy(const Strategy&) = delete;
  Strategy& operator=(const Strategy&) = delete;
  virtual ~Strategy() = default;

  /// The tensors that the optimizer of this rank moves: all parameters, or this rank's part of them.
  virtual std::vector<at::Tensor> learned() { return model_->parameters(); }

  /// Drops the gradients rather than zeroing them: the next pass back writes where it would add otherwise.
  virtual void clear_gradients() { model_->zero_grad(/*set_to_none=*/true); }

  /// Before a pass: what ranks have to tell each other.
  virtual void begin_pass(Pass /*pass*/) {}

  /// The model's output, ready for the pass back.
  virtual at::Tensor forward(const at::Tensor& inputs, Pass /*pass*/) { return model_->forward(inputs); }

  /// When the last pass back had computed all gradients, if it went on to wait for other ranks.
  virtual std::optional<Moment> take_gradients_came() { return std::nullopt; }

  /// After the last pass back: from now on the gradients of what is learned are means over the ranks.
  virtual void finish_gradients() {}

  /// After the optimizer: all ranks have all parameters again.
  virtual void finish_step() {}

  /// Gives all ranks rank 0's buffers, those of batch norm, which differ after each step.
  virtual void share_buffers() {}

  /// The sum of `number` over the parts in which ranks hold what is learned.
  virtual at::Tensor sum_over_parts(const at::Tensor& number) { return number; }

 protected:
  Model& model() const { return *model_; }

 private:
  std::shared_ptr<Model> model_;
};

/// `models` is the rank's, and for data_parallel a copy for each further device. `group` is null for one rank
/// alone, which has nothing to share with others.
std::unique_ptr<Strategy> make_strategy(const Options& options, std::vector<std::shared_ptr<Model>> models,
                                        const ProcessGroup& group);

/// Rank 0's values for all.
void copy_from_rank_0(const ProcessGroup& group, const std::vector<at::Tensor>& tensors);

}  // namespace scalegen::train
