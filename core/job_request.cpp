#include "core/job_request.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <utility>

#include "core/launcher_options.hpp"
#include "core/regex.hpp"

namespace scalegen {
namespace {

constexpr int kMostOfAJob = 10'000'000;  // of anything in a job

std::optional<int> count_in(std::string_view text) {
  int count = 0;
  const auto* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, count);
  const bool is_number = error == std::errc{} && stop == end;
  return is_number && count >= 0 && count <= kMostOfAJob ? std::optional(count) : std::nullopt;
}

struct Gpus {
  std::optional<int> count{};
  std::string type{};  // of the first
};

/// The sum of a list such as a100:2,v100:2, or, by name, gpu:a100:2(S:0-1),lscratch:10; a type alone is one.
/// nullopt if no GPUs are in it.
std::optional<Gpus> gpus_among(std::string_view list, bool by_name) {
  static const Regex kPlain("(?:([\\w.-]*[A-Za-z_][\\w.-]*)(?::|$))?(\\d{1,7})?");
  static const Regex kNamed(
      "(?:gres[:/])?gpu(?:[:=]([\\w.-]*[A-Za-z_][\\w.-]*))?(?:[:=](\\d{1,7}))?(?:\\(.*\\))?");
  std::optional<Gpus> sum;
  for (std::size_t end = 0; !list.empty(); list.remove_prefix(std::min(end + 1, list.size()))) {
    end = std::min(list.find(','), list.size());
    std::string type;
    std::string count;
    const bool is_read = full_match(list.substr(0, end), by_name ? kNamed : kPlain, &type, &count);
    if (by_name && !is_read) continue;
    if (!sum) sum = Gpus{0, type};
    const bool is_known = is_read && sum->count && *sum->count <= kMostOfAJob;
    sum->count =
        is_known ? std::optional(*sum->count + (count.empty() ? 1 : std::stoi(count))) : std::nullopt;
  }
  return sum;
}

std::optional<int> ratio(std::optional<int> all, std::optional<int> parts) {
  if (!all || !parts || *parts == 0 || *all % *parts != 0) return std::nullopt;
  return *all / *parts;
}

std::optional<int> product(std::optional<int> a, std::optional<int> b) {
  const auto result = std::int64_t{a.value_or(0)} * b.value_or(0);
  return a && b && result <= kMostOfAJob ? std::optional(static_cast<int>(result)) : std::nullopt;
}

}  // namespace

void read_request_option(std::string_view name, std::string_view value, JobRequest& request) {
  using Count = std::optional<int> JobRequest::*;
  static constexpr auto kCounts =
      std::to_array<std::pair<std::string_view, Count>>({{"--nodes", &JobRequest::nodes},
                                                         {"--ntasks", &JobRequest::tasks},
                                                         {"--ntasks-per-node", &JobRequest::tasks_per_node},
                                                         {"--ntasks-per-gpu", &JobRequest::tasks_per_gpu},
                                                         {"--cpus-per-task", &JobRequest::cpus_per_task},
                                                         {"--cpus-per-gpu", &JobRequest::cpus_per_gpu},
                                                         {"--gpus", &JobRequest::gpus},
                                                         {"--gpus-per-node", &JobRequest::gpus_per_node},
                                                         {"--gpus-per-task", &JobRequest::gpus_per_task},
                                                         {"--gres", &JobRequest::gpus_per_node},
                                                         {"--tres-per-task", &JobRequest::gpus_per_task}});
  const auto* const found = std::ranges::find(kCounts, name, &std::pair<std::string_view, Count>::first);
  if (found == kCounts.end()) return;
  const bool by_name = name == "--gres" || name == "--tres-per-task";
  const bool is_of_gpus = by_name || name.starts_with("--gpus");
  auto gpus = is_of_gpus ? gpus_among(value, by_name)
                         : Gpus{count_in(name == "--nodes" ? value.substr(0, value.find('-')) : value)};
  if (!gpus) return;
  if (name == "--nodes") request.most_nodes = count_in(value.substr(value.rfind('-') + 1));
  request.*found->second = gpus->count;
  if (!gpus->type.empty()) request.gpu_type = std::move(gpus->type);
}

JobRequest read_job_request(const JobScript& script) {
  JobRequest request;
  for (const auto& directive : script.directives)
    read_request_option(directive.name, directive.value, request);
  return request;
}

SrunOptions read_srun(std::span<const std::string> words, JobRequest of_job) {
  const auto read = read_launcher(words);
  SrunOptions srun{std::move(of_job), read.program};
  bool says_tasks = false;
  bool says_gpus = false;
  for (const auto& option : read.options) {
    const auto name = sbatch_option_named(option.name);
    if (name.starts_with("--ntasks") && !std::exchange(says_tasks, true))
      srun.request.tasks = srun.request.tasks_per_node = srun.request.tasks_per_gpu = std::nullopt;
    const bool is_of_gpus = name.starts_with("--gpus") || name == "--gres" || name == "--tres-per-task";
    if (is_of_gpus && !std::exchange(says_gpus, true))
      srun.request.gpus = srun.request.gpus_per_node = srun.request.gpus_per_task = std::nullopt;
    read_request_option(name, option.value, srun.request);
  }
  return srun;
}

// Fewer tasks than nodes get a node each.
std::optional<int> nodes_of(const JobRequest& request) {
  if (request.nodes) return std::min(*request.nodes, request.tasks.value_or(kMostOfAJob));
  if (const auto by_tasks = ratio(request.tasks, request.tasks_per_node)) return by_tasks;
  return ratio(request.gpus, request.gpus_per_node);
}

std::optional<int> tasks_of(const JobRequest& request) {
  if (request.tasks) return request.tasks;
  return product(nodes_of(request), tasks_per_node_of(request));
}

// Beside --ntasks the tasks a node are a bound.
std::optional<int> tasks_per_node_of(const JobRequest& request) {
  if (const auto even = ratio(request.tasks, nodes_of(request))) return even;
  if (request.tasks_per_node) return request.tasks_per_node;
  const auto gpus = request.gpus_per_node ? request.gpus_per_node : ratio(request.gpus, nodes_of(request));
  return product(request.tasks_per_gpu, gpus);
}

std::optional<int> gpus_per_node_of(const JobRequest& request) {
  if (request.gpus_per_node) return request.gpus_per_node;
  if (request.gpus) return ratio(request.gpus, nodes_of(request));
  return product(request.gpus_per_task, tasks_per_node_of(request));
}

}  // namespace scalegen
