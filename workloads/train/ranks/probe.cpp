#include "workloads/train/ranks/probe.hpp"

#include <algorithm>

#include "workloads/train/report/moment.hpp"

namespace scalegen::train {
namespace {

/// Each as c10d takes it.
using Buckets = std::vector<std::vector<at::Tensor>>;

void sum(const ProcessGroup& group, Buckets& buckets) {
  std::vector<c10::intrusive_ptr<c10d::Work>> works;
  for (std::vector<at::Tensor>& bucket : buckets) works.push_back(group->allreduce(bucket));
  for (const auto& work : works) work->wait();
}

/// All ranks begin together.
double time_once(const ProcessGroup& group, at::Device device, Buckets& buckets) {
  sum_over_ranks(group, torch::zeros({1}, device));
  const Moment begin(device);
  sum(group, buckets);
  const Moment end(device);
  end.wait();
  return end.seconds_since(begin);
}

/// The same on each rank, for what all have to decide alike.
double mean_over_ranks(const ProcessGroup& group, at::Device device, double number) {
  at::Tensor sum = torch::full({1}, number, at::TensorOptions(device).dtype(at::kDouble));
  sum_over_ranks(group, sum);
  return sum.item<double>() / group->getSize();
}

/// The median of up to 20 times, of as many as `seconds` hold.
double typical_time(const ProcessGroup& group, at::Device device, Buckets buckets, double seconds) {
  const double first = mean_over_ranks(group, device, time_once(group, device, buckets));
  std::vector<double> times;
  for (auto left = std::clamp<int64_t>(static_cast<int64_t>(seconds / first), 1, 20); left > 0; --left)
    times.push_back(time_once(group, device, buckets));
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::ranges::nth_element(times, middle);
  return *middle;
}

/// Undefined where there is no memory for it.
at::Tensor zeros_if_possible(int64_t bytes, at::Device device) try {
  return torch::zeros({bytes / static_cast<int64_t>(sizeof(float))}, device);
} catch (const c10::Error&) {
  return {};
}

}  // namespace

double time_all_reduce(const ProcessGroup& group, std::vector<at::Tensor> buckets) {
  const at::Device device = buckets.front().device();
  Buckets each;
  for (at::Tensor& bucket : buckets) each.push_back({std::move(bucket)});
  return typical_time(group, device, std::move(each), /*seconds=*/0.2);
}

std::vector<Probe> time_all_reduces(const ProcessGroup& group, at::Device device) {
  constexpr double kLongest = 0.05;
  const int64_t most = (device.is_cpu() ? 64 : 256) << 20;
  std::vector<Probe> timed;
  double last = 0;
  for (int64_t bytes = 1 << 10; bytes <= most && last <= kLongest; bytes *= 4) {
    at::Tensor buffer = zeros_if_possible(bytes, device);
    if (mean_over_ranks(group, device, buffer.defined() ? 1 : 0) < 1) break;
    const double seconds = typical_time(group, device, {{buffer}}, kLongest);
    buffer.set_data(torch::empty({0}, device));  // gone, whichever thread of Gloo still knows it
    timed.push_back({"before", bytes, seconds, group->getSize()});
    last = mean_over_ranks(group, device, seconds);
  }
  return timed;
}

}  // namespace scalegen::train
