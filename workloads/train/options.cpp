#include "workloads/train/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <string_view>
#include <utility>

#include "workloads/train/error.hpp"

namespace scalegen::train {
namespace {

/// One row of the table that both the parser and the help are made from. `set` returns what it expected where
/// a value does not fit, else nothing. A flag without `value` takes none.
struct Flag {
  std::string name;
  std::string value;
  std::string help;
  std::function<std::string(const std::string&)> set;
};

template <typename Number>
bool read_number(const std::string& text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

template <typename Target>
auto whole_number(Target& target, int64_t least) {
  return [&target, least](const std::string& text) -> std::string {
    int64_t number = 0;
    if (!read_number(text, number) || number < least) return fmt::format("a whole number from {}", least);
    target = number;
    return {};
  };
}

auto positive_number(std::optional<double>& target) {
  return [&target](const std::string& text) -> std::string {
    double number = 0;
    if (!read_number(text, number) || !std::isfinite(number) || number <= 0) return "a number above 0";
    target = number;
    return {};
  };
}

auto one_of(std::string& target, std::vector<std::string> choices) {
  return [&target, choices = std::move(choices)](const std::string& text) -> std::string {
    if (std::ranges::find(choices, text) == choices.end())
      return fmt::format("{}", fmt::join(choices, " or "));
    target = text;
    return {};
  };
}

auto yes_or_no(bool& target) {
  return [&target](const std::string& text) -> std::string {
    if (text != "yes" && text != "no") return "yes or no";
    target = text == "yes";
    return {};
  };
}

template <typename Target>
auto any_text(Target& target) {
  return [&target](const std::string& text) -> std::string {
    if (text.empty()) return "a name";
    target = text;
    return {};
  };
}

template <typename Target, typename Value>
auto constant(Target& target, Value value) {
  return [&target, value](const std::string&) -> std::string {
    target = value;
    return {};
  };
}

std::vector<Flag> flags(Options& o) {
  const auto add_root = [&o](const std::string& text) {
    o.data_roots.emplace_back(text);
    return std::string();
  };
  return {
      {"--model", "NAME", "mnist_cnn (default)", one_of(o.model, {"mnist_cnn"})},
      {"--data", "SET", "auto (default), mnist, fashion_mnist, synthetic, or a folder of idx files",
       any_text(o.data)},
      {"--data-root", "DIR", "look for the sets here too; may be given more than once", add_root},
      {"--samples", "N", "training samples of the synthetic set (default 60000)", whole_number(o.samples, 1)},
      {"--steps", "N", "train for N steps", whole_number(o.steps, 1)},
      {"--epochs", "N", "train for N passes over the set", whole_number(o.epochs, 1)},
      {"--global-batch", "N", "samples a step, of all ranks together", whole_number(o.global_batch, 1)},
      {"--per-rank-batch", "N", "samples a step, of each rank", whole_number(o.per_rank_batch, 1)},
      {"--optimizer", "NAME", "adam (default) or sgd, which has momentum 0.9",
       one_of(o.optimizer, {"adam", "sgd"})},
      {"--learning-rate", "X", "default 0.001 for adam, 0.01 for sgd", positive_number(o.learning_rate)},
      {"--precision", "NAME", "fp32 (default) or bf16, by autocast", one_of(o.precision, {"fp32", "bf16"})},
      {"--seed", "N", "of parameters, order of samples and dropout (default 1)", whole_number(o.seed, 0)},
      {"--device", "NAME", "auto (default), cpu or cuda", one_of(o.device, {"auto", "cpu", "cuda"})},
      {"--backend", "NAME", "auto (default), gloo or nccl", one_of(o.backend, {"auto", "gloo", "nccl"})},
      {"--threads", "N", "a rank's (default $OMP_NUM_THREADS, $SLURM_CPUS_PER_TASK or 1)",
       whole_number(o.threads, 1)},
      {"--evaluate", "yes|no", "measure the accuracy on the test set at the end (default yes)",
       yes_or_no(o.evaluate)},
      {"--timeout", "SECONDS", "for ranks to meet and for each collective (default 120)",
       whole_number(o.timeout_seconds, 1)},
      {"--metrics", "FILE", "append the event lines here (default $SCALEGEN_METRICS)", any_text(o.metrics)},
      {"--dump-parameters", "FILE", "each rank writes FILE.RANK at the end: raw float32",
       any_text(o.dump_parameters)},
      {"--no-dropout", "", "so that runs on different numbers of ranks agree", constant(o.dropout, false)},
      {"--capabilities", "", "print what this build and machine can do, as JSON",
       constant(o.command, Command::capabilities)},
      {"--version", "", "print the version", constant(o.command, Command::version)},
      {"--help", "", "print this text", constant(o.command, Command::help)},
  };
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row[b.size()];
}

std::string unknown_option(const std::string& name, const std::vector<Flag>& table) {
  const auto distance = [&](const Flag& flag) { return edit_distance(name, flag.name); };
  const Flag& nearest = *std::ranges::min_element(table, {}, distance);
  const bool close = distance(nearest) <= name.size() / 3;
  return fmt::format(
      "unknown option '{}'{}", name,
      close ? fmt::format(": did you mean '{}'?", nearest.name) : "; --help lists the options");
}

/// Reads `--name value` and `--name=value`, and appends what is wrong to `mistakes`.
void read_arguments(const std::vector<std::string>& arguments, const std::vector<Flag>& table,
                    std::vector<std::string>& mistakes) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::size_t equals = arguments[i].find('=');
    const std::string name = arguments[i].substr(0, equals);
    const bool attached = equals != std::string::npos;
    const auto flag = std::ranges::find(table, name, &Flag::name);
    if (flag == table.end()) {
      mistakes.push_back(unknown_option(name, table));
      if (name.starts_with("--") && !attached && i + 1 < arguments.size() &&
          !arguments[i + 1].starts_with("--"))
        ++i;  // its value, most likely
    } else if (flag->value.empty()) {
      if (attached) mistakes.push_back(fmt::format("{} takes no value", name));
      flag->set({});
    } else if (!attached && i + 1 == arguments.size()) {
      mistakes.push_back(fmt::format("{} needs a value: {} {}", name, name, flag->value));
    } else {
      const std::string value = attached ? arguments[i].substr(equals + 1) : arguments[++i];
      const std::string expected = flag->set(value);
      if (!expected.empty())
        mistakes.push_back(fmt::format("{}: expected {}, found '{}'", name, expected, value));
    }
  }
}

void read_environment(Options& options) {
  if (const char* metrics = std::getenv("SCALEGEN_METRICS")) options.metrics = metrics;
  for (const char* name : {"OMP_NUM_THREADS", "SLURM_CPUS_PER_TASK"}) {
    const char* threads = std::getenv(name);
    if (threads && whole_number(options.threads, 1)(threads).empty()) return;
  }
}

void check_choices(const Options& options, std::vector<std::string>& mistakes) {
  const auto exactly_one = [&](const auto& a, const auto& b, const char* names) {
    if (a.has_value() == b.has_value())
      mistakes.push_back(fmt::format("expected exactly one of {}, found {}", names, a ? "both" : "neither"));
  };
  exactly_one(options.steps, options.epochs, "--steps and --epochs");
  exactly_one(options.global_batch, options.per_rank_batch, "--global-batch and --per-rank-batch");
}

}  // namespace

