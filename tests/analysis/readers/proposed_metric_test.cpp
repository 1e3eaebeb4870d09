#include "analysis/readers/proposed_metric.hpp"

#include <gmock/gmock.h>

#include <cstdlib>

#include "analysis/readers/printed_metric.hpp"
#include "core/files.hpp"
#include "tests/analysis/readers/logs_with_figures.hpp"
#include "tests/cannot_run.hpp"
#include "tests/temporary_folder.hpp"

namespace scalegen {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class Proposal : public testing::Test {
 protected:
  MetricProposal of(const std::string& log) {
    EXPECT_TRUE(write_file(file_, log));
    return propose_metric(file_).value();
  }

  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_.path() / "slurm-1.out";
};

TEST_F(Proposal, IsThatOfTheTrainer) {
  for (const auto& [log, metrics] : logs_with_figures()) {
    const auto metric = of(log).metric;
    EXPECT_EQ(metric ? metrics_line(metric->pattern) : "", metrics) << log;
  }
}

TEST_F(Proposal, SaysWhereItWasFoundAndHowOften) {
  EXPECT_EQ(of("start\nloss 3, Throughput: 1,250.5 images/s\n\nloss 2, Throughput: 1,300.5 images/s\n"),
            (MetricProposal{.metric = ProposedMetric{.pattern = {.name = "throughput",
                                                                 .regex = "Throughput: {number} images/s",
                                                                 .unit = "images/s"},
                                                     .line = {2, "loss 3, Throughput: 1,250.5 images/s"},
                                                     .matches = 2}}));
}

TEST_F(Proposal, IsOfWhatMostLinesSay) {
  EXPECT_EQ(of("start: 5 images/s\nstep: 7 images/s\nstep: 8 images/s\n").metric->pattern.regex,
            "step: {number} images/s");
}

TEST_F(Proposal, LeavesThePatternThatMatchesAValidationToo) {
  const auto proposal = of("Speed: 7 images/s\nValidation, Speed: 9 images/s\nSpeed: 8 images/s\n");
  EXPECT_FALSE(proposal.metric);
  EXPECT_THAT(proposal.likely, ElementsAre(LineOfLog{1, "Speed: 7 images/s"}));
}

TEST_F(Proposal, NamesTheLikeliestLinesWhereNoneIsSure) {
  EXPECT_THAT(
      of("took 3 of 4\nthroughput: 12\nthroughput: 13\nspeed 2\ntime: 3\nelapsed 5\n").likely,
      ElementsAre(LineOfLog{2, "throughput: 12"}, LineOfLog{4, "speed 2"}, LineOfLog{1, "took 3 of 4"}));
  EXPECT_THAT(of("loss: 3.2\naccuracy: 0.5\n").likely, IsEmpty());
}

TEST_F(Proposal, IsNoneForEventLines) {
  EXPECT_EQ(of("hello\n{\"event\":\"step\",\"step\":1,\"seconds\":0.5,\"samples\":8}\nSpeed: 7 images/s\n"),
            MetricProposal{.has_event_lines = true});
}

TEST_F(Proposal, IsFoundAtBothEndsOfAHugeLog) {
  const std::string filler(std::size_t{3} << 20U, 'x');
  const auto at_end = of("a\n" + filler + "\n" + filler + "\nSpeed: 7 images/s\n");
  EXPECT_EQ(at_end.metric->line, (LineOfLog{4, "Speed: 7 images/s"}));
  std::string middle = "a\n";
  for (int i = 0; i < 600'000; ++i) middle += i == 300'000 ? "Speed: 7 images/s\n" : "0123456789\n";
  EXPECT_EQ(of(middle), MetricProposal{});
}

TEST_F(Proposal, ReadsWhatIsNoText) {
  std::string bytes;
  for (int i = 0; i < 100'000; ++i) bytes += static_cast<char>(i * 7919 % 251);
  EXPECT_EQ(of(bytes + "\nSpeed: 7 images/s\n").metric.has_value(), true);
  const std::string line(std::size_t{10} << 20U, '7');
  EXPECT_EQ(of(line), MetricProposal{});
}

TEST_F(Proposal, FailsForAFolder) {
  const auto failed = propose_metric(folder_.path());
  ASSERT_FALSE(failed);
  EXPECT_EQ(render(failed.error()), "error: cannot read '" + folder_.path().string() + "': Is a directory\n");
}

TEST(MetricsLine, QuotesAsYamlDoes) {
  EXPECT_EQ(metrics_line({.name = "time", .regex = "it's {number} \\(s\\)", .unit = "s/step"}),
            "metrics: {time: {regex: 'it''s {number} \\(s\\)', unit: s/step}}");
}

// Logs of real trainers, kept beside the source tree and not in it.
class RealLog : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(folder())) {
      SCALEGEN_CANNOT_RUN("no samples in " + folder().string() + ": set SCALEGEN_SHARED");
    }
  }
  static std::filesystem::path folder() {
    const auto* shared = std::getenv("SCALEGEN_SHARED");
    return std::filesystem::path(shared == nullptr ? SCALEGEN_SHARED_DIR : shared) / "samples/train-logs";
  }
  static std::string metric_of(const std::string& name) {
    const auto metric = propose_metric(folder() / name).value().metric;
    return metric
               ? metric->pattern.regex + ", " + metric->pattern.unit + ", " + std::to_string(metric->matches)
               : "";
  }
  static std::vector<std::int64_t> likely_in(const std::string& name) {
    std::vector<std::int64_t> numbers;
    const auto proposal = propose_metric(folder() / name).value();
    for (const auto& line : proposal.likely) numbers.push_back(line.number);
    return numbers;
  }
};

