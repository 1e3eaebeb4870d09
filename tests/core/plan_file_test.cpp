#include "core/plan_file.hpp"
#include "core/files.hpp"
#include "core/json.hpp"
#include "core/script_sum.hpp"
#include "tests/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace scalegen {
namespace {

Launch launch_with_everything() {
  return {.root = "/home/ada/a folder",
          .made_by = "scalegen 0.1.0: scalegen sweep \"x\"",
          .standalone = true,
          .account = "p123",
          .qos = "short",
          .reservation = "edu28",
          .clusters = {"a", "b"},
          .sbatch_options = {"--exclusive"},
          .gpu_request = GpuRequest::gres,
          .site = {.architecture = "aarch64",
                   .modules_first = "purge",
                   .modules = {"CUDA/11.7.0"},
                   .lines = {"ulimit -s unlimited"},
                   .env = {{"B", "1"}, {"A", ""}},
                   .env_of_several_nodes = {{"FI", "$x"}},
                   .binds_of_several_nodes = {"$NCCL"}},
          .prepare = {.lines = {"make"}, .in_job = true, .time_limit = std::chrono::minutes(30)},
          .setup = {"echo 'set up'"},
          .env = {{"OMP", "it's"}},
          .network_env = {{"NCCL_SOCKET_IFNAME", "hsn"}},
          .network_env_of_several_nodes = {{"NCCL_NET", "OFI"}},
          .container = ContainerImage{{"apptainer", "exec"}, "/i.sif", {"/scratch"}, {}},
          .cpu_bind = "map_cpu:1,2",
          .rank_setup = {"export ROCR_VISIBLE_DEVICES=$SLURM_LOCALID"},
          .as_slurm = {{"SLURM_PROCID", "$RANK"}},
          .takes_rank_from_slurm = true,
          .monitor = {Monitor::Kind::rocm_smi, std::chrono::milliseconds(500), {"use"}},
          .cores = {3, 1},
          .data_folder = "~/mnist",
          .data_sets = {"train.bin test.bin"},
          .workdir = "/w",
          .program = "/opt/scalegen-train"};
}

Plan plan_of_two() {
  Run first{
      .id = "1cpu-r1",
      .rung = {.name = "1cpu", .nodes = 1, .ranks_per_node = 1},
      .round = 1,
      .settings = {{"steps", std::int64_t{40}}, {"learning_rate", 0.5}, {"optimizer", std::string("adam")}},
      .resources = {.cpus_per_task = 2, .time_limit = std::chrono::minutes(10), .partition = ""},
      .command = {"scalegen-train", "--model", "mnist_cnn"},
      .rate = {.core_hours = 2, .gpu_hours = 0}};
  Run second{.id = "2x2gpu-r1",
             .rung = {.name = "2x2gpu", .device = DeviceKind::gpu, .nodes = 2, .ranks_per_node = 2},
             .round = 1,
             .settings = {{"learning_rate", 1.0}},
             .resources = {.nodes = 2,
                           .tasks_per_node = 1,
                           .cpus_per_task = 16,
                           .gpus_per_node = 2,
                           .memory_mib_per_node = 65536,
                           .time_limit = std::chrono::hours(1),
                           .partition = "gpu",
                           .constraint = "a100&nomig",
                           .gpu_type = "a100",
                           .node_kind = "2 x a100, 32 cores",
                           .whole_nodes = true,
                           .fills_nodes = true},
             .command = {"a word with blanks and 'quotes'", "\n"},
             .rate = {.core_hours = 32, .gpu_hours = 4, .units = 6.5, .unit = "billing units"}};
  return {
      .head = {.name = "mnist",
               .cluster = "cyclone",
               .scheduler = SchedulerKind::slurm,
               .workload = "mnist_cnn",
               .dataset = "Fashion-MNIST",
               .scalings = {Scaling::weak},
               .baseline = "1cpu",
               .baseline_reason = "the smallest",
               .rounds = 1,
               .seed = 7,
               .axes = {"optimizer"},
               .held = {"steps"},
               .own_program = true,
               .start = Start::each_node,
               .metrics =
                   {{.name = "time", .regex = "took ([0-9.]+) \"s\"", .unit = "s", .higher_is_better = false},
                    {.name = "throughput",
                     .regex = "(.)",
                     .unit = "images/s",
                     .use = MetricUse::mean,
                     .skip = 20}},
               .further = {{.name = "loss", .regex = "loss (.)", .use = MetricUse::each_epoch}},
               .launch = launch_with_everything()},
      .runs = {first, second},
      .jobs = {{.id = "1cpu-r1", .runs = {"1cpu-r1"}}, {.id = "rest", .runs = {"2x2gpu-r1"}}}};
}

std::string errors_of(const Plan& plan) {
  const auto read = read_plan("plan.jsonl", write_plan(plan));
  return read ? "" : render(read.error());
}

std::string errors_of_text(const std::string& text) {
  const auto read = read_plan("plan.jsonl", text);
  return read ? "" : render(read.error());
}

constexpr auto kBeginNewDirectory = "      = hint: begin a new run directory with -o NEW_FOLDER\n";
constexpr auto kNotToBeEdited =
    "      = hint: the plan is written once by scalegen and not meant to be edited\n";

TEST(PlanFile, IsReadAsItWasWritten) {
  const auto plan = plan_of_two();
  EXPECT_EQ(read_plan("plan.jsonl", write_plan(plan)), plan);
}

// Older plans know no such options.
TEST(PlanFile, HasTheContainersOptionsOfSrunOnlyIfThereAreSome) {
  auto plan = plan_of_two();
  EXPECT_EQ(write_plan(plan).find("\"srun\""), std::string::npos);
  plan.head.launch.container =
      ContainerImage{{}, "/i.sqsh", {"/scratch"}, {"--container-image={image}", "--a b"}};
  EXPECT_EQ(read_plan("plan.jsonl", write_plan(plan)), plan);
}

TEST(PlanFile, HoldsALineForTheHeadAndEachRunAndJob) {
  const auto text = write_plan(plan_of_two());
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 6);
  const auto last_job = text.rfind("{\"job\"");
  EXPECT_EQ(text.substr(last_job, text.rfind("{\"cksum\"") - last_job),
            "{\"job\":\"rest\",\"runs\":[\"2x2gpu-r1\"]}\n");
}

