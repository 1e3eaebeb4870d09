#include "cli/verb_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>

#include "app/user_settings.hpp"
#include "cli/form.hpp"
#include "core/gone.hpp"
#include "core/plan.hpp"

namespace scalegen {
namespace {

// CLI::Range, whose words differ between CLI11's versions.
CLI::Validator between(int low, int high) {
  const auto judge = [low, high](const std::string& text) {
    const bool is_within = CLI::Range(low, high)(text).empty();
    return is_within ? "" : fmt::format("Value {} not in range {} to {}", text, low, high);
  };
  return {judge, "INT"};
}

// The options that follow stand below this heading of the help.
void begin_group(CLI::App& verb, const std::string& name) { verb.option_defaults()->group(name); }

void add_templates(CLI::App& verb, std::string& folder) {
  static const auto own = (owner().config / "templates").string();  // looked up once for all verbs
  verb.add_option("--templates", folder,
                  fmt::format("Folder with your own script templates (default: {})", own));
}

void add_source(CLI::App& verb, SweepSource& source, const std::string& file = "Sweep file") {
  verb.add_option("FILE", source.file, file)->required();
  begin_group(verb, "Jobs");
  verb.add_option("--cluster", source.cluster, "A cluster's name, or the path of a profile")
      ->capture_default_str();
  verb.add_option("-A,--account", source.account, "Account to charge");
  verb.add_option("-p,--partition", source.partition, "Partition to run in");
  verb.add_option("-q,--qos", source.qos, "Quality of service (QoS)");
  verb.add_option("--reservation", source.reservation, "Reservation to run in");
  verb.add_option("-t,--time", source.time_limit,
                  "Time limit of one run, as 'time_limit:' of the sweep file");
  verb.add_flag("--one-allocation", source.one_allocation,
                "One job for each partition: its rungs run in turn on the same nodes");
  add_templates(verb, source.templates);
  verb.add_option("--train", source.train, "Path of scalegen-train on the machine that runs the jobs");
  begin_group(verb, "Options");
}

void add_submit_options(CLI::App& verb, SubmitOptions& options) {
  verb.add_option_function<std::vector<std::string>>(
          "--again",
          [&options](const std::vector<std::string>& words) {
            options.again = words;
            options.retry_failed = options.retry_failed || std::erase(options.again, "failed") > 0;
          },
          "Run again what failed or timed out ('failed'), or one run by its name: it failed, has no figure, "
          "or its round was disturbed")
      ->allow_extra_args(false);
  verb.add_flag("-v,--verbose", options.verbose,
                "Also print how it was measured, as 'report --verbose' does");
  verb.add_flag("--json", options.json, "Print the report as JSON");
  begin_group(verb, "Submission");
  verb.add_option(
          "--max-in-flight", options.max_in_flight,
          "Most jobs in Slurm's queue at a time (default: 1000), with --array most that run at a time; "
          "also changes a sweep that is running")
      ->check(between(1, 100'000));
  verb.add_flag("--array", options.as_arrays, "Submit jobs with the same requests as one job array");
  verb.add_flag("--exclude-slow", options.exclude_slow,
                "Keep what is still to be submitted from the nodes that the report shows to be slow");
  verb.add_flag(
      "--no-trial", options.no_trial,
      "Submit all runs at once; without it one of the smallest rung, and one of several ranks, comes first");
  verb.add_flag("--detach", options.detach, "Return as soon as all jobs are submitted");
  verb.add_flag("--yes", options.yes, "Submit without asking");
  verb.add_option("--max-gpu-hours", options.max_gpu_hours, "Refuse to submit what may cost more")
      ->check(CLI::NonNegativeNumber);
}

void add_json(CLI::App& verb, bool& json) { verb.add_flag("--json", json, "Print JSON"); }

void add_directory(CLI::App& verb, std::string& directory) {
  verb.add_option("DIR", directory, "Run directory (default: the only one here)");
}

void add_build(CLI::App& app, BuildCommand& build) {
  auto* verb =
      app.add_subcommand("build", "Build scalegen-train for a cluster, in a job there; or on this machine");
  verb->add_option("--cluster", build.cluster, "A cluster's name, or the path of a profile")
      ->capture_default_str();
  verb->add_option("-A,--account", build.request.account, "Account to charge");
  verb->add_option("-p,--partition", build.request.partition, "Partition to compile in");
  verb->add_option("-q,--qos", build.request.qos, "Quality of service (QoS)");
  verb->add_option("--reservation", build.request.reservation, "Reservation to compile in");
  verb->add_option("--image", build.request.image, "Container image (default: the profile's)");
  verb->add_option(
      "--torch-root", build.request.torch_root,
      "Folder of LibTorch, or site-packages/torch, on the cluster (default: what Python finds there)");
  add_templates(*verb, build.request.templates);
  verb->add_option("-o,--output", build.request.directory,
                   "Folder to build in, on a disk that the nodes share (default: ~/scalegen/<cluster>)");
  verb->add_flag("--submit", build.submit, "Submit the script and wait until the build has ended");
}

template <class Value>
using Words = std::vector<std::pair<std::string, Value>>;

// An option whose value is one of a few words.
template <class Target, class Value>
CLI::Option* add_choice(CLI::App& verb, const std::string& name, Target& target, const Words<Value>& words,
                        const std::string& description) {
  const auto choose = [name, &target, words](const std::string& given) {
    std::vector<std::string> known;
    for (const auto& [word, value] : words) {
      if (word == given) return void(target = value);
      known.push_back(word);
    }
    const bool is_sweep_file = given.ends_with(".yaml") || given.ends_with(".yml");
    if (auto was_there = said_of_gone(name + " " + (is_sweep_file ? "FILE" : given)); !was_there.empty())
      throw CLI::Error(kGoneError, was_there);
    throw CLI::ValidationError(name, fmt::format("'{}' is none of {}", given, fmt::join(known, ", ")));
  };
  return verb.add_option_function<std::string>(name, choose, description);
}

CLI::Option* add_short_form(CLI::App& verb, std::string& format) {
  return verb.add_flag_callback(
      "--json", [&format] { format = "json"; }, "The same as --format json");
}

// --format with the forms that every verb with a result has.
CLI::Option* add_forms(CLI::App& verb, std::string& format) {
  auto listed = forms();
  Words<std::string> words;
  for (const auto& form : listed) words.emplace_back(form, form);
  const auto last = std::move(listed.back());
  listed.pop_back();
  add_choice(verb, "--format", format, words, fmt::format("{} or {}", fmt::join(listed, ", "), last));
  return add_short_form(verb, format);
}

void add_clusters(CLI::App& app, ParsedVerbs& verbs) {
  auto* clusters = app.add_subcommand("clusters", "List, show, check and detect cluster profiles");
  auto* list = clusters->add_subcommand("list", "List the clusters that --cluster knows by name");
  list->add_flag("--markdown", verbs.clusters_list.markdown, "Print Markdown, as a list")
      ->excludes(add_forms(*list, verbs.clusters_list.format))
      ->excludes("--format");
  auto* show = clusters->add_subcommand(
      "show", "Print the file of a profile, with its sources, and those that it extends");
  show->add_option("NAME", verbs.clusters_show.cluster, "A cluster's name, or the path of a profile")
      ->required();
  auto* check = clusters->add_subcommand("check", "Read a profile and report its mistakes");
  check->add_option("NAME", verbs.clusters_check.cluster, "A cluster's name, or the path of a profile")
      ->required();
  add_json(*check, verbs.clusters_check.json);
  clusters->add_subcommand("detect", "Print a first profile of the cluster that this machine belongs to");
  for (auto* verb : clusters->get_subcommands({})) verb->allow_extras();
}

const Words<Scaling> kScalings{
    {"strong", Scaling::strong}, {"weak", Scaling::weak}, {"throughput", Scaling::throughput}};

void add_scaling(CLI::App& verb, std::optional<Scaling>& scaling) {
  add_choice(verb, "--scaling", scaling, kScalings,
             "How a table scales: strong (default), weak or throughput");
}

void add_reading(CLI::App& verb, ReadingOptions& reading) {
  static const Words<CountedOf> counted{{"per-node", CountedOf::node}, {"total", CountedOf::run}};
  verb.add_option("--figure", reading.figure, "Column of a table with the times or rates to read");
  add_choice(verb, "--sizes", reading.sizes, counted,
             "What gpus, tasks or cores beside nodes count in a table: per-node or total");
  verb.add_option("--where", reading.where,
                  "Read only the rows of a table with COLUMN=VALUE; several go together")
      ->allow_extra_args(false);
}

void add_rule(CLI::App& verb, ReportOptions& options) {
  verb.add_option("--advise", options.advise,
                  "Rule for the rung to ask for, such as 'efficiency=80 %' or per_doubling=1.5; several go "
                  "together")
      ->allow_extra_args(false);
}

void add_report(CLI::App& app, ReportCommand& command) {
  auto* report =
      app.add_subcommand("report", "Print the results of a run directory, or of a table of your own");
  report->add_option(
      "TARGET", command.target,
      "Run directory (default: the only one here), a bundle of one (FILE.tar.gz), or FILE.csv with lines "
      "'rung,seconds'; - reads it from standard input");
  report->add_option("--baseline", command.options.baseline, "Rung that counts as 1");
  report
      ->add_option("--metrics", command.options.metrics,
                   "Read the figures with 'time=REGEX,UNIT' or 'throughput=REGEX,UNIT', for this report only")
      ->allow_extra_args(false);
  add_rule(*report, command.options);
  begin_group(*report, "Tables of your own");
  add_scaling(*report, command.options.scaling);
  add_reading(*report, command.options.reading);
  begin_group(*report, "Output");
  add_forms(*report, command.format);
  const Words<ReportCommand::Purpose> purposes{{"proposal", ReportCommand::Purpose::proposal},
                                               {"paper", ReportCommand::Purpose::paper}};
  auto* purpose = add_choice(*report, "--for", command.purpose, purposes,
                             "proposal: the section of a proposal for computing time, as Markdown or LaTeX; "
                             "with --plots: paper, for charts of 8.5 cm with text of 8 pt");
  auto* bundle =
      report->add_option("--bundle", command.bundle,
                         "New file.tar.gz with all that the report rests on; 'report FILE' reads it again");
  auto* plots =
      report->add_option("--plots", command.plots, "Folder to write each chart into, as SVG, PDF and PNG");
  report->add_flag(
      "-v,--verbose", command.verbose,
      "Also print sizes, each run, how it was measured and each claim (all other forms have them)");
  plots->excludes(bundle);
  bundle->excludes(purpose);
}

void add_advise(CLI::App& app, AdviseCommand& command) {
  auto* advise =
      app.add_subcommand("advise", "Print what to change in your job script, as a report advises it");
  advise->add_option("DIR", command.target, "Run directory, or a bundle of one (FILE.tar.gz)")->required();
  advise->add_option("SCRIPT", command.script, "Your script for sbatch")->required();
  add_rule(*advise, command.options);
  advise->add_option("--work", command.work,
                     "Work that a job is to do, for its time limit: 90epochs, 6e6steps, 1e9samples, 2runs");
  advise->add_flag("--write", command.write, "Also change the script");
  add_json(*advise, command.json);
}

void add_compare(CLI::App& app, CompareCommand& command) {
  using comparison::At;
  static const Words<At> bases{
      {"size", At::size}, {"nodes", At::nodes}, {"cost", At::cost}, {"energy", At::energy}};
  auto* compare = app.add_subcommand("compare", "Compare two sweeps, rung by rung, with intervals");
  compare->add_option("A", command.a, "Run directory or table that is compared with")->required();
  compare->add_option("B", command.b, "Run directory or table that is compared")->required();
  add_choice(
      *compare, "--at", command.at, bases,
      "Compare rungs with equal ranks (size, default), nodes or price an hour (cost); or their energy");
  add_forms(*compare, command.format);
}

const Words<LogTime> kLogTimes{
    {"mlperf", LogTime::mlperf}, {"sacct", LogTime::sacct}, {"seff", LogTime::seff}};

void add_table(CLI::App& app, TableCommand& command) {
  auto& options = command.options;
  auto* table = app.add_subcommand("table", "Make a table for 'report' of old logs");
  table
      ->add_option("PATTERN", options.patterns,
                   "Where the logs are, in quotes, with words in braces for what differs: "
                   "'logs/run_{gpus}gpu_{round}.out'; each word is a column, and * matches anything")
      ->required();
  auto* metrics = table->add_option("--metrics", options.metrics,
                                    "Read the figures with 'time=REGEX,UNIT' or 'throughput=REGEX,UNIT' "
                                    "(default: as a log proposes itself)");
  add_choice(
      *table, "--time", options.time, kLogTimes,
      "Take the time of a run instead: mlperf (from run_start to run_stop), sacct (of its job) or seff (as "
      "it says in the log)")
      ->excludes(metrics);
  add_json(*table, command.json);
}

void add_list(CLI::App& app, ListCommand& command) {
  auto* list = app.add_subcommand("list", "List the run directories below a folder");
  list->add_option("FOLDER", command.folder, "Where to look, four levels deep (default: here)");
  add_forms(*list, command.format);
}

void add_scales(CLI::App& verb, std::vector<std::string>& scales, const std::string& description) {
  verb.add_option("--scales", scales, description)->delimiter(',')->allow_extra_args(false);
}

void add_import(CLI::App& app, ImportCommand& command) {
  auto& request = command.request;
  auto* import = app.add_subcommand("import", "Print a job script of your own as a sweep file");
  import->add_option("SCRIPT", request.file, "Script for sbatch")->required();
  add_scales(*import, request.scales,
             "Sizes to measure, as in 1gpu,2gpu,4gpu (default: the script's and its halves)");
  import->add_option("--log", request.log,
                     "What a job of it has printed: where its figure is looked for (default: the newest)");
  add_json(*import, command.json);
}

void add_sweep(CLI::App& app, SweepCommand& command) {
  auto* sweep =
      app.add_subcommand("sweep", "Plan, run and report; given again, or with a run directory, continue");
  add_source(*sweep, command.source, "Sweep file, run directory to continue, or job script");
  sweep->get_option("--cluster")->each([&](const std::string&) { command.names_cluster = true; });
  add_scales(*sweep, command.scales, "Sizes to measure with a job script, as 'import' has them");
  sweep->add_option("-o,--output", command.directory, "Run directory (default: ./<name>-<cluster>)");
  sweep
      ->add_option("--rounds", command.rounds, "Rounds that a run directory is to have: adds what is missing")
      ->check(between(1, kMostRoundsOfASweep));
  add_submit_options(*sweep, command.options);
}

void add_lint(CLI::App& app, LintCommand& command) {
  static const Words<std::string> forms{{"text", "text"}, {"json", "json"}, {"github", "github"}};
  auto* lint = app.add_subcommand("lint", "Say what is wrong in job scripts of your own; runs nothing");
  lint->add_option("FILE", command.files, "Job scripts; - reads one from standard input");
  lint->add_option("--cluster", command.cluster,
                   "The cluster that they are for, by name or path of a profile");
  add_choice(*lint, "--format", command.format, forms, "text (default), json or github");
  add_short_form(*lint, command.format);
  lint->add_option("--explain", command.explained, "Explain a rule, with examples");
}

// Verbs for a sweep that has begun.
void add_run_directory_verbs(CLI::App& app, ParsedVerbs& verbs) {
  auto* status = app.add_subcommand("status", "Show the state of each run");
  add_directory(*status, verbs.status.directory);
  status->add_flag("--all", verbs.status.all, "Show each run, however many are alike");
  add_forms(*status, verbs.status.format);
  auto* log =
      status->add_option("--log", verbs.status.log, "Show the last lines of a run, and where its files are");
  status->add_flag("--wait", verbs.status.wait, "Wait until no job of the sweep is queued or running")
      ->excludes(log);
  add_list(app, verbs.list);
  auto* cancel = app.add_subcommand("cancel", "Cancel all jobs of a sweep");
  add_directory(*cancel, verbs.cancel.directory);
  add_json(*cancel, verbs.cancel.json);
}

void add_plan(CLI::App& app, PlanCommand& command) {
  auto* plan = app.add_subcommand("plan", "Show the runs and their price; writes nothing");
  add_source(*plan, command.source);
  plan->add_option("-o,--output", command.directory,
                   "Run directory to compare with, if it is there (default: ./<name>-<cluster>)");
  add_forms(*plan, command.format);
  plan->add_flag("--test-only", command.test_only,
                 "Ask Slurm when each kind of run would start; submits nothing");
}

void add_generate(CLI::App& app, GenerateCommand& command) {
  auto* generate = app.add_subcommand("generate", "Write the scripts into a run directory; runs nothing");
  add_source(*generate, command.source);
  generate->add_option("-o,--output", command.directory, "Run directory (default: ./<name>-<cluster>)");
  generate->add_option("--root", command.root, "Path that the directory will have on the cluster");
  auto* standalone =
      generate->add_flag("--standalone", command.standalone,
                         "Write lib/job.bash into each script, so that one can be mailed alone");
  generate
      ->add_flag("--plain", command.plain,
                 "Write a short script for each rung, to be read: it starts the program and measures "
                 "nothing (default folder: ./<name>-<cluster>-plain)")
      ->excludes(standalone)
      ->excludes("--one-allocation")
      ->excludes(generate->add_flag("--json", command.json, "Print JSON"));
}

}  // namespace

// The order is that of `scalegen --help`.
void add_verbs(CLI::App& app, ParsedVerbs& verbs) {
  add_sweep(app, verbs.sweep);
  add_run_directory_verbs(app, verbs);
  add_plan(app, verbs.plan);
  add_generate(app, verbs.generate);
  add_build(app, verbs.build);
  add_import(app, verbs.import);
  add_report(app, verbs.report);
  add_advise(app, verbs.advise);
  add_compare(app, verbs.compare);
  add_table(app, verbs.table);
  auto* explain = app.add_subcommand(
      "explain", "Explain a word of a report, a warning or a reason of Slurm's; or list all");
  explain->add_option("TERM", verbs.explain.words, "A word, or several: exposed communication");
  add_json(*explain, verbs.explain.json);
  add_lint(app, verbs.lint);
  add_clusters(app, verbs);
}

}  // namespace scalegen
