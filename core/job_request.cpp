#include "core/job_request.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <utility>

#include "core/text.hpp"

namespace scalegen {
namespace {

constexpr int kMost = 10'000'000;  // of anything in a job

/// The number that a text is; with `ends` it may go on behind one of them.
std::optional<int> count_in(std::string_view text, std::string_view ends = "") {
  int count = 0;
  const auto* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, count);
  const bool is_whole = rest == end || ends.find(*rest) != std::string_view::npos;
  return error == std::errc{} && is_whole && count >= 0 && count <= kMost ? std::optional(count)
                                                                          : std::nullopt;
}

struct Gpus {
  std::optional<int> count{};
  std::string type{};
};

/// One part of a list: `4`, `a100:4(S:0-1)`, or `a100` for one.
Gpus gpus_in(std::string_view part) {
  part = part.substr(0, part.find('('));
  if (const auto count = count_in(part)) return {count, ""};
  const auto colon = part.find(':');
  auto type = std::string(part.substr(0, colon));
  if (!type.empty() && !has_only_plain(type, "_-.")) return {};
  return {colon == part.npos ? 1 : count_in(part.substr(colon + 1)), std::move(type)};
}

/// What stands behind the name in gpu:4, gres:gpu:4 and gres/gpu=4; nullopt for another resource.
std::optional<std::string_view> behind_gpu(std::string_view part) {
  if (part.starts_with("gres:") || part.starts_with("gres/")) part.remove_prefix(5);
  if (!part.starts_with("gpu")) return std::nullopt;
  part.remove_prefix(3);
  if (part.empty() || part.front() == '(') return part;
  return part.front() == ':' || part.front() == '=' ? std::optional(part.substr(1)) : std::nullopt;
}

/// The sum of --gpus=a100:2,v100:2 and of --gres=gpu:2,lscratch:10, and the first type; nullopt if no GPUs
/// are named.
std::optional<Gpus> gpus_among(std::string_view list, bool by_name) {
  std::optional<Gpus> sum;
  for (std::size_t end = 0; !list.empty(); list.remove_prefix(std::min(end + 1, list.size()))) {
    end = std::min(list.find(','), list.size());
    const auto part = by_name ? behind_gpu(list.substr(0, end)) : list.substr(0, end);
    if (!part) continue;
    auto gpus = gpus_in(*part);
    if (!sum) sum = Gpus{0, ""};
    const bool is_known = sum->count && gpus.count && *sum->count <= kMost;
    sum->count = is_known ? std::optional(*sum->count + *gpus.count) : std::nullopt;
    if (sum->type.empty()) sum->type = std::move(gpus.type);
  }
  return sum;
}

std::optional<int> ratio(std::optional<int> all, std::optional<int> parts) {
  if (!all || !parts || *parts == 0 || *all % *parts != 0) return std::nullopt;
  return *all / *parts;
}

std::optional<int> product(std::optional<int> a, std::optional<int> b) {
  const auto result = std::int64_t{a.value_or(0)} * b.value_or(0);
  return a && b && result <= kMost ? std::optional(static_cast<int>(result)) : std::nullopt;
}

std::optional<int> gpus_said_of_node(const JobRequest& request) {
  return request.gpus_per_node ? request.gpus_per_node : ratio(request.gpus, nodes_of(request));
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
  auto gpus = is_of_gpus ? gpus_among(value, by_name) : Gpus{count_in(value, name == "--nodes" ? "-" : "")};
  if (!gpus) return;
  request.*found->second = gpus->count;
  if (!gpus->type.empty()) request.gpu_type = std::move(gpus->type);
}

JobRequest read_job_request(const JobScript& script) {
  JobRequest request;
  for (const auto& directive : script.directives)
    read_request_option(directive.name, directive.value, request);
  return request;
}

JobRequest read_step_request(JobRequest of_job, std::span<const std::string> options) {
  auto request = std::move(of_job);
  for (std::size_t i = 0, of_tasks = 0; i < options.size(); ++i) {
    const std::string_view word = options[i];
    const auto name = sbatch_option_named(word);
    if (name.starts_with("--ntasks") && of_tasks++ == 0)
      request.tasks = request.tasks_per_node = request.tasks_per_gpu = std::nullopt;
    const auto value = word.starts_with("--") ? word.find('=') + 1 : 2;  // 0 and 2: perhaps in the next word
    const bool is_next = (value == 0 || word.size() == 2) && i + 1 < options.size();
    read_request_option(name, is_next ? options[i + 1] : word.substr(std::min(value, word.size())), request);
  }
  return request;
}

std::optional<int> nodes_of(const JobRequest& request) {
  if (request.nodes) return request.nodes;
  if (const auto by_tasks = ratio(request.tasks, request.tasks_per_node)) return by_tasks;
  return ratio(request.gpus, request.gpus_per_node);
}

std::optional<int> tasks_of(const JobRequest& request) {
  if (request.tasks) return request.tasks;
  if (request.gpus && request.tasks_per_gpu) return product(request.gpus, request.tasks_per_gpu);
  return product(nodes_of(request), tasks_per_node_of(request));
}

// Beside --ntasks the tasks a node are a bound.
std::optional<int> tasks_per_node_of(const JobRequest& request) {
  if (const auto even = ratio(request.tasks, nodes_of(request))) return even;
  if (request.tasks_per_node || request.tasks) return request.tasks_per_node;
  return product(gpus_said_of_node(request), request.tasks_per_gpu);
}

std::optional<int> gpus_per_node_of(const JobRequest& request) {
  if (const auto said = gpus_said_of_node(request)) return said;
  return product(request.gpus_per_task, tasks_per_node_of(request));
}

}  // namespace scalegen