TEST(PlanFile, EndsWithTheSumOfItsOtherLines) {
  auto plan = plan_of_two();
  plan.runs.resize(2000, plan.runs.back());  // several pieces
  const auto text = write_plan(plan);
  const auto last = text.rfind("{\"cksum\"");
  const auto sum = cksum_line(text.substr(0, last), "");
  EXPECT_EQ(text.substr(last), "{\"cksum\":\"" + sum.substr(0, sum.size() - 2) + "\"}\n");
}

TEST(PlanFile, SaysThatItWasEdited) {
  const auto written = write_plan(plan_of_two());
  EXPECT_FALSE(read_plan("plan.jsonl", written).value().is_edited);
  const auto edited = [&](std::string_view from, std::string_view to) {
    auto text = written;
    text.replace(text.find(from), from.size(), to);
    return read_plan("plan.jsonl", text);
  };
  const auto ranks = edited("\"ranks_per_node\":1", "\"ranks_per_node\":3");
  EXPECT_EQ(ranks.value().runs[0].rung.ranks_per_node, 3);
  EXPECT_TRUE(ranks.value().is_edited);
  EXPECT_TRUE(edited("\"weak\"", "\"strong\"").value().is_edited);
  EXPECT_TRUE(edited("{\"cksum\":\"", "{\"cksum\":\"1").value().is_edited);
  const auto without_sum = written.substr(0, written.rfind("{\"cksum\""));
  EXPECT_TRUE(read_plan("plan.jsonl", without_sum).value().is_edited);
}

