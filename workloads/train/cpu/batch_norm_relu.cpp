#include "workloads/train/cpu/batch_norm_relu.hpp"

#include <ATen/Parallel.h>

#include <cmath>

#include "workloads/train/cpu/normalise.hpp"
#include "workloads/train/cpu/planes.hpp"

namespace scalegen::train {
namespace {

/// The moments of the values so far, after Chan, Golub and LeVeque, "Algorithms for Computing the Sample
/// Variance" (1983).
struct Moments {
  double count = 0;
  double mean = 0;
  double squares = 0;  // of the distances from the mean

  void add(double more, double mean_of_more, double squares_of_more) {
    const double apart = mean_of_more - mean;
    const double all = count + more;
    squares += squares_of_more + apart * apart * count * more / all;
    mean += apart * more / all;
    count = all;
  }
};

std::vector<Moments> moments_of(const at::Tensor& x) {
  const cpu::Planes planes(x);
  const auto size = static_cast<double>(planes.size());
  std::vector<Moments> moments(static_cast<std::size_t>(x.size(1)));
  at::parallel_for(0, x.size(1), 1, [&](int64_t begin, int64_t end) {
    std::vector<float> buffer(static_cast<std::size_t>(planes.size()));
    cpu::for_each_plane(x, begin, end, [&](std::size_t channel, int64_t number) {
      const float* const plane = planes.read(number, buffer.data());
      const double mean = cpu::sum(plane, planes.size()) / size;
      const float squares = cpu::squares_about(static_cast<float>(mean), plane, planes.size());
      moments[channel].add(size, mean, squares);
    });
  });
  return moments;
}

void follow(torch::nn::BatchNorm2dImpl& norm, const std::vector<Moments>& moments) {
  const torch::NoGradGuard no_grad;
  const auto added = static_cast<float>(*norm.options.momentum());
  auto* const mean = norm.running_mean.data_ptr<float>();
  auto* const variance = norm.running_var.data_ptr<float>();
  for (std::size_t i = 0; i < moments.size(); ++i) {
    const Moments& now = moments[i];
    mean[i] += added * (static_cast<float>(now.mean) - mean[i]);
    variance[i] += added * (static_cast<float>(now.squares / (now.count - 1)) - variance[i]);
  }
  norm.num_batches_tracked += 1;
}

/// One for each channel.
std::vector<cpu::Normalised> normalised(const std::vector<Moments>& moments, const at::Tensor& weight,
                                        const at::Tensor& bias, double epsilon) {
  std::vector<cpu::Normalised> to;
  for (std::size_t i = 0; i < moments.size(); ++i) {
    const double inverse = 1 / std::sqrt(moments[i].squares / moments[i].count + epsilon);
    const double scale = inverse * static_cast<double>(weight.data_ptr<float>()[i]);
    const double shift = static_cast<double>(bias.data_ptr<float>()[i]) - moments[i].mean * scale;
    to.push_back({.mean = static_cast<float>(moments[i].mean),
                  .inverse = static_cast<float>(inverse),
                  .scale = static_cast<float>(scale),
                  .shift = static_cast<float>(shift)});
  }
  return to;
}

at::Tensor normalise(const at::Tensor& x, const std::vector<cpu::Normalised>& to, const cpu::Drop& drop) {
  const at::Tensor out = at::empty_like(x);
  const cpu::Planes from(x);
  const cpu::Planes into(out);
  at::parallel_for(0, x.size(1), 1, [&](int64_t begin, int64_t end) {
    std::vector<float> in_buffer(static_cast<std::size_t>(from.size()));
    std::vector<float> out_buffer(static_cast<std::size_t>(from.size()));
    cpu::for_each_plane(x, begin, end, [&](std::size_t channel, int64_t number) {
      into.write(number, out_buffer.data(), [&](float* plane) {
        cpu::normalise(from.read(number, in_buffer.data()), plane, from.size(), to[channel]);
        cpu::drop(drop, number, plane, from.size());
      });
    });
  });
  return out;
}

struct Sums {
  double gradient = 0;
  double product = 0;
};

std::vector<Sums> gradient_sums(const at::Tensor& x, const at::Tensor& gradient,
                                const std::vector<cpu::Normalised>& to, const cpu::Drop& drop) {
  std::vector<Sums> sums(to.size());
  at::parallel_for(0, x.size(1), 1, [&](int64_t begin, int64_t end) {
    cpu::GradientPlanes planes(x, gradient, drop);
    cpu::for_each_plane(x, begin, end, [&](std::size_t channel, int64_t number) {
      planes.read(number, [&](const float* in, const float* g) {
        const cpu::GradientSums more = cpu::gradient_sums(in, g, x.size(2) * x.size(3), to[channel]);
        sums[channel].gradient += more.gradient;
        sums[channel].product += more.product;
      });
    });
  });
  return sums;
}

/// Ioffe and Szegedy, "Batch Normalization" (2015), the gradient of section 3, with relu's in it.
at::Tensor normalise_back(const at::Tensor& x, const at::Tensor& gradient,
                          const std::vector<cpu::Normalised>& to, const std::vector<Sums>& sums,
                          const cpu::Drop& drop) {
  const at::Tensor out = at::empty_like(x);
  const cpu::Planes into(out);
  const double count = static_cast<double>(x.numel()) / static_cast<double>(x.size(1));
  at::parallel_for(0, x.size(1), 1, [&](int64_t begin, int64_t end) {
    cpu::GradientPlanes planes(x, gradient, drop);
    std::vector<float> buffer(static_cast<std::size_t>(into.size()));
    cpu::for_each_plane(x, begin, end, [&](std::size_t channel, int64_t number) {
      const cpu::Normalised& n = to[channel];
      const cpu::NormaliseBack back{
          .outer = n.scale,
          .inner = static_cast<float>(-sums[channel].product / count * n.inverse * n.inverse),
          .constant = static_cast<float>(-sums[channel].gradient / count)};
      planes.read(number, [&](const float* in, const float* g) {
        into.write(number, buffer.data(),
                   [&](float* plane) { cpu::normalise_back(in, g, plane, into.size(), n, back); });
      });
    });
  });
  return out;
}

/// The values that the pass back needs, besides tensors.
struct Kept final : torch::CustomClassHolder {
  std::vector<cpu::Normalised> to;
  cpu::Drop drop;
};

class BatchNormRelu final : public torch::autograd::Function<BatchNormRelu> {
 public:
  /// The weights are arguments for their gradients' sake: `kept` has what they make of the values.
  static at::Tensor forward(torch::autograd::AutogradContext* context, const at::Tensor& x,
                            const at::Tensor& /*weight*/, const at::Tensor& /*bias*/,
                            const c10::intrusive_ptr<Kept>& kept) {
    context->save_for_backward({x});
    context->saved_data["kept"] = c10::IValue::make_capsule(kept);
    return normalise(x, kept->to, kept->drop);
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 const torch::autograd::variable_list& gradients) {
    const auto kept = c10::static_intrusive_pointer_cast<Kept>(context->saved_data["kept"].toCapsule());
    const at::Tensor x = context->get_saved_variables()[0];
    const at::Tensor gradient = gradients[0].contiguous();
    const std::vector<Sums> sums = gradient_sums(x, gradient, kept->to, kept->drop);
    const at::Tensor weights = torch::empty({x.size(1)});
    const at::Tensor biases = torch::empty({x.size(1)});
    for (std::size_t i = 0; i < sums.size(); ++i) {
      weights.data_ptr<float>()[i] = static_cast<float>(sums[i].product) * kept->to[i].inverse;
      biases.data_ptr<float>()[i] = static_cast<float>(sums[i].gradient);
    }
    return {normalise_back(x, gradient, kept->to, sums, kept->drop), weights, biases, at::Tensor()};
  }
};

}  // namespace

at::Tensor batch_norm_relu(torch::nn::BatchNorm2dImpl& norm, const at::Tensor& x, double part, bool drop) {
  const bool fits = norm.is_training() && x.is_cpu() && x.is_contiguous() &&
                    (x.scalar_type() == at::kFloat || x.scalar_type() == at::kBFloat16);
  if (!fits) return plain::batch_norm_relu(norm, x, part, drop);
  const std::vector<Moments> moments = moments_of(x);
  follow(norm, moments);
  const auto kept = c10::make_intrusive<Kept>();
  kept->to = normalised(moments, norm.weight, norm.bias, norm.options.eps());
  kept->drop = cpu::make_drop(part, drop);
  return BatchNormRelu::apply(x, norm.weight, norm.bias, kept);
}

at::Tensor plain::batch_norm_relu(torch::nn::BatchNorm2dImpl& norm, const at::Tensor& x, double part,
                                  bool drop) {
  return at::dropout(norm.forward(x).relu_(), part, drop);
}

}  // namespace scalegen::train
