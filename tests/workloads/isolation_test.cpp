// The warning that NCCL may not use NVLink: for ranks of one host that may each open their own GPU alone.

#include "workloads/train/report/report.hpp"

#include <cstdio>
#include <utility>

namespace {

int failures = 0;

void expect(const std::string& found, const std::string& expected, const char* what) {
  if (found == expected) return;
  ++failures;
  std::fprintf(stderr, "%s: expected '%s', found '%s'\n", what, expected.c_str(), found.c_str());
}

using Names = std::vector<std::string>;

std::string warning_of(Names hosts, Names devices, const Names& in_reach) {
  scalegen::train::RunFacts facts;
  facts.hosts = std::move(hosts);
  facts.devices = std::move(devices);
  return scalegen::train::warning_of_isolation(facts, in_reach);
}

}  // namespace

int main() {
  const std::string warning =
      "on 'b' ranks may open their own GPU alone: NCCL may go through the host's memory in place of NVLink. "
      "Let each see all GPUs of its node (Slurm: --gpus-per-node, not --gpus-per-task)";
  expect(warning_of({"a", "b", "b"}, {"GPU-1", "GPU-2", "GPU-3"}, {"1", "1", "1"}), warning, "two on a host");
  expect(warning_of({"a", "b"}, {"GPU-1", "GPU-2"}, {"1", "1"}), "", "one a host");
  expect(warning_of({"b", "b"}, {"GPU-1", "GPU-2"}, {"2", "2"}), "", "all in reach");
  expect(warning_of({"b", "b"}, {"GPU-1", "GPU-2"}, {"0", "0"}), "", "not known");
  expect(warning_of({"b", "b"}, {"GPU-1", "GPU-1"}, {"1", "1"}), "", "one GPU for two");
  expect(warning_of({"a", "b", "b"}, {"GPU-1", "GPU-2", "GPU-3"}, {}), "", "not rank 0");
  if (failures == 0) std::puts("isolated ranks are found");
  return failures == 0 ? 0 : 1;
}
