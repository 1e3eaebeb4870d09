#include "core/machine.hpp"

#include <fmt/format.h>
#include <sched.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <sstream>

#include "core/files.hpp"

namespace scalegen {
namespace {

std::string first_line(const std::string& path) {
  const auto text = read_file(path).value_or("");
  return text.substr(0, text.find('\n'));
}

std::vector<HardwareThread> allowed_threads() {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  std::vector<HardwareThread> threads;
  if (sched_getaffinity(0, sizeof mask, &mask) != 0) return threads;
  for (std::size_t cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (!CPU_ISSET(cpu, &mask)) continue;
    const auto siblings =
        first_line(fmt::format("/sys/devices/system/cpu/cpu{}/topology/thread_siblings_list", cpu));
    threads.push_back({static_cast<int>(cpu), siblings.empty() ? std::to_string(cpu) : siblings});
  }
  return threads;
}

// The whole CPUs of a cgroup quota (microseconds per period), at least 1. Returns 0 if there is no quota.
int cpus_of_quota(std::int64_t quota, std::int64_t period) {
  return quota > 0 && period > 0 ? static_cast<int>(std::max<std::int64_t>(1, quota / period)) : 0;
}

int quota_v2(const std::string& group) {
  std::istringstream text(
      first_line("/sys/fs/cgroup" + group + "/cpu.max"));  // "max 100000" or "200000 100000"
  std::int64_t quota = 0;
  std::int64_t period = 0;
  text >> quota >> period;
  return text ? cpus_of_quota(quota, period) : 0;
}

int quota_v1(const std::string& group) {
  const auto folder = "/sys/fs/cgroup/cpu" + group;
  const auto quota = first_line(folder + "/cpu.cfs_quota_us");
  const auto period = first_line(folder + "/cpu.cfs_period_us");
  if (quota.empty() || period.empty()) return 0;
  return cpus_of_quota(std::strtoll(quota.c_str(), nullptr, 10), std::strtoll(period.c_str(), nullptr, 10));
}

int tighter(int a, int b) { return a == 0 || b == 0 ? std::max(a, b) : std::min(a, b); }

// Limits are inherited: the tightest between the group and the root applies.
template <class Quota>
int tightest_up_to_root(std::string group, Quota quota) {
  int most = quota(std::string());
  for (; group.size() > 1; group.erase(group.rfind('/'))) most = tighter(most, quota(group));
  return most;
}

int cgroup_limit() {
  std::istringstream lines(read_file("/proc/self/cgroup").value_or(""));
  int most = 0;
  for (std::string line; std::getline(lines, line);) {  // hierarchy:controllers:path
    const auto first = line.find(':');
    const auto second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const auto controllers = fmt::format(",{},", line.substr(first + 1, second - first - 1));
    const auto group = line.substr(second + 1);
    if (controllers == ",,") most = tighter(most, tightest_up_to_root(group, quota_v2));
    if (controllers.find(",cpu,") != std::string::npos)
      most = tighter(most, tightest_up_to_root(group, quota_v1));
  }
  return most;
}

}  // namespace

Machine choose_cores(const std::vector<HardwareThread>& allowed, int most) {
  Machine machine;
  std::set<std::string> seen;
  for (const auto& thread : allowed)
    if (seen.insert(thread.siblings).second) machine.cores.push_back(thread.cpu);
  if (machine.cores.size() == 1 && allowed.size() > 1) {
    machine.cores.clear();
    for (const auto& thread : allowed) machine.cores.push_back(thread.cpu);
  }
  if (most > 0 && machine.cores.size() > static_cast<std::size_t>(most))
    machine.cores.resize(static_cast<std::size_t>(most));
  return machine;
}

Machine detect_machine() { return choose_cores(allowed_threads(), cgroup_limit()); }

}  // namespace scalegen
