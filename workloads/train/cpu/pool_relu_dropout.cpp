#include "workloads/train/cpu/pool_relu_dropout.hpp"

#include <ATen/Parallel.h>

#include <cstring>
#include <vector>

#include "workloads/train/cpu/planes.hpp"
#include "workloads/train/cpu/pool.hpp"
#include "workloads/train/data/random.hpp"

namespace scalegen::train {
namespace {

constexpr int64_t kPlanesPerTask = 64;

/// How much is dropped: of the 256 values of a random byte. A plane's numbers depend on its own number alone,
/// and so not on how many threads share the work.
struct Drop {
  int values = 0;
  float scale = 1;
  uint64_t seed = 0;

  explicit Drop(double part)
      : values(static_cast<int>(part * 256)), scale(static_cast<float>(1 / (1 - part))) {
    if (values > 0) seed = static_cast<uint64_t>(torch::randint(INT64_MAX, {1}, at::kLong).item<int64_t>());
  }

  /// `bytes` has room for a plane, and for seven more.
  void apply(float* out, uint8_t* winners, int64_t size, int64_t plane, std::vector<uint8_t>& bytes) const {
    if (values == 0) return;
    Random random(seed ^ static_cast<uint64_t>(plane));
    for (int64_t i = 0; i < size; i += 8) {
      const uint64_t bits = random.bits();
      std::memcpy(bytes.data() + i, &bits, sizeof bits);
    }
    cpu::drop(out, winners, bytes.data(), size, values, scale);
  }
};

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
  std::vector<uint8_t> bytes;
  cpu::HalfPooled half;

  explicit Buffers(const Shape& shape)
      : large(static_cast<std::size_t>(4 * shape.size())),
        small(static_cast<std::size_t>(shape.size())),
        bytes(static_cast<std::size_t>(shape.size()) + 7),
        half(shape.size()) {}
};

void pool(const at::Tensor& x, const at::Tensor& out, const at::Tensor& winners, const Drop& drop) {
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
        drop.apply(pooled, winner, shape.size(), plane, buffers.bytes);
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
  static at::Tensor forward(torch::autograd::AutogradContext* context, const at::Tensor& x, double part) {
    const Drop drop(part);
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
  return PoolReluDropout::apply(x, drop ? part : 0);
}

at::Tensor plain::pool_relu_dropout(const at::Tensor& x, double part, bool drop) {
  return at::dropout(at::max_pool2d(x, 2).relu_(), part, drop);
}

}  // namespace scalegen::train
