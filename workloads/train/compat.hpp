#pragma once

// Every difference between LibTorch 1.13 and 2.14 that this program meets, told apart by what compiles and
// not by version numbers: distributions patch theirs, and a number says nothing of a version not yet seen.

#include <ATen/autocast_mode.h>
#include <c10/core/Event.h>

#include <cmath>
#include <memory>
#include <optional>
#include <torch/csrc/distributed/c10d/ProcessGroup.hpp>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>
#include <tuple>
#include <type_traits>
#include <utility>

#include "workloads/train/libtorch.hpp"

namespace scalegen::train::compat {

/// From 2.4 the store's server is made with libuv unless told not to, and throws in builds that lack it, as
/// Debian's.
template <typename StoreOptions>
void disable_libuv(StoreOptions& options) {
  if constexpr (requires { options.useLibUV; }) options.useLibUV = false;
}

/// Up to 1.13 a backend such as ProcessGroupGloo is a process group; from 2.0 a group hands its work to
/// backends by device. The group is made from (store, rank, size, options) up to 2.5, without options
/// from 2.6.
template <typename Group, typename Backend>
c10::intrusive_ptr<Group> as_group(c10::intrusive_ptr<Backend> backend,
                                   const c10::intrusive_ptr<c10d::Store>& store, const char* name,
                                   std::initializer_list<c10::DeviceType> devices) {
  if constexpr (std::is_base_of_v<Group, Backend>) {
    return backend;
  } else {
    const auto type = name == std::string("nccl") ? Group::BackendType::NCCL : Group::BackendType::GLOO;
    const int rank = backend->getRank();
    const int size = backend->getSize();
    c10::intrusive_ptr<Group> group;
    if constexpr (requires { c10::make_intrusive<typename Group::Options>(name); } &&
                  !std::is_constructible_v<Group, const c10::intrusive_ptr<c10d::Store>&, int, int>) {
      group =
          c10::make_intrusive<Group>(store, rank, size, c10::make_intrusive<typename Group::Options>(name));
    } else {
      group = c10::make_intrusive<Group>(store, rank, size);
      group->setDefaultBackend(type);
    }
    for (const c10::DeviceType device : devices) group->setBackend(device, type, backend);
    return group;
  }
}

/// Groups learned to shut down with 2.1; before, their destructors did it.
template <typename Group>
void shut_down(Group& group) {
  if constexpr (requires { group.shutdown(); }) group.shutdown();
}

/// Both were renamed in 2.13.
template <typename Group>
c10::intrusive_ptr<c10d::Work> reduce_scatter(Group& group, at::Tensor& mine, at::Tensor& all) {
  if constexpr (requires { group.reduce_scatter_single(mine, all); })
    return group.reduce_scatter_single(mine, all);
  else
    return group._reduce_scatter_base(mine, all);
}

template <typename Group>
c10::intrusive_ptr<c10d::Work> all_gather(Group& group, at::Tensor& all, at::Tensor& mine) {
  if constexpr (requires { group.all_gather_single(all, mine); })
    return group.all_gather_single(all, mine);
  else
    return group._allgather_base(all, mine);
}

template <typename T, typename... Arguments>
std::shared_ptr<T> make_if_possible(const Arguments&... arguments) {
  if constexpr (std::is_constructible_v<T, const Arguments&...>) return std::make_shared<T>(arguments...);
  return nullptr;
}

/// c10d::Reducer's constructor lost the limits of the first buckets (2.8), and gained two switches (2.8) and
/// a list (2.11).
template <typename Reducer, typename Parameters, typename Buckets, typename Limits, typename... Rest>
std::shared_ptr<Reducer> make_reducer(const Parameters& parameters, const Buckets& buckets,
                                      const Limits& limits, const Rest&... rest) {
  if (auto made = make_if_possible<Reducer>(parameters, buckets, limits, rest...)) return made;
  if (auto made = make_if_possible<Reducer>(parameters, buckets, limits, rest..., false, false)) return made;
  if (auto made = make_if_possible<Reducer>(parameters, buckets, rest...)) return made;
  if (auto made = make_if_possible<Reducer>(parameters, buckets, rest..., false, false)) return made;
  auto made = make_if_possible<Reducer>(parameters, buckets, rest..., false, false, std::vector<int64_t>{});
  TORCH_CHECK(made, "this LibTorch's c10d::Reducer has a constructor that scalegen-train does not know");
  return made;
}

/// LibTorch can do from 2.4 on what a GPU is asked to do here: events that tell times, fused optimizers.
constexpr const char* kNeedsNewer = "a GPU needs LibTorch 2.4 or newer";

/// Milliseconds on the device between two events that have passed. From 2.4.
template <typename Event>
double elapsed_ms(const Event& from, const Event& to) {
  if constexpr (requires { from.elapsedTime(to); }) return static_cast<double>(from.elapsedTime(to));
  TORCH_CHECK(false, kNeedsNewer);
}

/// Blocks until the event has passed. From 2.4.
template <typename Event>
void wait_for(const Event& event) {
  if constexpr (requires { event.synchronize(); }) return event.synchronize();
  TORCH_CHECK(false, kNeedsNewer);
}

/// True if this LibTorch can be used with a GPU.
template <typename Event>
constexpr bool tells_times() {
  return requires(const Event& event) { event.elapsedTime(event); };
}

/// One step of Adam, or of AdamW where `decoupled`, on all parameters at once. The rate is a number on their
/// device from 2.1 on.
template <typename Tensors, typename Rate>
void adam(bool decoupled, Tensors& parameters, const Tensors& gradients, Tensors& means, Tensors& squares,
          const Tensors& steps, const Rate& rate, double beta1, double beta2, double weight_decay,
          double epsilon, const std::optional<Rate>& overflows) {
  constexpr bool kNo = false;  // amsgrad, maximize
  const Tensors none;
  if constexpr (requires {
                  _fused_adamw_(at::TensorList(parameters), gradients, means, squares, none, steps, rate,
                                beta1, beta2, weight_decay, epsilon, kNo, kNo, Rate(), overflows);
                }) {
    if (decoupled)
      _fused_adamw_(at::TensorList(parameters), gradients, means, squares, none, steps, rate, beta1, beta2,
                    weight_decay, epsilon, kNo, kNo, {}, overflows);
    else
      _fused_adam_(at::TensorList(parameters), gradients, means, squares, none, steps, rate, beta1, beta2,
                   weight_decay, epsilon, kNo, kNo, {}, overflows);
  } else {
    TORCH_CHECK(false, kNeedsNewer);
  }
}

/// One step of SGD on all parameters at once. From 2.3.
template <typename Tensors, typename Rate>
void sgd(Tensors& parameters, const Tensors& gradients, Tensors& momenta, double weight_decay,
         double momentum, const Rate& rate, bool nesterov, const std::optional<Rate>& overflows) {
  constexpr double kDampening = 0;
  constexpr bool kNo = false;  // maximize, is_first_step
  if constexpr (requires {
                  _fused_sgd_(at::TensorList(parameters), gradients, momenta, weight_decay, momentum, rate,
                              kDampening, nesterov, kNo, kNo, Rate(), overflows);
                })
    _fused_sgd_(at::TensorList(parameters), gradients, momenta, weight_decay, momentum, rate, kDampening,
                nesterov, kNo, kNo, {}, overflows);
  else
    TORCH_CHECK(false, kNeedsNewer);
}

/// A tensor that nothing takes for a list of one.
template <typename Tensor>
struct OneTensor {
  const Tensor& tensor;
  operator const Tensor&() const { return tensor; }
};

/// Multiplies each tensor by a number on their device. From 2.1 all at once.
template <typename Tensors, typename Number>
void multiply_each(Tensors& tensors, const Number& by) {
  if constexpr (requires { _foreach_mul_(at::TensorList(tensors), OneTensor<Number>{by}); })
    _foreach_mul_(at::TensorList(tensors), OneTensor<Number>{by});
  else
    for (auto& tensor : tensors) tensor.mul_(by);
}

/// softmax(q k^T / sqrt(width)) v of batch x heads x tokens x width, where it `is_causal` without the tokens
/// behind. From 2.0 in one kernel; a name found through the arguments alone may be missing.
template <typename Tensor>
Tensor attention(const Tensor& query, const Tensor& key, const Tensor& value, bool is_causal) {
  constexpr double kNoDropout = 0;
  if constexpr (requires { scaled_dot_product_attention(query, key, value, {}, kNoDropout, is_causal); }) {
    return scaled_dot_product_attention(query, key, value, {}, kNoDropout, is_causal);
  } else {
    const double scale = 1 / std::sqrt(static_cast<double>(query.size(-1)));
    Tensor scores = at::matmul(query * scale, key.transpose(-2, -1));
    if (is_causal) scores = scores + at::full_like(scores[0][0], -INFINITY).triu(/*diagonal=*/1);
    return at::matmul(at::softmax(scores, -1), value);
  }
}

namespace autocast {

using namespace at::autocast;  // NOLINT(google-build-using-namespace): a name that is not there must not be
                               // an error

/// Up to 2.3 each kind of device has setters of its own; from 2.4 the device is an argument, and the old ones
/// deprecated. All arguments are templates' so that the compiler looks only at the calls it makes.
template <typename DeviceType, typename Switch, typename ScalarType>
void set(DeviceType device, Switch on, ScalarType type) {
  if constexpr (requires { set_autocast_dtype(device, type); }) {
    set_autocast_enabled(device, on);
    set_autocast_dtype(device, type);
  } else if (device == at::kCUDA) {
    set_enabled(on);
    set_autocast_gpu_dtype(type);
  } else {
    set_cpu_enabled(on);
    set_autocast_cpu_dtype(type);
  }
}

}  // namespace autocast
}  // namespace scalegen::train::compat