TEST(PlanFile, IsOneJsonObjectToo) {
  auto plan = plan_of_two();
  plan.runs.resize(500, plan.runs.back());
  std::string text;
  std::size_t pieces = 0;
  write_plan_object(plan, {{"price", 1.5}}, [&](std::string_view piece) {
    text += piece;
    ++pieces;
  });
  EXPECT_GT(pieces, 2U);

  Json object = {{"head", Json()}, {"runs", Json::array()}, {"jobs", Json::array()}, {"price", 1.5}};
  std::istringstream lines(write_plan(plan));
  for (std::string line; std::getline(lines, line);) {
    const auto json = parse_json(line).value();
    if (json.contains("scalegen_plan"))
      object["head"] = json;
    else if (!json.contains("cksum"))
      object[json.contains("run") ? "runs" : "jobs"].push_back(json);
  }
  EXPECT_EQ(text, object.dump(2));
}

TEST(PlanFile, KeepsWholeNumbersAndFractionsApart) {
  const auto plan = read_plan("plan.jsonl", write_plan(plan_of_two()));
  ASSERT_TRUE(plan);
  EXPECT_EQ(*find(plan->runs[1].settings, "learning_rate"), Value(1.0));
  EXPECT_EQ(*find(plan->runs[0].settings, "steps"), Value(std::int64_t{40}));
}

TEST(PlanFile, KeepsEachWayToStart) {
  for (const auto start : {Start::each_rank, Start::each_node, Start::once}) {
    auto plan = plan_of_two();
    plan.head.start = start;
    EXPECT_EQ(read_plan("plan.jsonl", write_plan(plan)), plan);
  }
}

TEST(PlanFile, KeepsTheRuleAndTheCampaign) {
  auto plan = plan_of_two();
  plan.head.campaign = {
      {.run = "train", .runs = 3, .size = {.nodes = 4}, .amount = 1e6},
      {.run = "tune", .size = {.gpus = 2}, .unit = CampaignLine::Unit::epochs, .amount = 0.5},
      {.run = "test",
       .size = {.rung = "1gpu"},
       .unit = CampaignLine::Unit::samples,
       .amount = 1e18,
       .scaling = Scaling::weak}};
  plan.head.carbon = Carbon{.g_per_kwh = 30.5, .source = "the site, 2025"};
  for (const Advice& rule : {default_advice(), Advice{.per_doubling = 1.4},
                             Advice{.efficiency = 0.7,
                             .efficiency_from = {{64, 0.6}},
                             .per_doubling = 1.5,
                             .per_doubling_from = {{512, 1.4}, {1024, 1.3}}},
                             Advice{.deadline = std::chrono::hours(2),
                             .budget = Budget{7, "EUR"},
                             .work = Work{Work::Unit::samples, 4e9}}}) {
    plan.head.advise = rule;
    EXPECT_EQ(read_plan("plan.jsonl", write_plan(plan)), plan);
  }
}

TEST(PlanFile, RefusesACampaignWithoutRunsOrWork) {
  const auto errors = [](const CampaignLine& line) {
    auto plan = plan_of_two();
    plan.head.campaign = {line};
    return errors_of(plan);
  };
  const std::string head = "plan.jsonl:1:1: error: this line is not one of a plan: ";
  EXPECT_EQ(errors({.run = "a", .runs = 0, .amount = 1}),
            head + "the counts of a campaign must be whole numbers above 0\n" + kNotToBeEdited);
  EXPECT_EQ(errors({.run = "a", .size = {.nodes = -1}, .amount = 1}),
            head + "the counts of a campaign must be whole numbers above 0\n" + kNotToBeEdited);
  EXPECT_EQ(errors({.run = "a"}), head + "a line of a campaign does not say its work\n" + kNotToBeEdited);
}

