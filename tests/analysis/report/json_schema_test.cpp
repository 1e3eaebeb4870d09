// docs/report.schema.json and docs/compare.schema.json against what is really written.
#include <gmock/gmock.h>

#include <functional>

#include "analysis/analyse.hpp"
#include "analysis/comparison/comparison_text.hpp"
#include "analysis/measurement/model_flops.hpp"
#include "analysis/report/formats.hpp"
#include "core/files.hpp"
#include "core/json.hpp"
#include "core/process.hpp"
#include "tests/analysis/cost/priced_sweep.hpp"
#include "tests/analysis/made_up_sweep.hpp"
#include "tests/cannot_run.hpp"
#include "tests/temporary_folder.hpp"

namespace scalegen::report {
namespace {

using testing::HasSubstr;

constexpr auto kPython = "/usr/bin/python3";  // Debian's, which has Debian's packages

class JsonSchema : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto found = run_program({kPython, "-c", "import jsonschema"});
    if (!found || found->exit_status != 0) {
      SCALEGEN_CANNOT_RUN("python3-jsonschema is not installed");
    }
  }

  void add(const std::string& json) {
    const auto file = folder_.path() / (std::to_string(files_.size()) + ".json");
    ASSERT_TRUE(write_file(file, json));
    files_.push_back(file.string());
  }

  // Comparisons have another form.
  void add_golden_files() {
    const auto folder = std::filesystem::path(SCALEGEN_TESTS_DIR) / "golden/report";
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      if (entry.path().extension() == ".json" && entry.path().stem() != "comparison")
        files_.push_back(entry.path().string());
  }

  /// The validator's output for all files: errors, then the properties that no file has.
  [[nodiscard]] std::string verdict(const std::string& schema = "report.schema.json") const {
    std::vector<std::string> argv{kPython, SCALEGEN_TESTS_DIR "/analysis/report/validate.py",
                                  SCALEGEN_SOURCE_DIR "/docs/" + schema};
    argv.insert(argv.end(), files_.begin(), files_.end());
    const auto result = run_program(argv).value();
    return result.out + result.err;
  }

  std::vector<std::string> files_{};

 private:
  TemporaryFolder folder_{};
};

void fill(Measurement& run) {
  run.attempt = "1";
  run.is_edited = true;
  run.left_out = 9;
  run.unmeasured = "not started";
  run.command = TimeSpan{.start = 1, .end = 2};
  run.last_line = "done";
  run.further = {{.name = std::string(kTflops), .value = 100}, {.name = std::string(kMfu), .value = 0.4}};
  run.start =
      TrainerStart{.world_size = 1, .hosts = {"n1"}, .parameters = 10, .gradient_bytes = 40, .version = "1"};
  run.printed = PrintedFigure{.value = 1,
                              .use = MetricUse::median,
                              .matches = 9,
                              .left_out = 2,
                              .last = 3,
                              .file = "out",
                              .text = "1",
                              .one_in = 2};
  run.meeting = {.happened = true, .not_before = 4.5};
  run.resumption = Resumption{.file = {"a.pt", "1gpu-r1"}, .seconds = 1, .seconds_before = 2};
  run.unread_monitors = {{.file = "gpu.n1.csv", .reason = "it is empty", .detail = "line 7"}};
  run.gpus = {{.device = "0", .samples = 3, .sm_clock_mhz = 1400}};
  for (const auto slowdown : kSlowdowns) run.gpus.front().slowed[slowdown] = 0.5;
  run.load = MachineLoad{.host = "n1", .throttled = 0.1, .waited = 0.1, .heat_events = 3};
  run.placement = {.tasks = {{.host = "n1", .rank = 0, .visible_gpus = "0", .leaf_switch = "s1"}},
                   .gpus = {{"n1", "0", "GPU-1", "550", "H100"}},
                   .nccl_transports = {"NET/IB"},
                   .unseen_nodes = 1,
                   .differences = {"fewer cores"}};
}

void fill(ReportHead& head) {
  head.rounds_before = {2};
  head.later_rounds = {3};
  head.plan_is_edited = true;
  head.advise.per_doubling = 1.5;
  head.advise.per_doubling_from = {{1024, 1.4}};
  head.advise.efficiency_from = {{1024, 0.5}};
  head.advise.deadline = std::chrono::hours(1);
  head.advise.budget = Budget{.amount = 5, .unit = "GPU-hours"};
  head.metric.pattern = MetricPattern{.name = "time", .regex = "x", .skip = 2};
}

