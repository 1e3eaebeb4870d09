#include "workloads/train/strategy/zero1.hpp"

#include "workloads/train/compat.hpp"
#include "workloads/train/error.hpp"
#include "workloads/train/ranks/failure.hpp"

namespace scalegen::train {
Zero1::Zero1(std::shared_ptr<Model> model, const ProcessGroup& group, BucketBytes bytes)
    : Strategy(std::move(model)), group_(group), ranks_(group->getSize()), rank_(group->getRank()) {
  const torch::NoGradGuard no_grad;
  assign_shards(bytes);
  copy_from_rank_0(group_, {parameters_});
  find_collectives();
}

/// Each parameter begins at 16 bytes, as the fast kernels of a GPU ask for, and so does each rank's part of a
/// chunk.
void Zero1::assign_shards(BucketBytes bytes) {
  constexpr int64_t kAligned = 16 / sizeof(float);
  const auto padded = [](int64_t count, int64_t unit) { return (count + unit - 1) / unit * unit; };
  struct View {
    at::Tensor parameter;
    std::size_t chunk;
    int64_t at;
  };
  std::vector<at::Tensor> parameters = model().parameters();
  std::vector<View> views;
  int64_t end = 0;
  Chunk open;
  const auto close = [&] {
    open.size = padded(end - open.begin, kAligned * ranks_);
    end = open.begin + open.size;
    chunks_.push_back(open);
    open = Chunk();
    open.begin = end;
  };
  for (auto parameter = parameters.rbegin(); parameter != parameters.rend(); ++parameter) {
    views.push_back({*parameter, chunks_.size(), end});
    end += padded(parameter->numel(), kAligned);
    ++open.parameters;
    const int64_t limit = chunks_.empty() ? bytes.first : bytes.others;
    if ((end - open.begin) * static_cast<int64_t>(sizeof(float)) >= limit) close();
  }
  if (open.parameters > 0) close();

  parameters_ = torch::zeros({end}, parameters.front().options()).detach();
  gradients_ = torch::zeros_like(parameters_);
  for (const View& view : views) add_view(view.parameter, view.chunk, view.at);
  for (Chunk& chunk : chunks_) {
    const int64_t part = chunk.size / ranks_;
    chunk.parameter = parameters_.narrow(0, chunk.begin, chunk.size);
    chunk.gradient = gradients_.narrow(0, chunk.begin, chunk.size);
    chunk.my_parameter = chunk.parameter.narrow(0, rank_ * part, part);
    chunk.my_gradient = torch::empty_like(chunk.my_parameter);
    learned_.push_back(chunk.my_parameter.detach().requires_grad_());
    learned_.back().mutable_grad() = chunk.my_gradient;
  }
}

/// Keeps the parameter's strides, which channels-last models have of their own.
void Zero1::add_view(const at::Tensor& parameter, std::size_t chunk, int64_t at) {
  at::Tensor leaf = parameter;
  const at::Tensor view = parameters_.as_strided(parameter.sizes(), parameter.strides(), at);
  view.copy_(parameter);
  leaf.set_data(view);
  leaf.mutable_grad() = gradients_.as_strided(parameter.sizes(), parameter.strides(), at);
  hooks_.add(leaf, [this, chunk] { gradient_has_come(chunk); });
}

/// Gloo has reduce-scatter from 2.2 on. All ranks run the same library, and find the same.
void Zero1::find_collectives() {
  at::Tensor all = torch::zeros({ranks_}, parameters_.options());
  at::Tensor mine = torch::zeros({1}, parameters_.options());
  try {
    compat::reduce_scatter(*group_, mine, all)->wait();
    compat::all_gather(*group_, all, mine)->wait();
  } catch (const std::exception& error) {
    if (is_consequence(cause_of(error))) throw;
    scatters_ = false;
  }
}

void Zero1::clear_gradients() { gradients_.zero_(); }

void Zero1::begin_pass(Pass pass) {
  if (pass.is_first) share_buffers();
  is_armed_ = pass.is_last;
  started_ = 0;
  for (Chunk& chunk : chunks_) chunk.missing = chunk.parameters;
}

void Zero1::gradient_has_come(std::size_t chunk) {
  if (!is_armed_) return;
  --chunks_[chunk].missing;
  start_whole_chunks();
}

/// Collectives start in one order on all ranks: a chunk waits for those before it.
void Zero1::start_whole_chunks() {
  const torch::NoGradGuard no_grad;
  for (; started_ < chunks_.size() && chunks_[started_].missing == 0; ++started_) {
    Chunk& chunk = chunks_[started_];
    chunk.reduced = {chunk.gradient};
    chunk.work = scatters_ ? compat::reduce_scatter(*group_, chunk.my_gradient, chunk.gradient)
                           : group_->allreduce(chunk.reduced);
  }
}

void Zero1::finish_gradients() {
  const torch::NoGradGuard no_grad;
  TORCH_CHECK(started_ == chunks_.size(), "a parameter of the model got no gradient");
  for (Chunk& chunk : chunks_) {
    chunk.work->wait();
    if (!scatters_) chunk.my_gradient.copy_(chunk.gradient.chunk(ranks_)[static_cast<std::size_t>(rank_)]);
    chunk.my_gradient.div_(ranks_);
  }
}

void Zero1::finish_step() {
  const torch::NoGradGuard no_grad;
  std::vector<at::Tensor> mine;
  for (Chunk& chunk : chunks_) mine.push_back(chunk.my_parameter.clone());
  for (std::size_t i = 0; i < chunks_.size(); ++i) {
    Chunk& chunk = chunks_[i];
    if (scatters_) {
      chunk.work = compat::all_gather(*group_, chunk.parameter, mine[i]);
    } else {  // where the others' parts are 0, the sum is all parts
      chunk.parameter.zero_();
      chunk.my_parameter.copy_(mine[i]);
      chunk.reduced = {chunk.parameter};
      chunk.work = group_->allreduce(chunk.reduced);
    }
  }
  for (Chunk& chunk : chunks_) chunk.work->wait();
}

void Zero1::share_buffers() { copy_from_rank_0(group_, model().buffers()); }

at::Tensor Zero1::sum_over_parts(const at::Tensor& number) {
  at::Tensor sum = number.clone();
  sum_over_ranks(group_, sum);
  return sum;
}

}  // namespace scalegen::train
