#include "cli/arguments.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace scalegen {
namespace {

Result<Command> parse(std::vector<const char*> words) {
  words.insert(words.begin(), "scalegen");
  return parse_arguments(static_cast<int>(words.size()), words.data());
}

std::string error_of(const std::vector<const char*>& words) {
  const auto command = parse(words);
  return command ? "no error\n" : render(command.error());
}

/// The command, which must be of this kind.
template <typename T>
T parse_as(const std::vector<const char*>& words) {
  const auto command = parse(words);
  EXPECT_TRUE(command) << error_of(words);
  const auto* found = command ? std::get_if<T>(&*command) : nullptr;
  EXPECT_NE(found, nullptr);
  return found == nullptr ? T{} : *found;
}

TEST(Arguments, OfASweep) {
  const auto sweep = parse_as<SweepCommand>({"sweep", "mnist.yaml", "--cluster", "cyclone", "--account=p1",
                                             "-o", "here", "--max-in-flight", "3", "--yes"});
  EXPECT_EQ(sweep.source.file, "mnist.yaml");
  EXPECT_EQ(sweep.source.cluster, "cyclone");
  EXPECT_EQ(sweep.source.account, "p1");
  EXPECT_EQ(sweep.directory, "here");
  EXPECT_EQ(sweep.options.max_in_flight, 3);
  EXPECT_FALSE(sweep.options.retry_failed);
  EXPECT_TRUE(sweep.options.yes);
  EXPECT_FALSE(sweep.options.detach);
}

TEST(Arguments, NameWhatRunsAgain) {
  const auto named = parse_as<SweepCommand>({"sweep", "here", "--again", "2gpu-r1", "--again", "1gpu-r1"});
  EXPECT_EQ(named.options.again, (std::vector<std::string>{"2gpu-r1", "1gpu-r1"}));
  EXPECT_FALSE(named.options.retry_failed);
  const auto failed = parse_as<SweepCommand>({"sweep", "here", "--again", "failed"});
  EXPECT_TRUE(failed.options.retry_failed);
  EXPECT_TRUE(failed.options.again.empty());
}

TEST(Arguments, ForSlurmHaveItsShortForms) {
  const auto plan = parse_as<PlanCommand>(
      {"plan", "mnist.yaml", "-A", "p1", "-p", "gpu", "-q", "short", "--reservation", "edu28", "-t", "10m"});
  EXPECT_EQ(plan.source.account, "p1");
  EXPECT_EQ(plan.source.partition, "gpu");
  EXPECT_EQ(plan.source.qos, "short");
  EXPECT_EQ(plan.source.reservation, "edu28");
  EXPECT_EQ(plan.source.time_limit, "10m");
  const auto build = parse_as<BuildCommand>({"build", "-A", "p1", "-p", "gpu", "-q", "short"});
  EXPECT_EQ(build.request.account + build.request.partition + build.request.qos, "p1gpushort");
}

TEST(Arguments, ReadsWhatIsCompared) {
  const auto compare =
      parse_as<CompareCommand>({"compare", "old", "new.csv", "--at", "cost", "--format", "json"});
  EXPECT_EQ(compare.a, "old");
  EXPECT_EQ(compare.b, "new.csv");
  EXPECT_EQ(compare.at, comparison::At::cost);
  EXPECT_EQ(compare.format, "json");
  EXPECT_EQ(error_of({"compare", "old"}),
            "error: B is required\n      = hint: see 'scalegen compare --help'\n");
  EXPECT_EQ(error_of({"compare", "old", "new", "--at", "price"}),
            "error: --at: 'price' is none of size, nodes, cost, energy\n"
            "      = hint: see 'scalegen compare --help'\n");
}

TEST(Arguments, OfAnAdvice) {
  const auto advise =
      parse_as<AdviseCommand>({"advise", "mine", "job.sh", "--work", "90epochs", "--write", "--advise", "x"});
  EXPECT_EQ(advise.target, "mine");
  EXPECT_EQ(advise.script, "job.sh");
  EXPECT_EQ(advise.work, "90epochs");
  EXPECT_EQ(advise.options.advise, std::vector<std::string>{"x"});
  EXPECT_TRUE(advise.write);
}

TEST(Arguments, OfATableOfLogs) {
  const auto table = parse_as<TableCommand>({"table", "run_{gpus}.out", "--metrics", "time=took {number} s"});
  EXPECT_EQ(table.options.patterns, std::vector<std::string>{"run_{gpus}.out"});
  EXPECT_EQ(table.options.metrics, "time=took {number} s");
  EXPECT_EQ(parse_as<TableCommand>({"table", "a", "b"}).options.patterns.size(), 2U);
  EXPECT_EQ(parse_as<TableCommand>({"table", "a", "--time", "sacct"}).options.time, LogTime::sacct);
  EXPECT_EQ(error_of({"table", "a", "--time", "sacct", "--metrics", "b"}),
            "error: --metrics excludes --time\n      = hint: see 'scalegen table --help'\n");
  EXPECT_EQ(
      error_of({"table", "a", "--time", "wall"}),
      "error: --time: 'wall' is none of mlperf, sacct, seff\n      = hint: see 'scalegen table --help'\n");
}

TEST(Arguments, ThatAreLeftOutHaveDefaults) {
  const auto sweep = parse_as<SweepCommand>({"sweep", "mnist.yaml"});
  EXPECT_EQ(sweep.source.cluster, "local");
  EXPECT_EQ(sweep.directory, "");
  EXPECT_EQ(sweep.options.max_in_flight, std::nullopt);
  EXPECT_EQ(parse_as<ReportCommand>({"report"}).format, "terminal");
}

TEST(Arguments, OfABuild) {
  const auto build = parse_as<BuildCommand>({"build", "--cluster", "lumi", "--torch-root", "/t", "--submit"});
  EXPECT_EQ(build.cluster, "lumi");
  EXPECT_EQ(build.request.torch_root, "/t");
  EXPECT_TRUE(build.submit);
}

TEST(Arguments, OfTheOtherVerbs) {
  EXPECT_EQ(parse_as<PlanCommand>({"plan", "mnist.yaml", "--json"}).format, "json");
  EXPECT_EQ(parse_as<GenerateCommand>({"generate", "mnist.yaml", "--root", "/r"}).root, "/r");
  EXPECT_EQ(parse_as<ReportCommand>({"report", "dir", "--format", "csv"}).format, "csv");
  EXPECT_EQ(parse_as<ReportCommand>({"report", "-", "--scaling", "weak"}).options.scaling, Scaling::weak);
  EXPECT_EQ(parse_as<ReportCommand>({"report", "-"}).target, "-");
  const auto proposal = parse_as<ReportCommand>({"report", "dir", "--for", "proposal", "--format", "latex"});
  EXPECT_EQ(proposal.purpose, ReportCommand::Purpose::proposal);
  EXPECT_EQ(proposal.format, "latex");
  EXPECT_EQ(error_of({"report", "dir", "--for", "eurohpc"}),
            "error: `--for eurohpc` is gone since 0.3: write `--for proposal`\n");
  EXPECT_EQ(error_of({"report", "dir", "--for", "./panel.yaml"}),
            "error: `--for FILE` is gone since 0.3: write `--for proposal`\n");
  EXPECT_EQ(error_of({"report", "dir", "-oout"}), error_of({"report", "dir", "-o", "out"}));
  EXPECT_EQ(error_of({"list", "--plots"}),
            "error: `list --plots` is gone since 0.3: write charts with `report DIR --plots FOLDER`\n");
  EXPECT_EQ(error_of({"report", "dir", "-o", "out"}),
            "error: `report -o` is gone since 0.3: write `report DIR --for proposal >FILE`\n");
  EXPECT_EQ(error_of({"report", "dir", "--format", "pdf"}),
            "error: --format: 'pdf' is none of terminal, markdown, latex, html, csv, json\n"
            "      = hint: see 'scalegen report --help'\n");
  EXPECT_EQ(error_of({"report", "t.csv", "--scaling", "week"}),
            "error: --scaling: 'week' is none of strong, weak, throughput\n"
            "      = hint: see 'scalegen report --help'\n");
  const auto report = parse_as<ReportCommand>(
      {"report", "--metrics", "time=a{number},b ({number}),ms", "dir", "--metrics", "throughput=(.),it/s"});
  EXPECT_EQ(report.target, "dir");
  EXPECT_EQ(report.options.metrics,
            (std::vector<std::string>{"time=a{number},b ({number}),ms", "throughput=(.),it/s"}));
  EXPECT_EQ(parse_as<StatusCommand>({"status", "dir"}).directory, "dir");
  EXPECT_TRUE(parse_as<StatusCommand>({"status", "dir", "--wait"}).wait);
  EXPECT_EQ(parse_as<CancelCommand>({"cancel", "dir"}).directory, "dir");
  EXPECT_EQ(parse_as<ClustersShowCommand>({"clusters", "show", "lumi"}).cluster, "lumi");
  EXPECT_EQ(parse_as<ClustersCheckCommand>({"clusters", "check", "mine.yaml"}).cluster, "mine.yaml");
  EXPECT_TRUE(parse_as<ClustersListCommand>({"clusters", "list", "--markdown"}).markdown);
  parse_as<ClustersDetectCommand>({"clusters", "detect"});
}

TEST(Arguments, ThatAskForHelpOrVersionPrintText) {
  EXPECT_EQ(parse_as<PrintText>({"--version"}).text.substr(0, 9), "scalegen ");
  const auto help = parse_as<PrintText>({}).text;
  EXPECT_EQ(parse_as<PrintText>({"--help"}).text, help);
  EXPECT_NE(help.find("How many GPUs should I ask for, and can I prove it?"), std::string::npos);
  EXPECT_NE(help.find("\nFirst steps:\n    scalegen sweep mnist.yaml"), std::string::npos);
  EXPECT_NE(parse_as<PrintText>({"sweep", "--help"}).text.find("--again"), std::string::npos);
  EXPECT_NE(parse_as<PrintText>({"clusters"}).text.find("detect"), std::string::npos);
}

TEST(Arguments, OfAListAreItsFolder) {
  EXPECT_EQ(parse_as<ListCommand>({"list"}).folder, "");
  EXPECT_EQ(parse_as<ListCommand>({"list", "/work"}).folder, "/work");
}

TEST(Arguments, ThatAreUnknownAreRefusedWithWhatWasMeant) {
  EXPECT_EQ(error_of({"swep", "mnist.yaml"}),
            "error: unknown command 'swep'\n      = hint: did you mean 'sweep'?\n");
  EXPECT_EQ(error_of({"swep", "--help"}), error_of({"swep"}));
  EXPECT_EQ(error_of({"clusters", "lst"}),
            "error: unknown command 'clusters lst'\n      = hint: did you mean 'list'?\n");
  EXPECT_EQ(error_of({"sweep", "mnist.yaml", "--max-in-fligt"}),
            "error: unknown option '--max-in-fligt'\n      = hint: did you mean '--max-in-flight'?\n");
  EXPECT_EQ(error_of({"--versoin"}),
            "error: unknown option '--versoin'\n      = hint: did you mean '--version'?\n");
}

TEST(Arguments, ThatAreGoneAreRefusedWithWhatToDo) {
  EXPECT_EQ(error_of({"resume", "here"}), "error: `resume` is gone since 0.3: write `sweep DIR`\n");
  EXPECT_EQ(error_of({"sweep", "here", "--retry-failed"}),
            "error: `--retry-failed` is gone since 0.3: write `--again failed`\n");
  EXPECT_EQ(error_of({"needed", "here", "1gpu-r2"}),
            "error: `needed` is gone since 0.3: each run of a plan is measured\n");
}

TEST(Arguments, SayHowManyRoundsARunDirectoryIsToHave) {
  EXPECT_EQ(parse_as<SweepCommand>({"sweep", "here", "--rounds", "5"}).rounds, 5);
  EXPECT_EQ(parse_as<SweepCommand>({"sweep", "here"}).rounds, std::nullopt);
  EXPECT_EQ(error_of({"sweep", "here", "--rounds", "1001"}),
            "error: --rounds: Value 1001 not in range 1 to 1000\n"
            "      = hint: see 'scalegen sweep --help'\n");
}

TEST(Arguments, OfAnExplanationAreTheWordsOfOneTerm) {
  EXPECT_EQ(parse_as<ExplainCommand>({"explain", "exposed", "communication"}).words,
            (std::vector<std::string>{"exposed", "communication"}));
  EXPECT_TRUE(parse_as<ExplainCommand>({"explain"}).words.empty());
}

TEST(Arguments, BeyondTheLastAreRefused) {
  EXPECT_EQ(error_of({"status", "a", "b"}),
            "error: one argument too many: 'b'\n      = hint: see 'scalegen status --help'\n");
  EXPECT_EQ(error_of({"clusters", "show", "a", "b"}),
            "error: one argument too many: 'b'\n      = hint: see 'scalegen clusters show --help'\n");
  EXPECT_EQ(error_of({"report", "a", "--advise", "deadline=1h", "steps=6e6"}),
            "error: one argument too many: 'steps=6e6'\n"
            "      = hint: write --advise before each part of a rule: --advise 'steps=6e6'\n");
}

TEST(Arguments, ThatAreMissingAreNamedAfterTheUnknown) {
  EXPECT_EQ(error_of({"sweep"}), "error: FILE is required\n      = hint: see 'scalegen sweep --help'\n");
  EXPECT_EQ(error_of({"sweep", "--clutser", "lumi"}),
            "error: unknown option '--clutser'\n      = hint: did you mean '--cluster'?\n");
}

TEST(Arguments, OutOfRangeAreRefused) {
  EXPECT_EQ(error_of({"sweep", "here", "--max-in-flight", "0"}),
            "error: --max-in-flight: Value 0 not in range 1 to 100000\n"
            "      = hint: see 'scalegen sweep --help'\n");
}

}  // namespace
}  // namespace scalegen