Options parse_options(int argc, char** argv) {
  Options options;
  std::vector<std::string> mistakes;
  read_environment(options);
  read_arguments({argv + 1, argv + argc}, flags(options), mistakes);
  if (mistakes.empty() && options.command == Command::train) check_choices(options, mistakes);
  if (!mistakes.empty()) throw BadInput(fmt::format("{}", fmt::join(mistakes, "\n")));
  if (!options.learning_rate) options.learning_rate = options.optimizer == "adam" ? 0.001 : 0.01;
  return options;
}

std::string help_text() {
  Options defaults;
  std::string text =
      "scalegen-train: trains a model on one rank or many, and writes what scalegen measures\n\n"
      "usage: scalegen-train (--steps N | --epochs N) (--global-batch N | --per-rank-batch N) [options]\n\n";
  for (const Flag& flag : flags(defaults))
    text += fmt::format("  {:<26}  {}\n", flag.value.empty() ? flag.name : flag.name + " " + flag.value,
                        flag.help);
  return text +
         "\nRanks find each other by RANK, WORLD_SIZE, LOCAL_RANK, MASTER_ADDR and MASTER_PORT as torchrun "
         "sets them, or by\n"
         "SLURM_PROCID, SLURM_NTASKS and SLURM_LOCALID in place of the first three. Without any there is one "
         "rank.\n"
         "Exit code: 0 done, 1 the run failed, 2 the options or the data are wrong.\n";
}

}  // namespace scalegen::train
