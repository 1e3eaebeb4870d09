#include "generator/job_script/imported_sweep.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "core/directives.hpp"
#include "core/sbatch_option.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "core/units.hpp"
#include "generator/job_script/script_parts.hpp"
#include "generator/job_script/script_size.hpp"
#include "generator/plan/placeholders.hpp"

namespace scalegen::job_script {
namespace {

/// A text as a value of YAML: in quotes unless it can be nothing else.
std::string yaml_value(const std::string& text) {
  if (has_only_plain(text, "_./+,=@-") && !is_all_digits(text)) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? "''" : std::string(1, c);
  return quoted + "'";
}

/// A text of several lines as a value of YAML.
std::string yaml_block(std::string_view text) {
  const auto begin = std::min(text.find_first_not_of('\n'), text.size());
  text.remove_prefix(begin);
  while (text.ends_with('\n')) text.remove_suffix(1);
  std::string block = text.starts_with(' ') ? "|2\n" : "|\n";
  for (const auto& line : lines_of(text)) block += line.empty() ? "\n" : fmt::format("  {}\n", line);
  return block;
}

std::string time_text(std::chrono::seconds time) {
  const auto seconds = time.count();
  if (seconds % 86400 == 0) return fmt::format("{}d", seconds / 86400);
  if (seconds % 3600 == 0) return fmt::format("{}h", seconds / 3600);
  return seconds % 60 == 0 ? fmt::format("{}m", seconds / 60) : fmt::format("{}s", seconds);
}

/// The size, its half, and so on to 1: of several nodes down to one, then by GPUs.
std::vector<std::string> halves_of(const Rung& rung) {
  std::vector<std::string> scales = {rung.name};
  const auto unit = rung.device == DeviceKind::gpu ? "gpu" : "cpu";
  int each = rung.threads > 0 ? rung.threads : rung.ranks_per_node;
  for (int nodes = rung.nodes; nodes > 1;)
    scales.push_back(fmt::format("{}{}{}", (nodes /= 2) > 1 ? fmt::format("{}x", nodes) : "", each, unit));
  while (each > 1) scales.push_back(fmt::format("{}{}", each /= 2, unit));
  std::ranges::reverse(scales);
  return scales;
}

/// Directives that are keys, or that a sweep cannot have.
struct DirectiveRule {
  std::string_view name{};
  std::string_view key{};  // empty: left out
  std::string_view reason{};
};

constexpr std::string_view kOwnOutput = "a run's output is in its own folder";
constexpr std::string_view kNotOfJob = "it tells sbatch what to do, not what the job needs";

constexpr auto kRules =
    std::to_array<DirectiveRule>({{"--account", "account", ""},
                                  {"--partition", "partition", ""},
                                  {"--qos", "qos", ""},
                                  {"--reservation", "reservation", ""},
                                  {"--chdir", "workdir", ""},
                                  {"--output", "", kOwnOutput},
                                  {"--error", "", kOwnOutput},
                                  {"--open-mode", "", kOwnOutput},
                                  {"--requeue", "", "a run that is requeued would be measured twice"},
                                  {"--no-requeue", "", "each script has it"},
                                  {"--signal", "", "scripts use it to keep the time limit"},
                                  {"--mincpus", "", "the cores of a rank are cpus_per_task"}});

class Importer {
 public:
  Importer(const JobScript& script, const ImportRequest& request, ScriptSize size)
      : script_(script), request_(request), size_(std::move(size)) {}

  Result<ImportedSweep> import() {
    auto words = size_words_in(script_, size_);
    const auto parts = parts_of(script_, words);
    if (parts.command.find_first_not_of(" \t\n") == std::string::npos)
      return failure(fmt::format("'{}' starts no program", script_.file));
    TRY(check_braces());
    read_directives();
    for (const auto& question : words.questions) imported_.questions.push_back(question.text);
    imported_.yaml = head() + size_keys() + keys_ + sbatch_key() + request_.metrics;
    if (!parts.setup.empty()) imported_.yaml += "setup: " + yaml_block(parts.setup);
    const auto request = read_job_request(script_);
    const bool says_cores = request.cpus_per_task || request.cpus_per_gpu;
    const auto* const all_cores =
        "unset SRUN_CPUS_PER_TASK SLURM_CPUS_PER_TASK # so that a step of one task has all cores, as in the "
        "script\n";
    imported_.yaml +=
        "command: " + yaml_block((words.has_smaller_step && !says_cores ? all_cores : "") + parts.command);
    imported_.edits = std::move(words.edits);
    return std::move(imported_);
  }

 private:
  /// Braces of the script that the sweep would take for its placeholders.
  [[nodiscard]] Result<void> check_braces() const {
    constexpr auto kNames = std::to_array<std::string_view>(
        {"rung", "nodes", "ranks", "ranks_per_node", "threads", "cores", "cores_per_node", "gpus",
         "gpus_per_node", "cpus_per_task", "scaling", "data", "run_dir", "sweep_dir"});
    for (const auto& [offset, name] : plan::placeholders_in(script_.text))
      if (std::ranges::find(kNames, name) != kNames.end())
        return tl::make_unexpected(
            Diagnostics{{.cited = cite(script_, offset),
                         .message = fmt::format("a sweep takes '{{{}}}' for a placeholder of its own", name),
                         .hint = fmt::format("write it in another way, such as \"{{\"{}\"}}\"", name)}});
    return {};
  }

  void add(std::string_view key, const std::string& value) { keys_ += fmt::format("{}: {}\n", key, value); }

