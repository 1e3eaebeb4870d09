#include "cli/arguments.hpp"

#include <CLI/CLI.hpp>
#include <map>

#include "cli/version.hpp"
#include "core/did_you_mean.hpp"

namespace scalegen {
namespace {

constexpr auto kFooter =
    "\nFirst steps:\n"
    "  scalegen sweep mnist.yaml                                measure on this machine\n"
    "  scalegen plan mnist.yaml --cluster cyclone               see runs and price before anything is "
    "written\n"
    "  scalegen generate mnist.yaml --cluster cyclone -o DIR    write the sbatch scripts\n"
    "  scalegen report DIR                                      the table, again\n";

struct Words {
  SweepCommand sweep{};
  PlanCommand plan{};
  GenerateCommand generate{};
  ReportCommand report{};
  ClustersListCommand clusters_list{};
  ClustersShowCommand clusters_show{};
  ClustersCheckCommand clusters_check{};
};

void add_source(CLI::App& verb, SweepSource& source) {
  verb.add_option("FILE", source.file, "The sweep file")->required();
  verb.add_option("--cluster", source.cluster, "A cluster's name, or a profile's path")
      ->capture_default_str();
  verb.add_option("--account", source.account, "The account to charge");
  verb.add_option("--partition", source.partition, "The partition to run in");
  verb.add_option("--qos", source.qos, "The quality of service");
  verb.add_option("--templates", source.templates,
                  "A folder of templates of your own (default: ~/.config/scalegen/templates)");
  verb.add_option("--train", source.train, "Where scalegen-train is on the machine that will run");
}

void add_clusters(CLI::App& app, Words& words) {
  auto* clusters = app.add_subcommand("clusters", "What is known of clusters");
  auto* list = clusters->add_subcommand("list", "The clusters that --cluster knows by name");
  list->add_flag("--markdown", words.clusters_list.markdown, "For a page");
  auto* show = clusters->add_subcommand("show", "All facts of one, and where they were read");
  show->add_option("NAME", words.clusters_show.cluster, "A cluster's name, or a profile's path")->required();
  auto* check = clusters->add_subcommand("check", "Read a profile and report its mistakes");
  check->add_option("FILE", words.clusters_check.file, "The profile")->required();
  clusters->add_subcommand("detect", "Write a first profile of the cluster whose Slurm is here");
  for (auto* verb : clusters->get_subcommands({})) verb->allow_extras();
}

void add_verbs(CLI::App& app, Words& words) {
  auto* sweep = app.add_subcommand("sweep", "Plan, run and report; again: continue");
  add_source(*sweep, words.sweep.source);
  sweep->add_option("-o,--output", words.sweep.directory, "The run directory (default: ./<name>-<cluster>)");
  sweep->add_flag("--retry-failed", words.sweep.retry_failed, "Run those again that failed or timed out");

  auto* plan = app.add_subcommand("plan", "Show the runs and their price; writes nothing");
  add_source(*plan, words.plan.source);
  plan->add_flag("--json", words.plan.json, "For machines");
  plan->add_flag("--test-only", words.plan.test_only,
                 "Ask Slurm when each kind of run would start; submits nothing");

  auto* generate = app.add_subcommand("generate", "Write the scripts into a run directory; runs nothing");
  add_source(*generate, words.generate.source);
  generate->add_option("-o,--output", words.generate.directory,
                       "The run directory (default: ./<name>-<cluster>)");
  generate->add_option("--root", words.generate.root, "Where that directory will lie on the cluster");

  static const std::map<std::string, Format> formats{{"terminal", Format::terminal},
                                                     {"markdown", Format::markdown},
                                                     {"csv", Format::csv},
                                                     {"json", Format::json}};
  auto* report =
      app.add_subcommand("report", "Print the table of a run directory, or of a table of your own");
  report->add_option("TARGET", words.report.target, "A run directory, or FILE.csv with lines 'rung,seconds'")
      ->required();
  report->add_option("--baseline", words.report.baseline, "The rung that counts as 1");
  report->add_option("--format", words.report.format, "terminal, markdown, csv or json")
      ->transform(CLI::CheckedTransformer(formats).description(""));
  add_clusters(app, words);
}

std::vector<std::string> names_of(const std::vector<CLI::App*>& verbs) {
  std::vector<std::string> names;
  for (const auto* verb : verbs) names.push_back(verb->get_name());
  return names;
}

std::vector<std::string> options_of(const CLI::App& verb) {
  std::vector<std::string> names;
  for (const auto* option : verb.get_options())
    for (const auto& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

// "scalegen clusters show"
std::string path_of(const CLI::App& verb) {
  const auto* parent = verb.get_parent();
  return (parent == nullptr ? "" : path_of(*parent) + " ") + verb.get_name();
}

// Of the program, or of a verb that has verbs of its own.
bool wants_a_verb(const CLI::App& app) { return !const_cast<CLI::App&>(app).get_subcommands({}).empty(); }

// CLI11 knows that something is left over, but not what was meant by it.
std::optional<Diagnostics> leftover(const CLI::App& app, const CLI::App* verb) {
  const auto rest = verb != nullptr ? verb->remaining() : app.remaining();
  if (rest.empty()) return std::nullopt;
  const auto& word = rest.front();
  if (word.starts_with('-'))
    return failure("unknown option '" + word + "'",
                   did_you_mean(word, options_of(verb != nullptr ? *verb : app)))
        .value();
  const auto& last = verb != nullptr ? *verb : app;
  if (wants_a_verb(last))
    return failure("unknown command '" + (verb == nullptr ? "" : verb->get_name() + " ") + word + "'",
                   did_you_mean(word, names_of(const_cast<CLI::App&>(last).get_subcommands({}))))
        .value();
  return failure("one argument too many: '" + word + "'", "see '" + path_of(*verb) + " --help'").value();
}

Command chosen(const CLI::App& verb, Words words) {
  if (verb.get_name() == "sweep") return std::move(words.sweep);
  if (verb.get_name() == "plan") return std::move(words.plan);
  if (verb.get_name() == "generate") return std::move(words.generate);
  if (verb.get_name() == "list") return words.clusters_list;
  if (verb.get_name() == "show") return std::move(words.clusters_show);
  if (verb.get_name() == "check") return std::move(words.clusters_check);
  if (verb.get_name() == "detect") return ClustersDetectCommand{};
  return std::move(words.report);
}

// The innermost that was given: of 'clusters show', show.
const CLI::App* given_verb(const CLI::App& app) {
  const auto given = app.get_subcommands();
  if (given.empty()) return nullptr;
  const auto* inner = given_verb(*given.front());
  return inner == nullptr ? given.front() : inner;
}

std::string help_of(const CLI::App& app) {
  const auto* verb = given_verb(app);
  return verb == nullptr ? app.help() : verb->help(path_of(*verb->get_parent()));
}

// What is not understood may be the very reason why something else is missing: it is named first.
Diagnostics refusal(const CLI::App& app, const CLI::Error& error) {
  const auto* verb = given_verb(app);
  if (auto unknown = leftover(app, verb)) return *std::move(unknown);
  return failure(error.what(), "see '" + path_of(verb == nullptr ? app : *verb) + " --help'").value();
}

Result<Command> understood(const CLI::App& app, bool version, Words words) {
  const auto* verb = given_verb(app);
  if (auto unknown = leftover(app, verb)) return tl::make_unexpected(*std::move(unknown));
  if (version) return Say{std::string("scalegen ") + kVersion + "\n"};
  if (verb == nullptr || wants_a_verb(*verb)) return Say{help_of(app)};
  return chosen(*verb, std::move(words));
}

}  // namespace

Result<Command> parse_arguments(int argc, const char* const* argv) {
  CLI::App app("How many GPUs should I ask for, and can I prove it?", "scalegen");
  app.footer(kFooter);
  app.require_subcommand(0);  // CLI11 words what is missing or unknown badly: `leftover` does it
  app.allow_extras();
  bool version = false;
  app.add_flag("--version", version, "Print the version");
  Words words;
  add_verbs(app, words);
  for (auto* verb : app.get_subcommands({})) verb->allow_extras();
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    return Say{help_of(app)};
  } catch (const CLI::Error& error) {
    return tl::make_unexpected(refusal(app, error));
  }
  return understood(app, version, std::move(words));
}

}  // namespace scalegen