TEST(PlanFile, KeepsEachKindOfScheduler) {
  for (const auto& [kind, word] : words_of(SchedulerKind{})) {
    auto plan = plan_of_two();
    plan.head.scheduler = kind;
    EXPECT_NE(write_plan(plan).find("\"scheduler\":\"" + std::string(word) + "\""), std::string::npos);
    EXPECT_EQ(read_plan("plan.jsonl", write_plan(plan)), plan);
  }
}

TEST(PlanFile, IsReadAsFarAsItsHead) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "plan.jsonl";
  EXPECT_EQ(read_plan_head(path).value(), std::nullopt);
  auto plan = plan_of_two();
  plan.head.left_out.resize(2000, std::string(1000, 'x'));  // more than is read at once
  const auto text = write_plan(plan);
  ASSERT_TRUE(write_file(path, text.substr(0, text.find('\n') + 1) + "no JSON"));
  EXPECT_EQ(read_plan_head(path).value(), plan.head);
  ASSERT_TRUE(write_file(path, text.substr(0, text.find('\n'))));
  EXPECT_EQ(render(read_plan_head(path).error()),
            path.string() + ":1:1: error: this line is not one of a plan: it is not a whole JSON object\n" +
                kNotToBeEdited);
}

TEST(PlanFile, LeavesOutOfTheLaunchWhatIsNotSaid) {
  auto plan = plan_of_two();
  plan.head.launch = {.root = "/r"};
  plan.head.further.clear();
  const auto text = write_plan(plan);
  EXPECT_NE(text.find(R"("launch":{"root":"/r","gpus":"gpus-per-node",)"
                      R"("monitor":{"command":"nvidia-smi","interval_ms":1000,"fields":[]}}})"),
            std::string::npos)
      << text;
  EXPECT_EQ(read_plan("plan.jsonl", text), plan);
}

TEST(PlanFile, WithoutARootIsRefused) {
  auto text = write_plan(plan_of_two());
  text.replace(text.find("\"root\""), 6, "\"boot\"");
  EXPECT_EQ(errors_of_text(text),
            std::string("plan.jsonl:1:1: error: this line is not one of a plan: key 'root' not found\n") +
                kNotToBeEdited);
}

TEST(PlanFile, OfAnotherFormatIsRefused) {
  for (const std::string format : {"1", "2", "3"}) {
    auto text = write_plan(plan_of_two());
    text.replace(text.find(":4,"), 3, ":" + format + ",");
    EXPECT_EQ(
        errors_of_text(text),
        "error: 'plan.jsonl' is a plan of format " + format +
            ", and this scalegen reads format 4\n"
            "      = hint: use the scalegen that made it, or begin a new run directory with -o NEW_FOLDER\n");
  }
}

TEST(PlanFile, ThatEndsInTheMiddleOfALineIsRefused) {
  auto text = write_plan(plan_of_two());
  text.pop_back();
  EXPECT_EQ(
      errors_of_text(text),
      std::string("plan.jsonl:6:1: error: this line is not one of a plan: it is not a whole JSON object\n") +
          kNotToBeEdited);
}

TEST(PlanFile, NamesTheFieldThatALineLacks) {
  auto text = write_plan(plan_of_two());
  text.replace(text.find("\"rung\""), 6, "\"ring\"");
  EXPECT_EQ(errors_of_text(text),
            std::string("plan.jsonl:2:1: error: this line is not one of a plan: key 'rung' not found\n") +
                kNotToBeEdited);
}

