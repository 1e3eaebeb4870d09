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

/// As many on each rank.
int64_t times_to_measure(const ProcessGroup& group, at::Device device, double first) {
  constexpr double kSeconds = 0.2;
  at::Tensor sum = torch::full({1}, first, at::TensorOptions(device).dtype(at::kDouble));
  sum_over_ranks(group, sum);
  const double mean = sum.item<double>() / group->getSize();
  return std::clamp<int64_t>(static_cast<int64_t>(kSeconds / mean), 1, 20);
}

}  // namespace

double time_all_reduce(const ProcessGroup& group, at::Device device,
                       const std::vector<int64_t>& bucket_bytes) {
  Buckets buckets;
  for (const int64_t bytes : bucket_bytes)
    buckets.push_back({torch::zeros({bytes / static_cast<int64_t>(sizeof(float))}, device)});
  const double first = time_once(group, device, buckets);
  std::vector<double> seconds;
  for (int64_t left = times_to_measure(group, device, first); left > 0; --left)
    seconds.push_back(time_once(group, device, buckets));
  const auto middle = seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2);
  std::ranges::nth_element(seconds, middle);
  return *middle;
}

}  // namespace scalegen::train
