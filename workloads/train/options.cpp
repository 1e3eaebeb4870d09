#include "workloads/train/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <string_view>
#include <utility>

#include "workloads/setting_dependencies.hpp"
#include "workloads/train/arguments.hpp"
#include "workloads/train/error.hpp"
#include "workloads/train/setters.hpp"

namespace scalegen::train {
namespace {

Set profile(bool& phases) {
  return [&phases](const std::string& text) -> std::string {
    if (text != "phases") return "phases";
    phases = true;
    return {};
  };
}

/// A recipe, and with it a model. `--model` takes those that bear their model's name.
Set recipe_named(Options& o, bool of_model) {
  return [&o, of_model](const std::string& text) -> std::string {
    const auto* const found = recipe::find(recipe::kRecipes, &recipe::Recipe::name, text);
    if (found && (!of_model || found->name == found->model)) {
      o.recipe = found;
      return {};
    }
    std::vector<std::string_view> names;
    for (const recipe::Recipe& row : recipe::kRecipes)
      if (!of_model || row.name == row.model) names.push_back(row.name);
    return fmt::format("one of {}", fmt::join(names, ", "));
  };
}

/// More of them is a mistake in writing.
constexpr int64_t kMostThreads = 100'000;
constexpr int64_t kMostSeconds = 1'000'000;

/// The option that each setting of the recipes' table sets here.
std::vector<std::pair<std::string_view, Set>> settings(Options& o) {
  return {
      {"steps", whole_number(o.steps, 1)},
      {"epochs", whole_number(o.epochs, 1)},
      {"seconds", positive_number(o.seconds)},
      {"global_batch", whole_number(o.global_batch, 1)},
      {"per_rank_batch", whole_number(o.per_rank_batch, 1)},
      {"accumulate", whole_number(o.accumulate, 1)},
      {"batch_unit", choice(o.batch_unit, "batch_unit")},
      {"sequence_length", whole_number(o.sequence_length, 1)},
      {"drop_last", yes_or_no(o.drop_last)},
      {"augment", yes_or_no(o.augment)},
      {"shuffle", yes_or_no(o.shuffle)},
      {"strategy", choice(o.strategy, "strategy")},
      {"bucket_mb", positive_number(o.bucket_mb)},
      {"gradient_compression", choice(o.compression, "gradient_compression")},
      {"optimizer", choice(o.learning.optimizer, "optimizer")},
      {"learning_rate", positive_number(o.learning.rate)},
      {"momentum", number_from_0(o.learning.momentum)},
      {"nesterov", yes_or_no(o.learning.nesterov)},
      {"weight_decay", number_from_0(o.learning.weight_decay)},
      {"schedule", choice(o.learning.schedule, "schedule")},
      {"schedule_epochs", whole_number(o.learning.schedule_epochs, 1)},
      {"gamma", positive_number(o.learning.gamma)},
      {"warmup_steps", whole_number(o.learning.warmup_steps, 1)},
      {"clip_norm", positive_number(o.learning.clip_norm)},
      {"precision", choice(o.precision, "precision")},
      {"channels_last", yes_or_no(o.channels_last)},
      {"cuda_graph", choice(o.cuda_graph, "cuda_graph")},
      {"nccl_priority", choice(o.nccl_is_urgent, "nccl_priority")},
      {"evaluate", when(o.evaluate)},
      {"target_accuracy", fraction(o.target_accuracy)},
      {"patience", whole_number(o.patience, 1)},
      {"peak_tflops", positive_number(o.peak_tflops)},
      {"cpus_per_task", whole_number(o.threads, 1, kMostThreads)},
  };
}

/// A setting's words, or what stands for its value in the help.
std::string value_of(const recipe::Setting& setting) {
  switch (setting.kind) {
    case recipe::Kind::whole_number:
      return "N";
    case recipe::Kind::number:
    case recipe::Kind::positive_number:
    case recipe::Kind::fraction:
      return "X";
    case recipe::Kind::word:
      return "WORD";
    case recipe::Kind::yes_or_no:
      return "yes|no";
  }
  return "";
}

std::string help_of(const recipe::Setting& setting) {
  if (setting.choices().empty()) return std::string(setting.help);
  return fmt::format("{}: {}", setting.help, fmt::join(setting.choices(), ", "));
}

std::vector<Flag> flags(Options& o) {
  const auto add_root = [&o](const std::string& text) {
    o.data_roots.emplace_back(text);
    return std::string();
  };
  std::vector<Flag> flags = {
      {"--model", "NAME", "what is trained (default mnist_cnn)", recipe_named(o, /*of_model=*/true)},
      {"--recipe", "NAME", "a tutorial's model with its settings, in place of --model",
       recipe_named(o, /*of_model=*/false)},
      {"--data", "SET", "auto (default), synthetic, a set's name, or its folder", any_text(o.data)},
      {"--data-root", "DIR", "look for the sets here too; may be given more than once", add_root},
      {"--samples", "N", "synthetic samples (default 60000, or what 256 MiB hold), or rows of a text",
       whole_number(o.samples, 1)},
  };
  for (auto& [name, set] : settings(o)) {
    const recipe::Setting& setting = *recipe::find(recipe::kSettings, &recipe::Setting::name, name);
    flags.push_back({std::string(setting.flag), value_of(setting), help_of(setting), std::move(set)});
  }
  const std::vector<Flag> others = {
      {"--seed", "N", "of parameters, order of samples and dropout (default 1)", whole_number(o.seed, 0)},
      {"--replicas", "N", "devices of the one rank of --strategy data_parallel", whole_number(o.replicas, 1)},
      {"--device", "NAME", "auto (default), cpu or cuda, which is an AMD GPU, too",
       one_of(o.device, {"auto", "cpu", "cuda"})},
      {"--backend", "NAME", "auto (default), gloo or nccl, which is RCCL, too",
       one_of(o.backend, {"auto", "gloo", "nccl"})},
      {"--share-gpu", "", "with --backend gloo: ranks may use one GPU, for a test",
       constant(o.shares_gpu, true)},
      {"--timeout", "SECONDS", "for ranks to meet and for each collective (default 120)",
       whole_number(o.timeout_seconds, 1, kMostSeconds)},
      {"--profile", "phases", "print what a step's time goes into", profile(o.profile_phases)},
      {"--metrics", "FILE", "append the event lines here (default $SCALEGEN_METRICS)", any_text(o.metrics)},
      {"--dump-parameters", "FILE", "each rank writes FILE.RANK at the end: raw float32",
       any_text(o.dump_parameters)},
      {"--no-dropout", "", "so that runs on different numbers of ranks agree", constant(o.dropout, false)},
      {"--capabilities", "", "print what this build and machine can do, as JSON",
       constant(o.command, Command::capabilities)},
      {"--version", "", "print the version", constant(o.command, Command::version)},
      {"--help", "", "print this text", constant(o.command, Command::help)},
  };
  flags.insert(flags.end(), others.begin(), others.end());
  return flags;
}

void read_environment(Options& options) {
  for (const char* name : {"OMP_NUM_THREADS", "SLURM_CPUS_PER_TASK"}) {
    const char* threads = std::getenv(name);
    if (threads && whole_number(options.threads, 1, kMostThreads)(threads).empty()) return;
  }
}

std::string_view flag_of(std::string_view setting) {
  return recipe::find(recipe::kSettings, &recipe::Setting::name, setting)->flag;
}

bool is_given(const std::vector<Argument>& arguments, std::string_view flag) {
  return std::ranges::any_of(arguments,
                             [&](const Argument& argument) { return argument.flag->name == flag; });
}

/// The last value of each flag. Numbers are written alike: 1e-3 is 0.001.
using Values = std::map<std::string, std::string, std::less<>>;

std::string written_alike(const std::string& text) {
  int64_t whole = 0;
  double number = 0;
  return !read_number(text, whole) && read_number(text, number) ? fmt::format("{}", number) : text;
}

/// The recipe's settings where none are given. A recipe speaks for its own optimizer; another one learns with
/// its own defaults. Returns those that hold.
Values apply_recipe(Options& options, const std::vector<Argument>& arguments) {
  const auto given = [&](std::string_view setting) { return is_given(arguments, flag_of(setting)); };
  const auto known = settings(options);
  Values applied;
  const auto set = [&](std::string_view setting, std::string_view value) {
    if (given(setting) || value.empty()) return;
    std::ranges::find(known, setting, &std::pair<std::string_view, Set>::first)->second(std::string(value));
    applied[std::string(flag_of(setting))] = written_alike(std::string(value));
  };
  set("optimizer", recipe::default_of(*options.recipe, "optimizer"));
  const std::string optimizer = word("optimizer", options.learning.optimizer);
  const auto& own = *recipe::find(recipe::kOptimizers, &recipe::OptimizerDefaults::name, optimizer);
  set("learning_rate", own.learning_rate);
  set("momentum", own.momentum);
  set("weight_decay", own.weight_decay);
  set("schedule", recipe::default_of(*options.recipe, "schedule"));
  const std::string schedule = word("schedule", options.learning.schedule);
  for (const recipe::Default& row : recipe::defaults_that_apply(*options.recipe, optimizer, schedule, given))
    set(row.setting, row.value);
  if (options.learning.schedule == ScheduleKind::cosine && !given("schedule_epochs") && options.epochs)
    set("schedule_epochs", fmt::format("{}", *options.epochs));
  return applied;
}

/// The values that hold: the recipe's, and over them those of the command line.
Values values_of(Values values, const std::vector<Argument>& arguments) {
  for (const Argument& argument : arguments) values[argument.flag->name] = written_alike(argument.value);
  return values;
}

/// All but what may differ from rank to rank. What a recipe means is among the values, and the model and the
/// data are compared as such.
std::vector<std::string> facts_in_common(Values values) {
  for (const char* own : {"--recipe", "--model", "--data", "--data-root", "--metrics", "--dump-parameters",
                          "--threads", "--device", "--backend"})
    values.erase(own);
  std::vector<std::string> facts;
  for (const auto& [flag, value] : values)
    facts.push_back(value.empty() ? flag : fmt::format("{} {}", flag, value));
  return facts;
}

/// "--gamma needs --schedule step or exponential"
std::string to_text(const recipe::Dependency& one) {
  const auto what = one.value.empty() ? "" : fmt::format(" {}", one.value);
  const auto words = one.choices().empty() ? "" : fmt::format(" {}", either(one.choices()));
  const auto or_else = one.or_else.empty() ? "" : fmt::format(" or {}", flag_of(one.or_else));
  return fmt::format("{}{} needs {}{}{}", flag_of(one.setting), what, flag_of(one.other), words, or_else);
}

void check_dependencies(const Values& values, const recipe::Model& model,
                        std::vector<std::string>& mistakes) {
  const auto value_of = [&](std::string_view setting) {
    const auto found = values.find(flag_of(setting));
    return found == values.end() ? std::string() : found->second;
  };
  for (const recipe::Dependency& one : recipe::unmet_dependencies(value_of)) mistakes.push_back(to_text(one));
  for (const recipe::Setting& setting : recipe::kSettings)
    if (const std::string why = recipe::misfit(model, setting.name, value_of(setting.name)); !why.empty())
      mistakes.push_back(fmt::format("{} {}: {}", setting.flag, value_of(setting.name), why));
}

void check_choices(const Options& o, const std::vector<Argument>& arguments,
                   std::vector<std::string>& mistakes) {
  if (is_given(arguments, "--model") && is_given(arguments, "--recipe"))
    mistakes.emplace_back("expected one of --model and --recipe, found both");
  if (o.steps.has_value() + o.epochs.has_value() + o.seconds.has_value() > 1)
    mistakes.emplace_back("expected one of --steps, --epochs and --seconds, found several");
  if (o.global_batch && o.per_rank_batch && o.accumulate)
    mistakes.emplace_back(
        "expected two of --global-batch, --per-rank-batch and --accumulate, found all three");
}

/// Reports what makes sense only beside another setting, which may be the recipe's.
void check_together(const Options& o, std::vector<std::string>& mistakes) {
  if (o.profile_phases && o.cuda_graph)
    mistakes.emplace_back("--profile phases needs --cuda-graph no: a recorded step has no phases");
  if (o.shares_gpu && o.backend != "gloo")
    mistakes.emplace_back("--share-gpu needs --backend gloo: NCCL refuses two ranks on one GPU");
  if (o.replicas > 1 && o.strategy != StrategyKind::data_parallel)
    mistakes.emplace_back("--replicas needs --strategy data_parallel");
}

void throw_if_any(const std::vector<std::string>& mistakes) {
  if (!mistakes.empty()) throw BadInput(fmt::format("{}", fmt::join(mistakes, "\n")));
}

}  // namespace

Options parse_options(int argc, char** argv) {
  Options options;
  options.recipe = &recipe::kRecipes.front();
  std::vector<std::string> mistakes;
  read_environment(options);
  const std::vector<Flag> table = flags(options);
  const std::vector<Argument> arguments = read_arguments({argv + 1, argv + argc}, table, mistakes);
  for (const Argument& argument : arguments) apply(argument, mistakes);
  if (mistakes.empty() && options.command == Command::train) check_choices(options, arguments, mistakes);
  throw_if_any(mistakes);
  options.model = recipe::find(recipe::kModels, &recipe::Model::name, options.recipe->model);
  const Values values = values_of(apply_recipe(options, arguments), arguments);
  options.in_common = facts_in_common(values);
  check_dependencies(values, *options.model, mistakes);
  check_together(options, mistakes);
  throw_if_any(mistakes);
  return options;
}

std::filesystem::path metrics_file(int argc, char** argv) {
  Options options;
  const char* const named = std::getenv("SCALEGEN_METRICS");
  options.metrics = named ? named : "";
  std::vector<std::string> ignored;
  const std::vector<Flag> table = flags(options);
  for (const Argument& argument : read_arguments({argv + 1, argv + argc}, table, ignored))
    if (argument.flag->name == "--metrics") apply(argument, ignored);
  return options.metrics;
}

std::string help_text() {
  Options defaults;
  std::string text =
      "scalegen-train: trains a model on one rank or many, and writes what scalegen measures\n\n"
      "usage: scalegen-train [--model NAME | --recipe NAME] [options]\n\n";
  for (const Flag& flag : flags(defaults))
    text += fmt::format("  {:<26}  {}\n", flag.value.empty() ? flag.name : flag.name + " " + flag.value,
                        flag.help);
  text += "\nModels and recipes, whose settings are the defaults:\n";
  for (const recipe::Recipe& recipe : recipe::kRecipes) {
    text += fmt::format("  {:<18}", recipe.name);
    for (const recipe::Default& row : recipe.defaults) text += fmt::format(" {}={}", row.setting, row.value);
    text += "\n";
  }
  return text +
         "\nRanks find each other by the variables of torchrun (RANK, WORLD_SIZE, LOCAL_RANK, MASTER_ADDR, "
         "MASTER_PORT), of Open\nMPI, PMI or Slurm. A WORLD_SIZE that a script exports counts. Without any "
         "there is "
         "one rank. Gloo uses the\ninterface that GLOO_SOCKET_IFNAME names.\n"
         "Exit code: 0 done, 1 the run failed, 2 the options or the data are wrong.\n";
}

}  // namespace scalegen::train