TEST_F(RealLog, HasTheFigureThatAPersonReadsOff) {
  EXPECT_EQ(metric_of("bigscience_hf_ds_gpt2_base_n4-1832555.out"),
            "train_samples_per_second': {number}, samples/s, 4");
  EXPECT_EQ(metric_of("bigscience_hf_ds_gpt2_base_n8-1832573.out"),
            "train_samples_per_second': {number}, samples/s, 8");
  EXPECT_EQ(metric_of("doc_olivia_1gpu_b33.log"), "Throughput={number} img/s, img/s, 6");
  EXPECT_EQ(metric_of("doc_olivia_4gpu_b16.log"), "Epoch Throughput: {number} images/second, images/s, 6");
  EXPECT_EQ(metric_of("doc_olivia_8gpu_b16.log"), "Epoch Throughput: {number} images/second, images/s, 6");
  EXPECT_EQ(metric_of("lumi_megds_175B_16-node.out"), "samples per second: {number}, samples/s, 4");
  EXPECT_EQ(metric_of("lumi_megds_175B_32-node.out"), "samples per second: {number}, samples/s, 8");
  EXPECT_EQ(metric_of("willgpaik_1gpu_strong_resnet152_bf16_132-145-197-242.json"),
            "images_per_sec_per_gpu\": {number}, images/s/GPU, 1");
}

TEST_F(RealLog, HasNoneWhereItsUnitIsNotSaid) {
  for (const auto* name :
       {"bigscience_all_reduce_bench-a100-n4.txt", "doc_olivia_nccl_tests_b2.log",
        "mllog_NVIDIA_eos_n8_ngc24.04_mxnet_resnet.txt",
        "mllog_NVIDIA_eos_n8_ngc24.04_nemo_llama2_70b_lora.txt",
        "mllog_NVIDIA_eos_ngc24.04_nemo_llama2_70b_lora.txt", "moddednanogpt_2024-10-13_llmc_main.log.log"})
    EXPECT_EQ(metric_of(name), "") << name;
  EXPECT_THAT(likely_in("bigscience_all_reduce_bench-a100-n4.txt"), ElementsAre(628, 627));
  EXPECT_THAT(likely_in("mllog_NVIDIA_eos_n8_ngc24.04_mxnet_resnet.txt"), ElementsAre(200));
}

}  // namespace
}  // namespace scalegen
