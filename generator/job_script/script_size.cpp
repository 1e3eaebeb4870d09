#include "generator/job_script/script_size.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/regex.hpp"
#include "core/try.hpp"
#include "core/units.hpp"
#include "generator/plan/cpu_program.hpp"

namespace scalegen::job_script {
namespace {

/// The processes of torchrun on a node, if they are written as a number.
std::optional<int> torchrun_processes(const std::string& text) {
  static const Regex kForm("--nproc[-_]per[-_]node[= ]+\"?(\\d{1,5})");
  int count = 0;
  return partial_match(text, kForm, &count) ? std::optional(count) : std::nullopt;
}

/// True for programs of which one a node starts the node's ranks.
bool starts_ranks_of_node(const std::string& text) {
  static const Regex kForm("torchrun|torch\\.distributed\\.(run|launch)|accelerate launch|deepspeed ");
  return partial_match(text, kForm);
}

class SizeReader {
 public:
  explicit SizeReader(const JobScript& script) : script_(script), request_(read_job_request(script)) {
    if (!request_.tasks && request_.gpus && request_.gpus_per_task.value_or(0) > 0)
      request_.tasks = *request_.gpus / *request_.gpus_per_task;
  }

  Result<ScriptSize> read() {
    if (const auto* const unknown = unknown_number())
      return refusal(
          *unknown,
          fmt::format("'{}' is no number here, so the size of the script is not known", unknown->name),
          "write the number into the line");
    const bool says_both = (request_.tasks || request_.tasks_per_node) && gpus_per_node() > 0;
    for (const auto& [option, better] : {std::pair("--ntasks-per-gpu", "--ntasks and --gpus"),
                                         std::pair("--gpus-per-socket", "--gpus-per-node")})
      if (const auto* const unread = find_directive(script_, option); unread != nullptr && !says_both)
        return refusal(*unread, fmt::format("the size of a script is not read from {}", option),
                       fmt::format("write {} in its place", better));
    auto& rung = size_.rung;
    rung.nodes = nodes();
    tasks_ = tasks_per_node();
    const auto gpus = gpus_per_node();
    TRY(check_even("--ntasks", "task", request_.tasks, tasks_, request_.tasks_per_node));
    TRY(check_even("--gpus", "GPU", request_.gpus, gpus, request_.gpus_per_node));
    rung.device = gpus > 0 ? DeviceKind::gpu : DeviceKind::cpu;
    const auto by_torchrun = torchrun_processes(script_.text);
    rung.ranks_per_node = gpus > 0 ? gpus : by_torchrun.value_or(tasks_);
    rung.threads =
        gpus == 0 && !by_torchrun && tasks_ * rung.nodes == 1 ? request_.cpus_per_task.value_or(1) : 0;
    if (auto error = choose_tasks()) return tl::make_unexpected(Diagnostics{*std::move(error)});
    count_cores();
    size_.gpu_type = request_.gpu_type;
    if (tasks_ > 1) size_.gpus_per_task = request_.gpus_per_task.value_or(0);
    const auto each = rung.threads > 0 ? rung.threads : rung.ranks_per_node;
    rung.name = fmt::format("{}{}{}", rung.nodes > 1 ? fmt::format("{}x", rung.nodes) : "", each,
                            gpus > 0 ? "gpu" : "cpu");
    return std::move(size_);
  }

 private:
  [[nodiscard]] tl::unexpected<Diagnostics> refusal(const Directive& at, std::string message,
                                                    std::string hint) const {
    return tl::make_unexpected(Diagnostics{
        {.cited = cite(script_, at.begin), .message = std::move(message), .hint = std::move(hint)}});
  }

  /// Returns an error unless each node has as many of what is asked for in all, as in a rung. Slurm fills
  /// the first nodes, or refuses what does not fit.
  [[nodiscard]] Result<void> check_even(const char* option, std::string_view what, std::optional<int> all,
                                        int each, std::optional<int> most) const {
    const int nodes = size_.rung.nodes;
    const auto* const said = find_directive(script_, option);
    if (!all || (*all == std::int64_t{nodes} * each && each <= most.value_or(each))) return {};
    return refusal(said != nullptr ? *said : *find_directive(script_, "--gpus"),
                   fmt::format("no rung has {}{}{}: it has as many on each node", counted(*all, what),
                               nodes_of(request_) ? " on " + counted(nodes, "node") : "",
                               most ? fmt::format(" with {} a node", *most) : ""),
                   fmt::format("write --nodes and {0}-per-node, and no {0}", option));
  }

