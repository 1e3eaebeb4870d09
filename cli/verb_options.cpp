#include "cli/verb_options.hpp"

#include <map>

namespace scalegen {

namespace {

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
  verb.add_flag("--one-allocation", source.one_allocation,
                "One job a partition: its rungs in turn on the same nodes");
}

void add_following(CLI::App& verb, Following& following) {
  verb.add_flag("--retry-failed", following.retry_failed, "Run those again that failed or timed out");
  verb.add_option("--max-in-flight", following.max_in_flight,
                  "Jobs with Slurm at a time (1000); also while another scalegen follows")
      ->check(CLI::Range(1, 100'000));
  verb.add_flag("--array", following.as_arrays, "Submit jobs that ask for the same as one job array");
  verb.add_flag("--detach", following.detach, "Leave when all jobs are with Slurm");
  verb.add_flag("--yes", following.yes, "Submit without asking");
  verb.add_option("--max-gpu-hours", following.max_gpu_hours, "Submit nothing that may cost more")
      ->check(CLI::NonNegativeNumber);
}

void add_directory(CLI::App& verb, std::string& directory) {
  verb.add_option("DIR", directory, "The run directory (default: the only one here)");
}

void add_build(CLI::App& app, BuildCommand& build) {
  auto* verb = app.add_subcommand("build", "Make scalegen-train for a cluster, on a node of it; or here");
  verb->add_option("--cluster", build.cluster, "A cluster's name, or a profile's path")
      ->capture_default_str();
  verb->add_option("--account", build.account, "The account to charge");
  verb->add_option("--partition", build.partition, "The partition to compile in");
  verb->add_option("--qos", build.qos, "The quality of service");
  verb->add_option("--image", build.image, "The container image (default: the profile's)");
  verb->add_option("--torch-root", build.torch_root,
                   "LibTorch's folder or site-packages/torch there (default: what Python finds there)");
  verb->add_option("--templates", build.templates,
                   "A folder of templates of your own (default: ~/.config/scalegen/templates)");
  verb->add_option("-o,--output", build.directory,
                   "Where to build; the nodes must see it (default: ~/scalegen/<cluster>)");
  verb->add_flag("--submit", build.submit, "Submit the script and wait for its end");
}

void add_clusters(CLI::App& app, VerbWords& words) {
  auto* clusters = app.add_subcommand("clusters", "What is known of clusters");
  auto* list = clusters->add_subcommand("list", "The clusters that --cluster knows by name");
  list->add_flag("--markdown", words.clusters_list.markdown, "For a page");
  auto* show = clusters->add_subcommand("show", "All facts of one, and where they were read");
  show->add_option("NAME", words.clusters_show.cluster, "A cluster's name, or a profile's path")->required();
  auto* check = clusters->add_subcommand("check", "Read a profile and report its mistakes");
  check->add_option("NAME", words.clusters_check.cluster, "A cluster's name, or a profile's path")
      ->required();
  clusters->add_subcommand("detect", "Write a first profile of the cluster whose Slurm is here");
  for (auto* verb : clusters->get_subcommands({})) verb->allow_extras();
}

}  // namespace

void add_verbs(CLI::App& app, VerbWords& words) {
  auto* sweep = app.add_subcommand("sweep", "Plan, run and report; again: continue");
  add_source(*sweep, words.sweep.source);
  sweep->add_option("-o,--output", words.sweep.directory, "The run directory (default: ./<name>-<cluster>)");
  add_following(*sweep, words.sweep.following);

  auto* resume = app.add_subcommand("resume", "Continue a sweep: the same as its command again");
  add_directory(*resume, words.resume.directory);
  add_following(*resume, words.resume.following);
  add_directory(*app.add_subcommand("status", "Where each run of a sweep stands"), words.status.directory);
  add_directory(*app.add_subcommand("wait", "Return when none of its jobs is queued or runs"),
                words.wait.directory);
  add_directory(*app.add_subcommand("cancel", "End all jobs of a sweep"), words.cancel.directory);

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
  generate->add_flag("--standalone", words.generate.standalone,
                     "Write lib/job.bash into each script, so that one can be mailed alone");

  add_build(app, words.build);

  static const std::map<std::string, Format> formats{{"terminal", Format::terminal},
                                                     {"markdown", Format::markdown},
                                                     {"csv", Format::csv},
                                                     {"json", Format::json}};
  auto* report =
      app.add_subcommand("report", "Print the table of a run directory, or of a table of your own");
  report->add_option("TARGET", words.report.target,
                     "A run directory (default: the only one here), or FILE.csv with lines 'rung,seconds'");
  report->add_option("--baseline", words.report.baseline, "The rung that counts as 1");
  report->add_option("--format", words.report.format, "terminal, markdown, csv or json")
      ->transform(CLI::CheckedTransformer(formats).description(""));
  add_clusters(app, words);
}

Command command_of(const std::string& verb, VerbWords words) {
  if (verb == "sweep") return std::move(words.sweep);
  if (verb == "resume") return std::move(words.resume);
  if (verb == "status") return std::move(words.status);
  if (verb == "wait") return std::move(words.wait);
  if (verb == "cancel") return std::move(words.cancel);
  if (verb == "plan") return std::move(words.plan);
  if (verb == "generate") return std::move(words.generate);
  if (verb == "build") return std::move(words.build);
  if (verb == "list") return words.clusters_list;
  if (verb == "show") return std::move(words.clusters_show);
  if (verb == "check") return std::move(words.clusters_check);
  if (verb == "detect") return ClustersDetectCommand{};
  return std::move(words.report);
}

}  // namespace scalegen
