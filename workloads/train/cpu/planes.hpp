#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "workloads/train/cpu/drop.hpp"
#include "workloads/train/cpu/normalise.hpp"
#include "workloads/train/libtorch.hpp"

namespace scalegen::train::cpu {

/// The planes of a tensor of floats or bf16 numbers, read and written as floats.
class Planes {
 public:
  explicit Planes(const at::Tensor& x)
      : data_(x.data_ptr()), is_wide_(x.scalar_type() == at::kFloat), size_(x.size(2) * x.size(3)) {}

  /// `buffer` may be what is returned.
  const float* read(int64_t number, float* buffer) const {
    if (is_wide_) return static_cast<const float*>(data_) + number * size_;
    widen(static_cast<const uint16_t*>(data_) + number * size_, buffer, size_);
    return buffer;
  }

  /// Calls `make(floats)`, which writes the plane.
  template <typename Make>
  void write(int64_t number, float* buffer, const Make& make) const {
    if (is_wide_) return make(static_cast<float*>(data_) + number * size_);
    make(buffer);
    narrow(buffer, static_cast<uint16_t*>(data_) + number * size_, size_);
  }

  int64_t size() const { return size_; }

 private:
  void* data_;
  bool is_wide_;
  int64_t size_;
};

/// Threads share channels: each calls `work(channel, plane)` for all planes of its own, image by image.
template <typename Work>
void for_each_plane(const at::Tensor& x, int64_t begin, int64_t end, const Work& work) {
  for (int64_t image = 0; image < x.size(0); ++image)
    for (int64_t channel = begin; channel < end; ++channel)
      work(static_cast<std::size_t>(channel), image * x.size(1) + channel);
}

/// The input of an operation, and the gradient of its output where it was not dropped, plane by plane.
class GradientPlanes {
 public:
  GradientPlanes(const at::Tensor& x, const at::Tensor& gradient, const Drop& drop)
      : x_(x), gradient_(gradient), drop_(drop), x_buffer_(room()), gradient_buffer_(room()) {}

  /// Calls `work(x, gradient)`.
  template <typename Work>
  void read(int64_t number, const Work& work) {
    const float* gradient = gradient_.read(number, gradient_buffer_.data());
    if (drop_.values > 0) {
      if (gradient != gradient_buffer_.data()) std::copy_n(gradient, x_.size(), gradient_buffer_.data());
      drop(drop_, number, gradient_buffer_.data(), x_.size());
      gradient = gradient_buffer_.data();
    }
    work(x_.read(number, x_buffer_.data()), gradient);
  }

 private:
  std::size_t room() const { return static_cast<std::size_t>(x_.size()); }

  Planes x_;
  Planes gradient_;
  Drop drop_;
  std::vector<float> x_buffer_;
  std::vector<float> gradient_buffer_;
};

}  // namespace scalegen::train::cpu
