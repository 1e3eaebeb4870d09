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

std::string errors_of_text(const std::string& text) {
  const auto read = read_plan("plan.jsonl", text);
  return read ? "" : render(read.error());
}

std::string errors_of(const Plan& plan) { return errors_of_text(write_plan(plan)); }

/// The text of the plan with something in the place of what stands there first.
std::string edited_plan(std::string_view from, std::string_view to) {
  auto text = write_plan(plan_of_two());
  text.replace(text.find(from), from.size(), to);
  return text;
}

std::string mistake_in_line(int line, const std::string& what) {
  return "plan.jsonl:" + std::to_string(line) + ":1: error: this line is not one of a plan: " + what +
         "\n      = hint: the plan is written once by scalegen and not meant to be edited\n";
}

std::string not_a_whole_plan(const std::string& why) {
  return "error: 'plan.jsonl' is not a whole plan: " + why +
         "\n      = hint: begin a new run directory with -o NEW_FOLDER\n";
}

void expect_read_back(const Plan& plan) { EXPECT_EQ(read_plan("plan.jsonl", write_plan(plan)), plan); }

TEST(PlanFile, IsReadAsItWasWritten) { expect_read_back(plan_of_two()); }

// Older plans know no such options.
TEST(PlanFile, HasTheContainersOptionsOfSrunOnlyIfThereAreSome) {
  auto plan = plan_of_two();
  EXPECT_EQ(write_plan(plan).find("\"srun\""), std::string::npos);
  plan.head.launch.container =
      ContainerImage{{}, "/i.sqsh", {"/scratch"}, {"--container-image={image}", "--a b"}};
  expect_read_back(plan);
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
  const auto edited = [](std::string_view from, std::string_view to) {
    return read_plan("plan.jsonl", edited_plan(from, to));
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

TEST(PlanFile, KeepsEachWayToStart) {
  for (const auto start : {Start::each_rank, Start::each_node, Start::once}) {
    auto plan = plan_of_two();
    plan.head.start = start;
    expect_read_back(plan);
  }
}

TEST(PlanFile, KeepsTheRule) {
  auto plan = plan_of_two();
  for (const Advice& rule : {default_advice(), Advice{.per_doubling = 1.4},
                             Advice{.efficiency = 0.7,
                             .efficiency_from = {{64, 0.6}},
                             .per_doubling = 1.5,
                             .per_doubling_from = {{512, 1.4}, {1024, 1.3}}},
                             Advice{.deadline = std::chrono::hours(2),
                             .budget = Budget{7, "EUR"},
                             .work = Work{Work::Unit::samples, 4e9}}}) {
    plan.head.advise = rule;
    expect_read_back(plan);
  }
}

/// What is read of the plan with these fields in its head, as an older scalegen wrote them.
Result<Plan> read_older(const Plan& plan, const std::string& fields) {
  auto text = write_plan(plan);
  text.insert(1, fields);
  return read_plan("plan.jsonl", text);
}

TEST(PlanFile, SaysWhatOfAnOlderPlanIsIgnored) {
  auto plan = plan_of_two();
  const auto older =
      read_older(plan, R"("climb":"efficiency > 0.6","until":{"half_width":0.03,"at_least":3},)");
  ASSERT_TRUE(older) << render(older.error());
  EXPECT_EQ(older->head.ignored, (std::vector<std::string>{"`climb:`", "`until`"}));
  EXPECT_EQ(read_plan("", write_plan(*older)).value().head.ignored, std::vector<std::string>());
}

TEST(PlanFile, TakesAConfirmingRoundForOneThatWasAddedLater) {
  auto plan = plan_of_two();
  plan.head.rounds = 5;
  plan.head.later_rounds = {5};
  const auto older = read_older(plan, R"("confirming_rounds":[4],)");
  ASSERT_TRUE(older) << render(older.error());
  EXPECT_EQ(older->head.later_rounds, (std::vector{4, 5}));
  EXPECT_EQ(repeats_of(older->head), 3);
  EXPECT_EQ(older->head.ignored, std::vector<std::string>());
}

TEST(PlanFile, HasNeitherRunsNorJobsThatAnOlderPlanLeftOut) {
  const auto plan = plan_of_two();
  const auto older = read_older(plan, R"("left_out":["2x2gpu"],)");
  ASSERT_TRUE(older) << render(older.error());
  EXPECT_EQ(older->runs, std::vector<scalegen::Run>{plan.runs.front()});
  EXPECT_EQ(older->jobs, std::vector<scalegen::Job>{plan.jobs.front()});
  EXPECT_EQ(older->head.left_out, std::vector<std::string>());
}

TEST(PlanFile, KeepsEachKindOfScheduler) {
  for (const auto& [kind, word] : words_of(SchedulerKind{})) {
    auto plan = plan_of_two();
    plan.head.scheduler = kind;
    EXPECT_NE(write_plan(plan).find("\"scheduler\":\"" + std::string(word) + "\""), std::string::npos);
    expect_read_back(plan);
  }
}

TEST(PlanFile, IsReadAsFarAsItsHead) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "plan.jsonl";
  EXPECT_EQ(read_plan_head(path).value(), std::nullopt);
  auto plan = plan_of_two();
  plan.head.held.resize(2000, std::string(1000, 'x'));  // more than is read at once
  const auto text = write_plan(plan);
  ASSERT_TRUE(write_file(path, text.substr(0, text.find('\n') + 1) + "no JSON"));
  EXPECT_EQ(read_plan_head(path).value(), plan.head);
  ASSERT_TRUE(write_file(path, text.substr(0, text.find('\n'))));
  const auto mistake = mistake_in_line(1, "it is not a whole JSON object");
  EXPECT_EQ(render(read_plan_head(path).error()), path.string() + mistake.substr(mistake.find(':')));
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

TEST(PlanFile, OfAnotherFormatIsRefused) {
  for (const std::string format : {"1", "2", "3"}) {
    EXPECT_EQ(
        errors_of_text(edited_plan(":4,", ":" + format + ",")),
        "error: 'plan.jsonl' is a plan of format " + format +
            ", and this scalegen reads format 4\n"
            "      = hint: use the scalegen that made it, or begin a new run directory with -o NEW_FOLDER\n");
  }
}

TEST(PlanFile, ThatEndsInTheMiddleOfALineIsRefused) {
  auto text = write_plan(plan_of_two());
  text.pop_back();
  EXPECT_EQ(errors_of_text(text), mistake_in_line(6, "it is not a whole JSON object"));
}

TEST(PlanFile, NamesWhatALineLacksOrNoSweepHas) {
  struct BadLine {
    int line = 0;
    std::string from, to, what;
  };
  const std::string number = " must be a whole number from 1 to 2147483647, not ";
  for (const auto& [line, from, to, what] : std::vector<BadLine>{
           {1, "\"root\"", "\"boot\"", "key 'root' not found"},
           {2, "\"rung\"", "\"ring\"", "key 'rung' not found"},
           {1, "\"weak\"", "\"soft\"", "unknown scaling 'soft'"},
           {1, "\"slurm\"", "\"pbs\"", "unknown scheduler 'pbs'"},
           {1, "\"each_node\"", "\"twice\"", "unknown start 'twice'"},
           {2, "\"nodes\":1", "\"nodes\":99999999999", "'nodes'" + number + "99999999999"},
           {2, "\"nodes\":1", "\"nodes\":18446744073709551615", "'nodes'" + number + "18446744073709551615"},
           {2, "\"ranks_per_node\":1", "\"ranks_per_node\":0", "'ranks_per_node'" + number + "0"},
           {2, "\"cpus_per_task\":2", "\"cpus_per_task\":1.5", "'cpus_per_task'" + number + "1.5"},
           {2, "\"time_limit_seconds\":600", "\"time_limit_seconds\":-1",
            "'time_limit_seconds' must be a whole number from 0, not -1"},
           {1, "\"rounds\":1", "\"rounds\":0", "'rounds'" + number + "0"},
           {1, "\"further_metrics\"", "\"later_rounds\":[0],\"further_metrics\"",
            "'later_rounds'" + number + "0"},
           {2, "\"round\":1", "\"threads\":0,\"round\":1", "'threads'" + number + "0"},
           {1, "\"axes\":[\"optimizer\"]", "\"axes\":\"optimizer\"",
            "'axes' must be a list, not \"optimizer\""}})
    EXPECT_EQ(errors_of_text(edited_plan(from, to)), mistake_in_line(line, what)) << to;
}

TEST(PlanFile, HasNoUnitsOfASiteWithoutTheirNumber) {
  auto plan = plan_of_two();
  plan.runs[0].rate = {.core_hours = 2, .units = 0, .unit = "billing units"};  // a partition for nothing
  auto text = write_plan(plan);
  EXPECT_NE(text.find(R"("gpu_hours_per_hour":0.0,"units_per_hour":0.0,"unit":"billing units"})"),
            std::string::npos);
  EXPECT_EQ(read_plan("plan.jsonl", text), plan);
  text.erase(text.find(R"("units_per_hour":0.0,)"), 21);
  EXPECT_EQ(errors_of_text(text), mistake_in_line(2, "key 'units_per_hour' not found"));
}

TEST(PlanFile, RefusesMoreRanksThanCanBeCounted) {
  auto plan = plan_of_two();
  plan.runs[1].rung.ranks_per_node = plan.runs[1].resources.nodes = 65536;
  EXPECT_EQ(errors_of(plan),
            mistake_in_line(3, "'ranks_per_node' must be a whole number from 1 to 32767, not 65536"));
}

TEST(PlanFile, WithoutRunsIsRefused) {
  EXPECT_EQ(
      errors_of_text(""),
      "error: 'plan.jsonl' holds no runs\n      = hint: begin a new run directory with -o NEW_FOLDER\n");
}

TEST(PlanFile, WithARunThatIsNotInOneJobIsRefused) {
  auto plan = plan_of_two();
  plan.jobs[1].runs.push_back("1cpu-r1");
  plan.jobs[1].shared = Allocation{};
  EXPECT_EQ(errors_of(plan), not_a_whole_plan("2 of its jobs have the run '1cpu-r1': it takes one"));
  plan.jobs.pop_back();
  EXPECT_EQ(errors_of(plan), not_a_whole_plan("0 of its jobs have the run '2x2gpu-r1': it takes one"));
}

TEST(PlanFile, SaysWhatSeveralRunsOfAJobShare) {
  auto plan = plan_of_two();
  plan.jobs = {{.id = "all", .runs = {"1cpu-r1", "2x2gpu-r1"}}};
  EXPECT_EQ(errors_of(plan), not_a_whole_plan("its job 'all' does not say what its 2 runs share"));
  plan.jobs[0].shared = Allocation{plan.runs[1].resources, plan.runs[1].rate};
  expect_read_back(plan);
}

TEST(PlanFile, WithAnUnknownOrRepeatedNameIsRefused) {
  auto unknown = plan_of_two();
  unknown.jobs[1].runs[0] = "other";
  EXPECT_EQ(errors_of(unknown),
            not_a_whole_plan("its job 'rest' has the run 'other', which it does not hold"));
  auto twice = plan_of_two();
  twice.runs[1].id = "1cpu-r1";
  EXPECT_EQ(errors_of(twice), not_a_whole_plan("it holds the run '1cpu-r1' twice"));
  auto jobs_twice = plan_of_two();
  jobs_twice.jobs[1].id = "1cpu-r1";
  EXPECT_EQ(errors_of(jobs_twice), not_a_whole_plan("it holds the job '1cpu-r1' twice"));
}

TEST(PlanFile, WithANameThatLeavesTheRunDirectoryIsRefused) {
  for (const std::string name : {"../x", "a/b", ".hidden", ""}) {
    auto plan = plan_of_two();
    plan.runs[0].id = name;
    EXPECT_EQ(errors_of(plan), not_a_whole_plan("'" + name + "' cannot be the name of a run's folder"));
  }
}

}  // namespace
}  // namespace scalegen