TEST(PlanFile, RefusesNumbersThatNoSweepHas) {
  const auto refusal = [](const std::string& from, const std::string& to) {
    auto text = write_plan(plan_of_two());
    text.replace(text.find(from), from.size(), to);
    return errors_of_text(text);
  };
  const std::string head = "plan.jsonl:1:1: error: this line is not one of a plan: ";
  const std::string run = "plan.jsonl:2:1: error: this line is not one of a plan: ";
  EXPECT_EQ(refusal("\"nodes\":1", "\"nodes\":99999999999"),
            run + "'nodes' must be a whole number from 1 to 2147483647, not 99999999999\n" + kNotToBeEdited);
  EXPECT_EQ(refusal("\"nodes\":1", "\"nodes\":18446744073709551615"),
            run + "'nodes' must be a whole number from 1 to 2147483647, not 18446744073709551615\n" +
                kNotToBeEdited);
  EXPECT_EQ(refusal("\"ranks_per_node\":1", "\"ranks_per_node\":0"),
            run + "'ranks_per_node' must be a whole number from 1 to 2147483647, not 0\n" + kNotToBeEdited);
  EXPECT_EQ(refusal("\"cpus_per_task\":2", "\"cpus_per_task\":1.5"),
            run + "'cpus_per_task' must be a whole number from 1 to 2147483647, not 1.5\n" + kNotToBeEdited);
  EXPECT_EQ(refusal("\"time_limit_seconds\":600", "\"time_limit_seconds\":-1"),
            run + "'time_limit_seconds' must be a whole number from 0, not -1\n" + kNotToBeEdited);
  EXPECT_EQ(refusal("\"rounds\":1", "\"rounds\":0"),
            head + "'rounds' must be a whole number from 1 to 2147483647, not 0\n" + kNotToBeEdited);
  EXPECT_EQ(refusal("\"further_metrics\"", "\"later_rounds\":[0],\"further_metrics\""),
            head + "'later_rounds' must be a whole number from 1 to 2147483647, not 0\n" + kNotToBeEdited);
  EXPECT_EQ(refusal("\"round\":1", "\"threads\":0,\"round\":1"),
            run + "'threads' must be a whole number from 1 to 2147483647, not 0\n" + kNotToBeEdited);
  EXPECT_EQ(refusal("\"axes\":[\"optimizer\"]", "\"axes\":\"optimizer\""),
            head + "'axes' must be a list, not \"optimizer\"\n" + kNotToBeEdited);
}

TEST(PlanFile, HasNoUnitsOfASiteWithoutTheirNumber) {
  auto plan = plan_of_two();
  plan.runs[0].rate = {.core_hours = 2, .units = 0, .unit = "billing units"};  // a partition for nothing
  auto text = write_plan(plan);
  EXPECT_NE(text.find(R"("gpu_hours_per_hour":0.0,"units_per_hour":0.0,"unit":"billing units"})"),
            std::string::npos);
  EXPECT_EQ(read_plan("plan.jsonl", text), plan);
  text.erase(text.find(R"("units_per_hour":0.0,)"), 21);
  EXPECT_EQ(
      errors_of_text(text),
      std::string("plan.jsonl:2:1: error: this line is not one of a plan: key 'units_per_hour' not found\n") +
          kNotToBeEdited);
}

TEST(PlanFile, RefusesMoreRanksThanCanBeCounted) {
  auto plan = plan_of_two();
  plan.runs[1].rung.ranks_per_node = plan.runs[1].resources.nodes = 65536;
  EXPECT_EQ(errors_of(plan),
            "plan.jsonl:3:1: error: this line is not one of a plan: 'ranks_per_node' must be a whole number "
            "from 1 to 32767, not 65536\n" +
                std::string(kNotToBeEdited));
}

TEST(PlanFile, NamesAnUnknownScaling) {
  auto text = write_plan(plan_of_two());
  text.replace(text.find("\"weak\""), 6, "\"soft\"");
  EXPECT_EQ(errors_of_text(text),
            std::string("plan.jsonl:1:1: error: this line is not one of a plan: unknown scaling 'soft'\n") +
                kNotToBeEdited);
}

