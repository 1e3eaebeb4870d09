#include "workloads/train/cpu/onednn_layout.hpp"

#include <c10/core/impl/LocalDispatchKeySet.h>

namespace scalegen::train::cpu {
namespace {

/// With fewer, what is saved is less than what converting the weights costs.
constexpr int64_t kFewestSamples = 64;

/// A product in bf16 or fp16 has its layout chosen by autocast.
bool autocast_is_on() { return !c10::impl::tls_is_dispatch_key_excluded(c10::DispatchKey::AutocastCPU); }

bool has_onednn() {
  // NOLINTNEXTLINE(readability-static-accessed-through-instance): it is not static in all versions
  return at::globalContext().hasMKLDNN();
}

bool pays(const at::Tensor& x) {
  return x.is_cpu() && x.scalar_type() == at::kFloat && x.is_contiguous() && x.size(0) >= kFewestSamples &&
         has_onednn() && !autocast_is_on();
}

}  // namespace

at::Tensor in_onednn_layout(const at::Tensor& x) { return pays(x) ? x.to_mkldnn() : x; }

at::Tensor plain(const at::Tensor& x) { return x.is_mkldnn() ? x.to_dense() : x; }

}  // namespace scalegen::train::cpu
