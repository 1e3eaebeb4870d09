#pragma once

#include <cstddef>

#include "workloads/train/strategy/buckets.hpp"
#include "workloads/train/strategy/gradient_hooks.hpp"
#include "workloads/train/strategy/strategy.hpp"

namespace scalegen::train {

/// Rajbhandari et al., "ZeRO: Memory Optimizations Toward Training Trillion Parameter Models" (2020), stage
/// 1: each rank keeps the optimizer's state of its part of the parameters alone, and moves that.
///
/// Parameters and gradients are views of two flat buffers, laid out from the last layer to the first, about
/// the order in which the pass back finishes them, and cut into chunks. The last gradient of a chunk starts
/// its reduce-scatter while the pass goes on; after the optimizer the ranks gather each other's parts. A
/// LibTorch whose Gloo has neither all-reduces instead.
class Zero1 final : public Strategy {
 public:
  Zero1(std::shared_ptr<Model> model, const ProcessGroup& group, BucketBytes bytes);

  std::vector<at::Tensor> learned() override { return learned_; }
  void clear_gradients() override;
  void begin_pass(Pass pass) override;
  void finish_gradients() override;
  void finish_step() override;
  void share_buffers() override;
  at::Tensor sum_over_parts(const at::Tensor& number) override;

 private:
  struct Chunk {
    int64_t begin = 0;
    int64_t size = 0;
    int parameters = 0;
    int missing = 0;  // gradients of this step that have not come
    at::Tensor parameter;
    at::Tensor gradient;
    at::Tensor my_parameter;
    at::Tensor my_gradient;
    std::vector<at::Tensor> reduced;  // argument of a collective that runs
    c10::intrusive_ptr<c10d::Work> work;
  };

  void assign_shards(BucketBytes bytes);
  void add_view(const at::Tensor& parameter, std::size_t chunk, int64_t at);
  void find_collectives();
  void gradient_has_come(std::size_t chunk);
  void start_whole_chunks();

  ProcessGroup group_;
  int64_t ranks_;
  int64_t rank_;
  bool scatters_ = true;
  bool is_armed_ = false;  // in the last pass of a step
  std::size_t started_ = 0;
  at::Tensor parameters_;
  at::Tensor gradients_;
  std::vector<Chunk> chunks_;
  std::vector<at::Tensor> learned_;
  GradientHooks hooks_;
};

}  // namespace scalegen::train
