#include "workloads/train/ranks/probe.hpp"

#include <algorithm>

#include "workloads/train/report/moment.hpp"

namespace scalegen::train {
namespace {

void sum_in_buckets(const ProcessGroup& group, const at::Tensor& floats, int64_t bucket) {
  std::vector<std::vector<at::Tensor>> buckets;
  for (const at::Tensor& part : floats.split(bucket)) buckets.push_back({part});
  std::vector<c10::intrusive_ptr<c10d::Work>> works;
  for (std::vector<at::Tensor>& part : buckets) works.push_back(group->allreduce(part));
  for (const auto& work : works) work->wait();
}

/// All ranks begin together.
double time_once(const ProcessGroup& group, const at::Tensor& floats, int64_t bucket) {
  at::Tensor ready = torch::zeros({1}, floats.device());
  sum_over_ranks(group, ready);
  const Moment begin(floats.device());
  sum_in_buckets(group, floats, bucket);
  const Moment end(floats.device());
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

double time_all_reduce(const ProcessGroup& group, at::Device device, int64_t bytes, int64_t bucket_bytes) {
  constexpr auto kSize = static_cast<int64_t>(sizeof(float));
  const at::Tensor floats = torch::zeros({bytes / kSize}, device);
  const double first = time_once(group, floats, bucket_bytes / kSize);
  std::vector<double> seconds;
  for (int64_t left = times_to_measure(group, device, first); left > 0; --left)
    seconds.push_back(time_once(group, floats, bucket_bytes / kSize));
  const auto middle = seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2);
  std::ranges::nth_element(seconds, middle);
  return *middle;
}

}  // namespace scalegen::train
