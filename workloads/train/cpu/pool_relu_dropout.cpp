#include "workloads/train/cpu/pool_relu_dropout.hpp"

#include <ATen/Parallel.h>

#include <vector>

#include "workloads/train/cpu/drop.hpp"
#include "workloads/train/cpu/planes.hpp"
#include "workloads/train/cpu/pool.hpp"

namespace scalegen::train {
namespace {

constexpr int64_t kPlanesPerTask = 64;

struct Shape {
  int64_t planes;
  int64_t height;  // of the output
  int64_t width;

  int64_t size() const { return height * width; }
};

Shape shape_of(const at::Tensor& pooled) {
  return {pooled.size(0) * pooled.size(1), pooled.size(2), pooled.size(3)};
}

/// Buffers for planes that are not read and written in place.
struct Buffers {
  std::vector<float> large;
  std::vector<float> small;
  cpu::HalfPooled half;

  explicit Buffers(const Shape& shape)
      : large(static_cast<std::size_t>(4 * shape.size())),
        small(static_cast<std::size_t>(shape.size())),
        half(shape.size()) {}
};

void pool(const at::Tensor& x, const at::Tensor& out, const at::Tensor& winners, const cpu::Drop& drop) {
  const Shape shape = shape_of(out);
  const cpu::Planes from(x);
  const cpu::Planes into(out);
  at::parallel_for(0, shape.planes, kPlanesPerTask, [&](int64_t begin, int64_t end) {
    Buffers buffers(shape);
    for (int64_t plane = begin; plane < end; ++plane) {
      const float* const in = from.read(plane, buffers.large.data());
      uint8_t* const winner = winners.data_ptr<uint8_t>() + plane * shape.size();
      into.write(plane, buffers.small.data(), [&](float* pooled) {
        cpu::pool_plane(in, pooled, winner, shape.height, shape.width, buffers.half);
        cpu::drop(drop, plane, pooled, shape.size());
        if (drop.values > 0) cpu::forget_dropped(pooled, winner, shape.size());
      });
    }
  });
}

void spread(const at::Tensor& gradient, const at::Tensor& winners, const at::Tensor& out, float scale) {
  const Shape shape = shape_of(gradient);
  const cpu::Planes from(gradient);
  const cpu::Planes into(out);
  at::parallel_for(0, shape.planes, kPlanesPerTask, [&](int64_t begin, int64_t end) {
    Buffers buffers(shape);
    for (int64_t plane = begin; plane < end; ++plane) {
      const float* const in = from.read(plane, buffers.small.data());
      const uint8_t* const winner = winners.data_ptr<uint8_t>() + plane * shape.size();
      into.write(plane, buffers.large.data(), [&](float* wide) {
        cpu::spread_plane(in, winner, wide, shape.height, shape.width, scale, buffers.half);
      });
    }
  });
}

class PoolReluDropout final : public torch::autograd::Function<PoolReluDropout> {
 public:
  static at::Tensor forward(torch::autograd::AutogradContext* context, const at::Tensor& x,
                            const cpu::Drop& drop) {
    const at::Tensor out = at::empty({x.size(0), x.size(1), x.size(2) / 2, x.size(3) / 2}, x.options());
    const at::Tensor winners = at::empty(out.sizes(), x.options().dtype(at::kByte));
    pool(x, out, winners, drop);
    context->save_for_backward({winners});
    context->saved_data["scale"] = static_cast<double>(drop.scale);
    return out;
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 const torch::autograd::variable_list& gradients) {
    const at::Tensor gradient = gradients[0].contiguous();
    const at::Tensor winners = context->get_saved_variables()[0];
    const auto scale = static_cast<float>(context->saved_data["scale"].toDouble());
    const at::Tensor out = at::empty(
        {gradient.size(0), gradient.size(1), 2 * gradient.size(2), 2 * gradient.size(3)}, gradient.options());
    spread(gradient, winners, out, scale);
    return {out, at::Tensor()};
  }
};

}  // namespace

at::Tensor pool_relu_dropout(const at::Tensor& x, double part, bool drop) {
  const bool has_type = x.scalar_type() == at::kFloat || x.scalar_type() == at::kBFloat16;
  const bool fits = x.is_cpu() && has_type && x.size(2) % 2 == 0 && x.size(3) % 2 == 0 && x.is_contiguous();
  if (!fits) return plain::pool_relu_dropout(x, part, drop);
  return PoolReluDropout::apply(x, cpu::make_drop(part, drop));
}

at::Tensor plain::pool_relu_dropout(const at::Tensor& x, double part, bool drop) {
  return at::dropout(at::max_pool2d(x, 2).relu_(), part, drop);
}

}  // namespace scalegen::train