std::vector<losses::RungLosses> all_losses() {
  losses::RungLosses rung{.point = 1,
                          .efficiency = 0.5,
                          .step_seconds = 1,
                          .communication_seconds = 0.1,
                          .probed_seconds = 0.1,
                          .without_sync = 0.1};
  for (std::size_t part = 0; part < losses::kParts; ++part)
    rung.losses.push_back({static_cast<losses::Part>(part), 0.05, 0.01});
  return {rung};
}

/// A report with a value in each field that a report may have.
Report full_report() {
  auto report = priced_sweep(3).report();
  fill(report.head);
  auto& table = report.tables.front();
  const Difference difference{"precision", "fp32", "bf16", Consequence::no_figure};
  for (auto& point : table.points) {
    point.rate->unit = "billing units";
    point.rate->units = 3;
    point.billed = point.rate;
    point.differences = {difference};
    point.no_speedup = "not comparable";
    if (point.doubling) point.doubling->differences = {difference};
  }
  fill(table.points.front().runs.front());
  table.points.back().runs.front().resumption = Resumption{.line = "Resuming"};
  table.no_speedups = "the baseline was not measured";
  table.is_one_of_two = true;
  report.findings = {{.kind = FindingKind::idle_gpus, .rungs = {"2gpu"}, .rounds = {2}}};
  table.points.front().findings = report.findings;
  report.choices = {{.rung = "2gpu", .others = {{.times = {.centre = 1.1}}}, .starred = {0}}};
  report.losses.front() = all_losses();
  report.controls = report.tables;
  report.slow_nodes = {{.hosts = {"n1", "n2"}},
                       {.hosts = {"n1"}, .device = "cuda:1", .may_be_its_ranks = true, .runs = 8}};
  report.assertions = {{.assertion = read_assertion("speedup at 2gpu >= 1.5").value(),
                        .value = stats::Estimate{.centre = 1.4},
                        .why_open = "its value has a star"}};
  report.verdicts.front().open = verdict::OpenRung{.point = 1, .more_rounds = 3, .price = 2.5};
  return report;
}

/// One of two ladders whose GPUs the monitors saw, at a site with units of its own.
Report report_of_idle_gpus() {
  auto report = priced_sweep(1).report();
  auto& table = report.tables.front();
  table.is_one_of_two = true;
  for (auto& point : table.points) {
    point.rate->unit = "billing units";
    point.rate->units = 3;
    for (auto& run : point.runs) {
      if (point.shape.ranks == 1) run.window.reset(), run.command = TimeSpan{.start = 1, .end = 2};
      for (int gpu = 0; gpu < point.shape.ranks; ++gpu)
        run.gpus.push_back({.samples = 9, .utilisation_percent = 10, .power_w = 300});
    }
  }
  return report;
}

TEST_F(JsonSchema, AllowsEachGoldenReport) {
  add_golden_files();
  EXPECT_GE(files_.size(), 8U);
  EXPECT_THAT(verdict(), testing::StartsWith("in no file: "));
}

// A field that is written and not described is refused here, and one that is described and never written is
// named.
TEST_F(JsonSchema, DescribesEachFieldThatAReportMayHave) {
  add_golden_files();
  add(render_json(full_report()));
  for (const auto unit : {Work::Unit::steps, Work::Unit::samples, Work::Unit::epochs, Work::Unit::runs}) {
    auto report = MadeUpSweep(1).report();
    report.head.advise.work = Work{unit, 6e6};
    add(render_json(report));
  }
  auto of_a_bundle = report_of_idle_gpus();
  of_a_bundle.head.bundle_digest = "0123456789abcdef";
  add(render_json(of_a_bundle));
  add(render_json(report_of_table("t.csv", "1gpu,9\n2gpu,5\n").value()));
  MadeUpSweep both_ladders(3);
  both_ladders.add_weak_ladder(1.02);
  add(render_json(both_ladders.report()));
  EXPECT_EQ(verdict(), "in no file: \n");
}

