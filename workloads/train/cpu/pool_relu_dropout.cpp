#include "workloads/train/cpu/pool_relu_dropout.hpp"

#include <ATen/Dispatch.h>
#include <ATen/Parallel.h>

#include <algorithm>
#include <array>
#include <bit>

#include "workloads/train/data/random.hpp"

namespace scalegen::train {
namespace {

constexpr uint8_t kNone = 4;  // in place of the number of a window's largest element

/// How much is dropped: of the 256 values of a random byte.
struct Drop {
  int values = 0;
  float scale = 1;

  explicit Drop(double part)
      : values(static_cast<int>(part * 256)), scale(static_cast<float>(1 / (1 - part))) {}
};

struct Shape {
  int64_t planes;
  int64_t height;  // of the output
  int64_t width;
};

Shape output_shape(const at::Tensor& x) { return {x.size(0) * x.size(1), x.size(2) / 2, x.size(3) / 2}; }

/// `winners` gets for each output the number of the input it came from: 0, 1 above and 2, 3 below, or kNone.
/// As in max_pool2d the first of equals wins. Written for the compiler to make vectors of: no branch, and
/// numbers of one width.
template <typename T>
void pool_row(const T* __restrict above, const T* __restrict below, T* __restrict out,
              uint8_t* __restrict winners, int64_t width) {
  for (int64_t i = 0; i < width; ++i) {
    T best = above[2 * i];
    int32_t winner = 0;
    const auto compare = [&](T value, int32_t number) {
      const bool wins = value > best || value != value;  // a number that is none stays to be seen
      winner = wins ? number : winner;
      best = wins ? value : best;
    };
    compare(above[2 * i + 1], 1);
    compare(below[2 * i], 2);
    compare(below[2 * i + 1], 3);
    winner = best <= T(0) ? kNone : winner;
    out[i] = best <= T(0) ? T(0) : best;
    winners[i] = static_cast<uint8_t>(winner);
  }
}

/// A plane's random numbers depend on its own number alone, and so not on how many threads share the work.
template <typename T>
void drop_plane(T* __restrict out, uint8_t* __restrict winners, int64_t size, const Drop& drop,
                uint64_t seed) {
  Random random(seed);
  for (int64_t begin = 0; begin < size; begin += 8) {
    const auto bytes = std::bit_cast<std::array<uint8_t, 8>>(random.bits());
    const int64_t end = std::min(begin + 8, size);
    for (int64_t i = begin; i < end; ++i) {
      const bool dropped = bytes[static_cast<std::size_t>(i - begin)] < drop.values;
      out[i] = dropped ? T(0) : T(static_cast<float>(out[i]) * drop.scale);
      winners[i] = dropped ? kNone : winners[i];
    }
  }
}

template <typename T>
void pool_planes(const T* x, T* out, uint8_t* winners, const Shape& shape, int64_t begin, int64_t end,
                 const Drop& drop, uint64_t seed) {
  const int64_t size = shape.height * shape.width;
  for (int64_t plane = begin; plane < end; ++plane) {
    for (int64_t row = 0; row < shape.height; ++row) {
      const T* above = x + plane * 4 * size + row * 4 * shape.width;
      const int64_t at = plane * size + row * shape.width;
      pool_row(above, above + 2 * shape.width, out + at, winners + at, shape.width);
    }
    if (drop.values > 0)
      drop_plane(out + plane * size, winners + plane * size, size, drop, seed ^ static_cast<uint64_t>(plane));
  }
}

template <typename T>
void spread_planes(const T* gradient, const uint8_t* winners, T* out, const Shape& shape, int64_t begin,
                   int64_t end, float scale) {
  for (int64_t row = begin * shape.height; row < end * shape.height; ++row) {
    T* above = out + row * 4 * shape.width;
    T* below = above + 2 * shape.width;
    for (int64_t i = 0; i < shape.width; ++i) {
      const T value = T(static_cast<float>(gradient[row * shape.width + i]) * scale);
      const uint8_t winner = winners[row * shape.width + i];
      above[2 * i] = winner == 0 ? value : T(0);
      above[2 * i + 1] = winner == 1 ? value : T(0);
      below[2 * i] = winner == 2 ? value : T(0);
      below[2 * i + 1] = winner == 3 ? value : T(0);
    }
  }
}

template <typename Work>
void for_planes(const Shape& shape, const Work& work) {
  at::parallel_for(0, shape.planes, /*grain_size=*/64, work);
}

class PoolReluDropout final : public torch::autograd::Function<PoolReluDropout> {
 public:
  static at::Tensor forward(torch::autograd::AutogradContext* context, const at::Tensor& input, double part) {
    const Drop drop(part);
    const at::Tensor& x = input;
    const Shape shape = output_shape(x);
    const at::Tensor out = at::empty({x.size(0), x.size(1), shape.height, shape.width}, x.options());
    const at::Tensor winners = at::empty(out.sizes(), x.options().dtype(at::kByte));
    const uint64_t seed =
        drop.values > 0 ? static_cast<uint64_t>(torch::randint(INT64_MAX, {1}, at::kLong).item<int64_t>())
                        : 0;
    AT_DISPATCH_FLOATING_TYPES_AND(at::kBFloat16, x.scalar_type(), "pool_relu_dropout", [&] {
      for_planes(shape, [&](int64_t begin, int64_t end) {
        pool_planes(x.data_ptr<scalar_t>(), out.data_ptr<scalar_t>(), winners.data_ptr<uint8_t>(), shape,
                    begin, end, drop, seed);
      });
    });
    context->save_for_backward({winners});
    context->saved_data["scale"] = static_cast<double>(drop.scale);
    return out;
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 const torch::autograd::variable_list& gradients) {
    const at::Tensor gradient = gradients[0].contiguous();
    const at::Tensor winners = context->get_saved_variables()[0];
    const auto scale = static_cast<float>(context->saved_data["scale"].toDouble());
    const Shape shape{gradient.size(0) * gradient.size(1), gradient.size(2), gradient.size(3)};
    const at::Tensor out = at::empty({gradient.size(0), gradient.size(1), 2 * shape.height, 2 * shape.width},
                                     gradient.options());
    AT_DISPATCH_FLOATING_TYPES_AND(at::kBFloat16, gradient.scalar_type(), "pool_relu_dropout_backward", [&] {
      for_planes(shape, [&](int64_t begin, int64_t end) {
        spread_planes(gradient.data_ptr<scalar_t>(), winners.data_ptr<uint8_t>(), out.data_ptr<scalar_t>(),
                      shape, begin, end, scale);
      });
    });
    return {out, at::Tensor()};
  }
};

}  // namespace

at::Tensor pool_relu_dropout(const at::Tensor& x, double part, bool drop) {
  const bool fits = x.is_cpu() && x.scalar_type() != at::kHalf && x.size(2) % 2 == 0 && x.size(3) % 2 == 0 &&
                    x.is_contiguous();
  if (!fits) return plain::pool_relu_dropout(x, part, drop);
  return PoolReluDropout::apply(x, drop ? part : 0);
}

at::Tensor plain::pool_relu_dropout(const at::Tensor& x, double part, bool drop) {
  return at::dropout(at::max_pool2d(x, 2).relu_(), part, drop);
}

}  // namespace scalegen::train
