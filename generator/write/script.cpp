#include "generator/write/script.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/run_directory.hpp"
#include "core/shell_quote.hpp"
#include "core/units.hpp"
#include "generator/embedded.hpp"
#include "generator/read/map_reader.hpp"
#include "generator/write/directives.hpp"

namespace scalegen {
namespace {

/// All names that templates may use.
const std::vector<std::string>& template_names() {
  static const std::vector<std::string> names = {"arguments",
                                                 "cores",
                                                 "cpus_per_task",
                                                 "data",
                                                 "data_folder",
                                                 "directives",
                                                 "env",
                                                 "gpus",
                                                 "job_name",
                                                 "line",
                                                 "made_by",
                                                 "modules",
                                                 "name",
                                                 "nodes",
                                                 "program",
                                                 "root",
                                                 "run",
                                                 "rank_cores",
                                                 "ranks",
                                                 "ranks_per_node",
                                                 "setup",
                                                 "setup_lines",
                                                 "time_limit_seconds",
                                                 "title",
                                                 "value",
                                                 "word"};
  return names;
}

/// For a comment: a new line in it would end it.
std::string comment(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; },
      '?');
  return text;
}

/// "2 nodes, 2 ranks each; a rank has 1 GPU and 6 cores"
std::string shape(const Run& run, bool here) {
  const auto& r = run.resources;
  const auto where = here ? "this machine, " + counted(r.tasks_per_node, "rank")
                          : fmt::format("{}, {}{}", counted(r.nodes, "node"),
                                        counted(r.tasks_per_node, "rank"), r.nodes > 1 ? " each" : "");
  return fmt::format("{}; a rank has {}{}", where, r.gpus_per_node > 0 ? "1 GPU and " : "",
                     counted(r.cpus_per_task, "core"));
}

TemplateValues with_text(const char* name, std::string text) { return {.texts = {{name, std::move(text)}}}; }

std::vector<TemplateValues> lines_of(const std::vector<std::string>& lines) {
  std::vector<TemplateValues> values;
  for (const auto& line : lines) values.push_back(with_text("line", line));
  return values;
}

/// The arguments as a person reads them: a flag and its value on one line.
std::vector<TemplateValues> argument_lines(const std::vector<std::string>& command) {
  std::vector<std::string> lines;
  for (std::size_t i = 1; i < command.size(); ++i) {
    auto line = home_word(command[i]);
    const bool has_value =
        command[i].starts_with("--") && i + 1 < command.size() && !command[i + 1].starts_with("--");
    if (has_value) line.append(" ").append(home_word(command[++i]));
    lines.push_back(std::move(line));
  }
  return lines_of(lines);
}

/// One word for each rank: the hardware threads that it is pinned to.
std::string rank_cores(const Run& run, const std::vector<int>& cores) {
  const auto each = static_cast<std::size_t>(run.resources.cpus_per_task);
  std::vector<std::string> words;
  for (std::size_t rank = 0; rank < static_cast<std::size_t>(run.resources.tasks_per_node); ++rank) {
    std::string word;
    for (auto core = rank * each; core < (rank + 1) * each && core < cores.size(); ++core)
      word += fmt::format("{}{}", word.empty() ? "" : ",", cores[core]);
    words.push_back(std::move(word));
  }
  return shell_command(words);
}

TemplateValues common_values(const ScriptContext& context, const ScriptOrigin& origin) {
  TemplateValues values;
  values.texts = {{"made_by", comment(fmt::format("scalegen {}: {}", origin.version, origin.command))},
                  {"root", origin.root.string()},
                  {"data_folder", home_word(context.data_folder)}};
  values.conditions = {{"data", !context.data_folder.empty()},
                       {"setup", !context.modules.empty() || !context.extras.setup.empty()}};
  std::vector<TemplateValues> modules;
  for (const auto& module : context.modules) modules.push_back(with_text("word", module));
  std::vector<TemplateValues> env;
  for (const auto& [name, value] : context.extras.env)
    env.push_back({.texts = {{"name", name}, {"value", value}}});
  values.lists = {{"modules", std::move(modules)},
                  {"setup_lines", lines_of(context.extras.setup)},
                  {"env", std::move(env)}};
  return values;
}

}  // namespace

ScriptWriter::ScriptWriter(Template body, TemplateValues common, PlanHead head, ScriptContext context,
                           ScriptOrigin origin)
    : template_(std::move(body)),
      common_(std::move(common)),
      head_(std::move(head)),
      context_(std::move(context)),
      origin_(std::move(origin)) {}

Result<ScriptWriter> ScriptWriter::make(const PlanHead& head, ScriptContext context, ScriptOrigin origin) {
  const auto root = origin.root.string();
  if (!origin.root.is_absolute() || has_control_characters(root))
    return failure(
        fmt::format("scripts need an absolute path without control characters, not '{}'", comment(root)));
  auto body = Template::parse(embedded_templates(), head.scheduler + ".sbatch", template_names());
  if (!body) return tl::make_unexpected(std::move(body.error()));
  auto common = common_values(context, origin);
  return ScriptWriter(std::move(*body), std::move(common), head, std::move(context), std::move(origin));
}

Result<std::string> ScriptWriter::render(const Job& job, const Run& run) const {
  const bool here = head_.scheduler == "local";
  const auto& r = run.resources;
  const auto job_name = fmt::format("{}-{}", head_.name, job.id);
  TemplateValues values;
  const auto add = [&](const char* name, std::string text) {
    values.texts.emplace_back(name, std::move(text));
  };
  add("title",
      comment(fmt::format("{}, run {}, rung {}: {}", head_.name, run.id, run.rung.name, shape(run, here))));
  add("run", run.id);
  add("program", home_word(run.command.front()));
  add("nodes", fmt::format("{}", r.nodes));
  add("ranks", fmt::format("{}", world_size(run.rung)));
  add("ranks_per_node", fmt::format("{}", r.tasks_per_node));
  add("cpus_per_task", fmt::format("{}", r.cpus_per_task));
  add("time_limit_seconds", fmt::format("{}", r.time_limit.count()));
  add("cores", here ? rank_cores(run, context_.cores) : "");
  values.conditions.emplace_back("gpus", r.gpus_per_node > 0);
  values.lists.emplace_back("arguments", argument_lines(run.command));
  if (!here) {
    const auto output = (RunDirectory{origin_.root}.job_folder(job.id) / "slurm-%j.out").string();
    auto lines = directives(run, job_name, output, context_);
    if (!lines) return tl::make_unexpected(std::move(lines.error()));
    values.lists.emplace_back("directives", lines_of(*lines));
  }
  return template_.render(values, common_);
}

}  // namespace scalegen
