#include "core/event_log.hpp"

#include <gtest/gtest.h>

#include "core/files.hpp"

namespace scalegen {
namespace {

PhaseSeconds phases(double forward, double backward, double communication, double optimizer) {
  return {{0.001, std::nullopt, forward, backward, communication, optimizer}};
}

TrainerStep step(int number, double time, double seconds, double loss) {
  return {.step = number,
          .epoch = 1,
          .time = time,
          .seconds = seconds,
          .samples = 512,
          .loss = loss,
          .data_wait_seconds = 0.001,
          .phases = number == 1 ? phases(0.15, 0.25, 0.05, 0.049) : phases(0.06, 0.1, 0.02, 0.019)};
}

RankSummary rank_summary(int rank) {
  return {.rank = rank,
          .host = "n1",
          .device = "cpu",
          .steps = 2,
          .seconds = 0.4,
          .phases = {{0.002, std::nullopt, 0.12, 0.2, 0.04, 0.038}}};
}

CollectiveProbe probe(const std::string& when) {
  return {.when = when,
          .operation = "all_reduce",
          .bytes = 4799528,
          .seconds = 0.0048,
          .algbw_gb_per_s = 0.99990167,
          .busbw_gb_per_s = 0.99990167};
}

// The trainer's tests write this very file: a field that one side renames fails on the other.
TEST(MetricsFile, ReadsTheContractFieldByField) {
  const std::string file = SCALEGEN_TESTS_DIR "/contracts/metrics.jsonl";
  const TrainerLog expected{
      .start = TrainerStart{.time = 1763719200.0,
                            .world_size = 2,
                            .hosts = {"n1", "n1"},
                            .model = "mnist_cnn",
                            .parameters = 1199882,
                            .gradient_bytes = 4799528,
                            .dataset = "Fashion-MNIST",
                            .train_samples = 60000,
                            .global_batch = 512,
                            .per_rank_batch = 256,
                            .precision = "fp32",
                            .optimizer = "adam",
                            .learning_rate = 0.001,
                            .seed = 7,
                            .device = "cpu",
                            .device_name = "AMD EPYC",
                            .backend = "gloo",
                            .torch = "1.13.1",
                            .threads = 1,
                            .version = "0.1.0"},
      .steps = {step(1, 1763719200.5, 0.5, 2.31), step(2, 1763719200.7, 0.2, 2.1),
                step(3, 1763719200.9, 0.2, 1.9), step(4, 1763719201.1, 0.2, 1.7)},
      .evals = {{.time = 1763719202.1,
                 .epoch = 1,
                 .accuracy = 0.61,
                 .loss = 1.1,
                 .samples = 10000,
                 .seconds = 1.0}},
      .end =
          TrainerEnd{
              .time = 1763719202.1, .steps = 4, .samples = 2048, .seconds = 1.1, .peak_memory_mib = 310.5},
      .ranks = {rank_summary(0), rank_summary(1)},
      .probes = {probe("before"), probe("after")}};
  EXPECT_EQ(read_event_log(file, read_file(file).value()).value(), expected);
}

TEST(MetricsFile, ReadsTheInsideViewFieldByField) {
  const std::string file = SCALEGEN_TESTS_DIR "/contracts/inside.jsonl";
  const TrainerLog expected{
      .start = TrainerStart{.world_size = 2, .sync = "none"},
      .steps = {{.step = 1,
                 .seconds = 0.2,
                 .samples = 512,
                 .phases = PhaseSeconds{{0.01, 0.002, 0.05, 0.09, 0.03, 0.01}}},
                {.step = 2, .seconds = 0.2, .samples = 512, .phases = PhaseSeconds{{0.01}}}},
      .ranks = {{.rank = 0,
                 .host = "n1",
                 .device = "cuda:0",
                 .steps = 40,
                 .seconds = 8.0,
                 .phases = {{0.4, 0.08, 2.0, 3.6, 1.2, 0.4}}},
                {.rank = 1,
                 .host = "n2",
                 .device = "cuda:0",
                 .steps = 40,
                 .seconds = 8.0,
                 .phases = {{0.4, 0.08, 2.4, 4.2, 0.2, 0.4}}}},
      .probes = {{.when = "before",
                  .operation = "all_reduce",
                  .bytes = 4799528,
                  .seconds = 0.002,
                  .algbw_gb_per_s = 2.4,
                  .busbw_gb_per_s = 2.4}}};
  EXPECT_EQ(read_event_log(file, read_file(file).value()).value(), expected);
}

TEST(MetricsFile, KeepsErrors) {
  const auto log =
      read_event_log("m", "{\"event\":\"error\",\"time\":5.5,\"rank\":1,\"message\":\"no memory\"}\n")
          .value();
  EXPECT_EQ(log, (TrainerLog{.errors = {{.time = 5.5, .rank = 1, .message = "no memory"}}}));
}

TEST(MetricsFile, PassesOverWhatItDoesNotKnow) {
  EXPECT_EQ(
      read_event_log("m", "{\"event\":\"checkpoint\",\"bytes\":7}\n\n{\"event\":\"end\",\"joules\":12}\n")
          .value(),
      (TrainerLog{.end = TrainerEnd{}}));
}

TEST(MetricsFile, TakesWhatIsMissingOrOfAnotherKindForAbsent) {
  const auto log = read_event_log("m", "{\"event\":\"step\",\"seconds\":\"0.5\",\"samples\":null}\n").value();
  EXPECT_EQ(log, (TrainerLog{.steps = {TrainerStep{}}}));
}

TEST(MetricsFile, LeavesOutALastLineThatWasCutOff) {
  const auto log =
      read_event_log("m", "{\"event\":\"step\",\"seconds\":0.5}\n{\"event\":\"step\",\"seco").value();
  EXPECT_EQ(log, (TrainerLog{.steps = {{.seconds = 0.5}}}));
}

TEST(MetricsFile, TakesALastLineThatLacksOnlyItsEnd) {
  EXPECT_EQ(read_event_log("m", "{\"event\":\"step\",\"seconds\":0.5}").value(),
            (TrainerLog{.steps = {{.seconds = 0.5}}}));
}

TEST(MetricsFile, NamesEveryLineThatIsNoObject) {
  const auto log = read_event_log("m.jsonl", "{\"event\":\"step\",\"loss\":NaN}\nhello\n{}\n");
  ASSERT_FALSE(log);
  EXPECT_EQ(render(log.error()), R"(m.jsonl:1:1: error: this line is not a JSON object
    1 | {"event":"step","loss":NaN}
      | ^
      = hint: JSON knows no NaN and no Infinity: leave such a field out
m.jsonl:2:1: error: this line is not a JSON object
    2 | hello
      | ^
      = hint: JSON knows no NaN and no Infinity: leave such a field out
)");
}

}  // namespace
}  // namespace scalegen