TEST(PlanFile, NamesAnUnknownScheduler) {
  auto text = write_plan(plan_of_two());
  text.replace(text.find("\"slurm\""), 7, "\"pbs\"");
  EXPECT_EQ(errors_of_text(text),
            std::string("plan.jsonl:1:1: error: this line is not one of a plan: unknown scheduler 'pbs'\n") +
                kNotToBeEdited);
}

TEST(PlanFile, NamesAnUnknownWayToStart) {
  auto text = write_plan(plan_of_two());
  text.replace(text.find("\"each_node\""), 11, "\"twice\"");
  EXPECT_EQ(errors_of_text(text),
            std::string("plan.jsonl:1:1: error: this line is not one of a plan: unknown start 'twice'\n") +
                kNotToBeEdited);
}

TEST(PlanFile, WithoutRunsIsRefused) {
  EXPECT_EQ(errors_of_text(""), std::string("error: 'plan.jsonl' holds no runs\n") + kBeginNewDirectory);
}

TEST(PlanFile, WithARunThatNoJobHasIsRefused) {
  auto plan = plan_of_two();
  plan.jobs.pop_back();
  EXPECT_EQ(
      errors_of(plan),
      std::string(
          "error: 'plan.jsonl' is not a whole plan: 0 of its jobs have the run '2x2gpu-r1': it takes one\n") +
          kBeginNewDirectory);
}

TEST(PlanFile, WithARunInTwoJobsIsRefused) {
  auto plan = plan_of_two();
  plan.jobs[1].runs.push_back("1cpu-r1");
  plan.jobs[1].shared = Allocation{};
  EXPECT_EQ(
      errors_of(plan),
      std::string(
          "error: 'plan.jsonl' is not a whole plan: 2 of its jobs have the run '1cpu-r1': it takes one\n") +
          kBeginNewDirectory);
}

TEST(PlanFile, SaysWhatSeveralRunsOfAJobShare) {
  auto plan = plan_of_two();
  plan.jobs = {{.id = "all", .runs = {"1cpu-r1", "2x2gpu-r1"}}};
  EXPECT_EQ(errors_of(plan),
            std::string("error: 'plan.jsonl' is not a whole plan: its job 'all' does not say "
                        "what its 2 runs share\n") +
                kBeginNewDirectory);
  plan.jobs[0].shared = Allocation{plan.runs[1].resources, plan.runs[1].rate};
  EXPECT_EQ(read_plan("plan.jsonl", write_plan(plan)), plan);
}

TEST(PlanFile, WithAnUnknownOrRepeatedNameIsRefused) {
  auto unknown = plan_of_two();
  unknown.jobs[1].runs[0] = "other";
  EXPECT_EQ(errors_of(unknown), std::string("error: 'plan.jsonl' is not a whole plan: its job 'rest' has the "
                                            "run 'other', which it does not hold\n") +
                                    kBeginNewDirectory);
  auto twice = plan_of_two();
  twice.runs[1].id = "1cpu-r1";
  EXPECT_EQ(errors_of(twice),
            std::string("error: 'plan.jsonl' is not a whole plan: it holds the run '1cpu-r1' twice\n") +
                kBeginNewDirectory);
  auto jobs_twice = plan_of_two();
  jobs_twice.jobs[1].id = "1cpu-r1";
  EXPECT_EQ(errors_of(jobs_twice),
            std::string("error: 'plan.jsonl' is not a whole plan: it holds the job '1cpu-r1' twice\n") +
                kBeginNewDirectory);
}

TEST(PlanFile, WithANameThatLeavesTheRunDirectoryIsRefused) {
  for (const std::string name : {"../x", "a/b", ".hidden", ""}) {
    auto plan = plan_of_two();
    plan.runs[0].id = name;
    EXPECT_EQ(errors_of(plan), "error: 'plan.jsonl' is not a whole plan: '" + name +
                                   "' cannot be the name of a run's folder\n" + kBeginNewDirectory);
  }
}

}  // namespace
}  // namespace scalegen