  void leave_out(const Directive& directive, std::string_view reason) {
    imported_.left_out.push_back(
        {directive.begin, fmt::format("{} is left out: {}", directive.name, reason)});
  }

  void ask(std::string question) { size_.open.push_back(std::move(question)); }

  void read_directives() {
    for (const auto& directive : script_.directives)
      if (!is_size(directive) && find_directive(script_, directive.name) == &directive)
        read_directive(directive);
  }

  [[nodiscard]] static bool is_size(const Directive& d) {
    return d.name == "--job-name" || d.name == "--nodes" || d.name == "--ntasks" ||
           d.name == "--ntasks-per-node" || d.name == "--ntasks-per-gpu" || d.name == "--cpus-per-task" ||
           d.name == "--cpus-per-gpu" || d.name.starts_with("--gpus");
  }

  void read_directive(const Directive& directive) {
    const auto& [name, value] = std::tie(directive.name, directive.value);
    const auto* const rule = std::ranges::find(kRules, name, &DirectiveRule::name);
    if (name == "--time") return read_time(directive);
    if (name.starts_with("--mem") && name != "--mem-bind") return read_memory(directive);
    if (name == "--gres") return read_gres(value);
    if (rule != kRules.end() && rule->key.empty()) return leave_out(directive, rule->reason);
    if (sbatch_option_in_word(name) != nullptr || name == "--verbose") return leave_out(directive, kNotOfJob);
    if (rule != kRules.end() && rule->key != "workdir" && !fits_directive(value))
      return leave_out(directive, "a sweep cannot hold its value");
    if (rule != kRules.end()) return add(rule->key, yaml_value(value));
    const auto option = value.empty() ? name : fmt::format("{}={}", name, value);
    if (!name.starts_with("--") || !fits_directive(option))
      return leave_out(directive, "'sbatch:' cannot hold it");
    options_.push_back(option);
    if (!directive.is_known)
      ask(fmt::format("sbatch itself has no option {}: it is a plug-in's, or misspelt", name));
  }

  void read_time(const Directive& directive) {
    const auto time = parse_time(directive.value);
    if (time && time->count() > 0) return add("time_limit", time_text(*time));
    leave_out(directive, "it says no time that sbatch reads");
  }

  void read_memory(const Directive& directive) {
    auto value = directive.value;  // 480gb is 480G to sbatch
    if (value.ends_with('B') || value.ends_with('b')) value.pop_back();
    if (value.ends_with('g') || value.ends_with('m') || value.ends_with('t')) value.back() -= 'a' - 'A';
    const auto mib = parse_memory_mib(value);
    if (!mib || *mib == 0) {
      ask(fmt::format("{}={} is no amount of memory: write 'memory:' with what the program needs",
                      directive.name, directive.value));
      return;
    }
    const auto amount = memory_text(*mib);
    if (directive.name == "--mem-per-cpu") return add("memory", fmt::format("{{per_core: {}}}", amount));
    if (directive.name == "--mem-per-gpu") return add("memory", fmt::format("{{per_gpu: {}}}", amount));
    add("memory", amount);
  }

  /// Keeps what is beside the GPUs.
  void read_gres(std::string_view list) {
    while (!list.empty()) {
      const auto part = list.substr(0, list.find(','));
      list.remove_prefix(std::min(part.size() + 1, list.size()));
      const auto option = fmt::format("{}{}", kGres, part);
      if (is_beside_gpus(option)) options_.push_back(option);
    }
  }

  [[nodiscard]] std::string head() {
    const auto file = std::filesystem::path(script_.file);
    std::string text =
        fmt::format("# From {}, which asks for {}.\n", file.filename().string(), size_.rung.name);
    for (const auto& question : size_.open) text += fmt::format("# CHECK: {}\n", question);
    imported_.questions.insert(imported_.questions.begin(), size_.open.begin(), size_.open.end());
    const auto* const name = find_directive(script_, "--job-name");
    const auto stem = file.stem().string();
    const bool has_name = name != nullptr && can_name_a_folder(name->value);
    return text + fmt::format("name: {}\n", has_name ? name->value : can_name_a_folder(stem) ? stem : "job");
  }

  [[nodiscard]] std::string size_keys() const {
    const auto scales = request_.scales.empty() ? halves_of(size_.rung) : request_.scales;
    auto text = fmt::format("scales: [{}]\n", fmt::join(scales, ", "));
    if (size_.rung.threads > 0) text += "threads: all\n";
    if (size_.cpus_per_task) text += fmt::format("parameters: {{cpus_per_task: {}}}\n", *size_.cpus_per_task);
    if (!size_.gpu_type.empty()) text += fmt::format("gpu_type: {}\n", yaml_value(size_.gpu_type));
    if (size_.says_tasks)
      text += size_.tasks == TaskOf::node ? "tasks: per_node # one a node, which starts its ranks\n"
                                          : "tasks: per_rank\n";
    return text + "software: own # as it is: no modules, variables or container of the site's\n";
  }

  [[nodiscard]] std::string sbatch_key() const {
    std::string text = options_.empty() ? "" : "sbatch:\n";
    for (const auto& option : options_) text += fmt::format("  - {}\n", yaml_value(option));
    return text;
  }

  const JobScript& script_;
  const ImportRequest& request_;
  ScriptSize size_;
  std::string keys_{};
  std::vector<std::string> options_{};
  ImportedSweep imported_{};
};

}  // namespace

Result<ImportedSweep> import_script(const JobScript& script, const ImportRequest& request) {
  TRY(check_importable(script));
  TRY_ASSIGN(auto size, size_of(script));
  return Importer(script, request, std::move(size)).import();
}

}  // namespace scalegen::job_script