  /// A directive of the size whose value is a variable, a placeholder, or no number that sbatch takes.
  [[nodiscard]] const Directive* unknown_number() const {
    static const Regex kCount("0*[1-9][0-9]*");
    static const Regex kNodes("0*[1-9][0-9]*(-[0-9]+)?");
    const auto found = std::ranges::find_if(script_.directives, [](const Directive& d) {
      const bool is_of_size = d.name == "--nodes" || d.name.starts_with("--ntasks") ||
                              d.name.starts_with("--gpus") || d.name == "--gres" ||
                              d.name.starts_with("--cpus-per");
      const bool is_count = d.name.starts_with("--ntasks") || d.name.starts_with("--cpus-per");
      return is_of_size && (d.value.find_first_of("$<{") != std::string::npos ||
                            (is_count && !full_match(d.value, kCount)) ||
                            (d.name == "--nodes" && !full_match(d.value, kNodes)));
    });
    return found == script_.directives.end() ? nullptr : &*found;
  }

  int nodes() {
    const auto said = nodes_of(request_);
    const int tasks = request_.tasks.value_or(1);
    const int gpus = request_.gpus.value_or(0);
    if (request_.most_nodes > request_.nodes)
      ask(fmt::format("the script takes {} to {} nodes, as Slurm has them; a rung says it, here {}",
                      *request_.nodes, *request_.most_nodes, *said));
    if (!said && tasks > 1)
      ask(fmt::format(
          "the script leaves it to Slurm on how many nodes its {} tasks run; a rung says it, here "
          "one",
          tasks));
    else if (!said && gpus > 1)
      ask(
          fmt::format("the script leaves it to Slurm on how many nodes its {} GPUs are; a rung says it, here "
                      "one",
                      gpus));
    if (const auto all = said.value_or(1); all > 1 && tasks > all && !request_.tasks_per_node)
      ask(fmt::format(
          "the script does not say how many of its {} tasks are on each of its {} nodes, and Slurm may "
          "fill the first; here each has {}",
          tasks, all, tasks / all));
    return said.value_or(1);
  }

  [[nodiscard]] int tasks_per_node() const {
    if (const auto said = tasks_per_node_of(request_)) return std::min(*said, request_.tasks.value_or(*said));
    return nodes_of(request_) ? 1 : request_.tasks.value_or(1);
  }

  [[nodiscard]] int gpus_per_node() const {
    if (const auto said = gpus_per_node_of(request_)) return *said;
    const int of_tasks = request_.gpus_per_task.value_or(0) * tasks_;
    return request_.gpus.value_or(of_tasks);
  }

  std::optional<Diagnostic> choose_tasks() {
    const auto& rung = size_.rung;
    const bool by_launcher = plan::starts_ranks(script_.text);
    const bool is_one_a_node = tasks_ == 1 && (rung.ranks_per_node > 1 || starts_ranks_of_node(script_.text));
    const bool is_spare = tasks_ != 1 && tasks_ != rung.ranks_per_node;
    size_.tasks = is_one_a_node || is_spare ? TaskOf::node : TaskOf::rank;
    size_.says_tasks =
        (size_.tasks == TaskOf::rank) != by_launcher && (rung.ranks_per_node > 1 || by_launcher);
    if (!is_spare) return std::nullopt;
    if (by_launcher)
      return Diagnostic{
          .message = fmt::format("the script has {} tasks a node for {}, and a rung one rank for each",
                                 tasks_, counted(rung.ranks_per_node, "GPU")),
          .hint = "write the sweep by hand: docs/sweep-file.md, \"Programs of your own\""};
    ask(fmt::format(
        "the script asks for {} tasks a node, and starts none of them; here a node has one, with their "
        "cores",
        tasks_));
    return std::nullopt;
  }

  void count_cores() {
    const auto& rung = size_.rung;
    const auto of_gpus =
        request_.cpus_per_gpu ? std::optional(*request_.cpus_per_gpu * rung.ranks_per_node) : std::nullopt;
    const auto all = request_.cpus_per_task ? std::optional(*request_.cpus_per_task * tasks_) : of_gpus;
    if (rung.threads > 0) return;
    const int ranks = rung.ranks_per_node;
    if (!all && tasks_ != ranks)
      return ask(
          fmt::format("the script asks for no cores, and Slurm gives one to all {} ranks of a node; here "
                      "each has what is usual on the cluster: say 'parameters: {{cpus_per_task: N}}'",
                      ranks));
    const int cores = all.value_or(tasks_);
    size_.cpus_per_task = (cores + ranks - 1) / ranks;
    if (cores % ranks != 0)
      ask(fmt::format("the script has {} for the {} ranks of a node; here each rank has {}",
                      counted(cores, "core"), ranks, *size_.cpus_per_task));
  }

  void ask(std::string question) { size_.open.push_back(std::move(question)); }

  const JobScript& script_;
  JobRequest request_;
  int tasks_ = 1;  // on a node
  ScriptSize size_{};
};

}  // namespace

Result<ScriptSize> size_of(const JobScript& script) { return SizeReader(script).read(); }

}  // namespace scalegen::job_script