TEST_F(JsonSchema, RefusesWhatNobodyDescribed) {
  auto json = parse_json(render_json(MadeUpSweep(1).report())).value();
  json["surprise"] = 1;
  add(json.dump());
  json.erase("surprise");
  json["tables"][0]["points"][0]["runs"][0]["vale"] = 1;
  add(json.dump());
  json["tables"][0]["points"][0]["runs"][0].erase("vale");
  json["scalegen_report"] = 3;
  add(json.dump());
  json["scalegen_report"] = 2;
  json.erase("unit");
  add(json.dump());
  const auto found = verdict();
  EXPECT_THAT(found,
              HasSubstr("0.json: /: Additional properties are not allowed ('surprise' was unexpected)"));
  EXPECT_THAT(found,
              HasSubstr("1.json: /tables/0/points/0/runs/0: Additional properties are not allowed ('vale'"));
  EXPECT_THAT(found, HasSubstr("2.json: /scalegen_report: 2 was expected"));
  EXPECT_THAT(found, HasSubstr("3.json: /: 'unit' is a required property"));
}

/// A comparison of two equal sweeps, with a value in each field that a comparison may have.
comparison::Comparison full_comparison() {
  const comparison::Side side{.report = MadeUpSweep(3).report()};
  auto comparison = comparison::compare(side, side, comparison::At::size).value();
  const stats::Estimate estimate{.centre = 2,
                                 .interval = stats::Interval{.low = 1, .high = 3, .coverage = 0.95}};
  auto& pair = comparison.pairs.front();
  pair.no_ratio = pair.no_interval = "unknown";
  pair.a.speedup = pair.a.efficiency = pair.speedups = pair.efficiencies = pair.ratio = estimate;
  pair.a.is_speedup_starred = true;
  pair.p = pair.p_adjusted = 0.01;
  pair.adjusted = estimate.interval;
  comparison.unlike = {{.key = "precision", .a = "fp32", .b = "bf16", .pairs = {pair.name}}};
  comparison.costs = {{.a = "1gpu",
                       .b = "2gpu",
                       .unit = "GPU-hours",
                       .cost_a = estimate,
                       .cost_b = estimate,
                       .ratio = estimate}};
  comparison.work = "a million images";
  comparison.only_a = comparison.only_b = comparison.unknown = {"it"};
  comparison.no_speedups = "the baseline was not measured";
  return comparison;
}

TEST_F(JsonSchema, DescribesEachFieldThatAComparisonMayHave) {
  files_.push_back(SCALEGEN_TESTS_DIR "/golden/report/comparison.json");
  using comparison::At;
  for (const auto at : {At::size, At::nodes, At::cost, At::energy}) {
    auto full = full_comparison();
    full.at = at;
    add(render_json(full));
    full.pairs.front().ratio->centre = 0.5;
    add(render_json(full));
  }
  EXPECT_EQ(verdict("compare.schema.json"), "in no file: \n");
}

TEST_F(JsonSchema, RefusesAComparisonThatNobodyDescribed) {
  auto json = parse_json(render_json(full_comparison())).value();
  json["pairs"][0]["a"]["surprise"] = 1;
  add(json.dump());
  json["pairs"][0]["a"].erase("surprise");
  json["pairs"][0]["outcome"] = "better";
  add(json.dump());
  json["pairs"][0]["outcome"] = "faster";
  json["pairs"][0].erase("p");
  add(json.dump());
  const auto found = verdict("compare.schema.json");
  EXPECT_THAT(found, HasSubstr("0.json: /pairs/0/a: Additional properties are not allowed ('surprise'"));
  EXPECT_THAT(found, HasSubstr("1.json: /pairs/0/outcome: 'better' is not one of ['faster', "));
  EXPECT_THAT(found, HasSubstr("2.json: /pairs/0: 'p' is a dependency of 'outcome'"));
}

std::size_t described_fields(const std::string& schema_file) {
  const auto schema = parse_json(read_file(SCALEGEN_SOURCE_DIR "/docs/" + schema_file).value()).value();
  std::size_t fields = 0;
  const std::function<void(const Json&)> check = [&](const Json& rule) {
    if (!rule.is_object()) return;
    const auto properties = rule.find("properties");
    if (properties != rule.end())
      for (const auto& [key, inner] : properties->items()) {
        EXPECT_TRUE(inner.contains("description") && !inner["description"].get<std::string>().empty()) << key;
        ++fields;
        check(inner);
      }
    if (rule.contains("items")) check(rule["items"]);
  };
  check(schema);
  for (const auto& [name, rule] : schema["$defs"].items()) check(rule);
  return fields;
}

TEST(JsonSchemaFile, DescribesEachField) {
  EXPECT_GT(described_fields("report.schema.json"), 200U);
  EXPECT_GT(described_fields("compare.schema.json"), 40U);
}

}  // namespace
}  // namespace scalegen::report
