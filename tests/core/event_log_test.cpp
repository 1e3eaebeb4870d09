#include "core/event_log.hpp"

#include <gtest/gtest.h>

#include "core/files.hpp"
#include "tests/temporary_folder.hpp"

namespace scalegen {
namespace {

Result<std::optional<TrainerLog>> log_of(const std::string& text) {
  const TemporaryFolder folder;
  EXPECT_TRUE(write_file(folder.path() / "m", text));
  return read_event_log(folder.path() / "m");
}

PhaseSeconds phases(double forward, double backward, double communication, double optimizer) {
  return {{0.001, std::nullopt, forward, backward, communication, optimizer}};
}

TrainerStep step(int number, double time, double seconds) {
  return {.step = number, .time = time, .seconds = seconds, .samples = 512};
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
                            .devices = {"cpu", "cpu"},
                            .model = "mnist_cnn",
                            .parameters = 1199882,
                            .gradient_bytes = 4799528,
                            .dataset = "Fashion-MNIST",
                            .train_samples = 60000,
                            .global_batch = 512,
                            .per_rank_batch = 256,
                            .flops_per_sample = 71954688,
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
      .steps = {step(1, 1763719200.5, 0.5), step(2, 1763719200.7, 0.2), step(3, 1763719200.9, 0.2),
                step(4, 1763719201.1, 0.2)},
      .phases = {phases(0.15, 0.25, 0.05, 0.049), phases(0.06, 0.1, 0.02, 0.019),
                 phases(0.06, 0.1, 0.02, 0.019), phases(0.06, 0.1, 0.02, 0.019)},
      .epoch = 1,
      .without_loss = {.is_any_loss = true},
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
  EXPECT_EQ(read_event_log(file).value(), expected);
}

TEST(MetricsFile, ReadsTheInsideViewFieldByField) {
  const std::string file = SCALEGEN_TESTS_DIR "/contracts/inside.jsonl";
  const TrainerLog expected{
      .start = TrainerStart{.world_size = 2, .sync = "none"},
      .steps = {{.step = 1, .seconds = 0.2, .samples = 512}, {.step = 2, .seconds = 0.2, .samples = 512}},
      .phases = {{{0.01, 0.002, 0.05, 0.09, 0.03, 0.01}}, {{0.01}}},
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
  EXPECT_EQ(read_event_log(file).value(), expected);
}

TEST(MetricsFile, KeepsErrors) {
  const auto log =
      log_of("{\"event\":\"error\",\"time\":5.5,\"rank\":1,\"message\":\"no memory\"}\n").value();
  EXPECT_EQ(log, (TrainerLog{.errors = {{.time = 5.5, .rank = 1, .message = "no memory"}}}));
}

TEST(MetricsFile, PassesOverWhatItDoesNotKnow) {
  EXPECT_EQ(log_of("{\"event\":\"checkpoint\",\"bytes\":7}\n\n{\"event\":\"end\",\"joules\":12}\n").value(),
            (TrainerLog{.end = TrainerEnd{}}));
}

TEST(MetricsFile, TakesWhatIsMissingOrOfAnotherKindForAbsent) {
  const auto log = log_of("{\"event\":\"step\",\"seconds\":\"0.5\",\"samples\":null}\n").value();
  EXPECT_EQ(log, (TrainerLog{.steps = {TrainerStep{}}}));
}

TEST(MetricsFile, LeavesOutALastLineThatWasCutOff) {
  const auto log = log_of("{\"event\":\"step\",\"seconds\":0.5}\n{\"event\":\"step\",\"seco").value();
  EXPECT_EQ(log, (TrainerLog{.steps = {{.seconds = 0.5}}}));
}

TEST(MetricsFile, TakesALastLineThatLacksOnlyItsEnd) {
  EXPECT_EQ(log_of("{\"event\":\"step\",\"seconds\":0.5}").value(),
            (TrainerLog{.steps = {{.seconds = 0.5}}}));
}

TEST(MetricsFile, IsNoneWhereThereIsNoFile) { EXPECT_EQ(read_event_log("/nowhere/m").value(), std::nullopt); }

TEST(MetricsFile, KeepsPhasesUpToTheLastStepThatHasAny) {
  std::string text;
  for (int i = 1; i <= 3000; ++i)
    text += i == 2000 ? "{\"event\":\"step\",\"step\":2000,\"epoch\":7,\"data_wait_seconds\":0.25}\n"
                      : "{\"event\":\"step\",\"step\":" + std::to_string(i) +
                            ",\"epoch\":" + std::to_string(i / 1000) + "}\n";
  const auto log = log_of(text).value().value();
  ASSERT_EQ(log.steps.size(), 3000);
  std::int64_t number = 0;
  for (const auto& step : log.steps) EXPECT_EQ(step, (TrainerStep{.step = ++number}));
  ASSERT_EQ(log.phases.size(), 2000);
  EXPECT_EQ(log.phases.front(), PhaseSeconds{});
  EXPECT_EQ(log.phases.back(), (PhaseSeconds{{0.25}}));
  EXPECT_EQ(log.epoch, 3);
}

TEST(MetricsFile, ReadsUnusualStepsAsAnyOtherJson) {
  const std::vector<std::string> lines{
      R"({ "event" : "step" , "step" : 1 , "seconds" : 5e-1 , "note" : "a b" )",
      R"({"event":"step","seconds":-0,"time":-0.0,"loss":-1.5)",
      R"({"event":"step","step":2.0,"samples":1e2,"seconds":3,"time":0)",
      R"({"event":"step","step":1,"step":2,"seconds":1,"seconds":"1")",
      R"({"event":"step","samples":9223372036854775807,"seconds":18446744073709551616)",
      R"({"event":"step","samples":9223372036854775808,"seconds":1e-400,"time":4.9e-324)",
      R"({"event":"step","step":null,"seconds":true,"time":{"at":1},"name":"\u00e9")",
      R"({"event":"step","seconds":0.1234567890123456789,"phases":{"data":0,"idle":1,"forward":0.5})",
      R"({"event":"step","phases":{"data":0.5},"phases":{"copy":0.25},"data_wait_seconds":0.125)",
      R"({"event":"step","phases":{},"epoch":3,"phase":"warm-up")",
      R"({"event":"end","event":"step","step":7)"};
  for (const auto& line : lines) {
    const auto with_a_list = log_of(line + R"(,"list":[]})" + "\n").value();
    EXPECT_EQ(with_a_list->steps.size(), 1) << line;
    EXPECT_EQ(log_of(line + "}\n").value(), with_a_list) << line;
  }
}

StepsWithoutLoss without_loss(const std::vector<std::string>& losses) {
  std::string text;
  for (const auto& loss : losses) text += R"({"event":"step","seconds":1)" + loss + "}\n";
  return log_of(text).value()->without_loss;
}

TEST(MetricsFile, CountsStepsWithoutALossAfterOnesWithIt) {
  const std::string some = R"(,"loss":1.5)";
  const std::string null = R"(,"loss":null)";
  EXPECT_EQ(without_loss({"", "", null}), StepsWithoutLoss());
  EXPECT_EQ(without_loss({"", some, some}), (StepsWithoutLoss{.is_any_loss = true}));
  EXPECT_EQ(without_loss({some, "", null, R"(,"loss":"nan")"}),
            (StepsWithoutLoss{.is_any_loss = true, .at_the_end = 3}));
  EXPECT_EQ(without_loss({some, "", "", some, "", some, ""}),
            (StepsWithoutLoss{.is_any_loss = true, .between = 2, .at_the_end = 1}));
}

TEST(MetricsFile, ReadsTheStepsThatFp16Skipped) {
  EXPECT_EQ(log_of("{\"event\":\"end\",\"skipped_steps\":7}\n").value()->end,
            (TrainerEnd{.skipped_steps = 7}));
}

TEST(MetricsFile, RefusesStepsThatAreNoJson) {
  for (const std::string value : {"01",  "-01", "1.",    ".5",  "1.e5", "1e",  "+1",       "-", "inf", "NaN",
                                  "0x1", "1_0", "1e999", "1 2", "'a'",  "\"a", "\"\xff\"", "{", "1}",  "1,"})
    for (const std::string name : {"seconds", "other"})
      EXPECT_FALSE(log_of("{\"event\":\"step\",\"" + name + "\":" + value + "}\n")) << name << value;
}

TEST(MetricsFile, NamesEveryLineThatIsNoObject) {
  const auto log = log_of("{\"event\":\"step\",\"loss\":NaN}\n \nhello\n{}\n");
  ASSERT_FALSE(log);
  const auto& file = log.error().front().cited->file;
  EXPECT_EQ(render(log.error()), file + R"(:1:1: error: this line is not a JSON object
    1 | {"event":"step","loss":NaN}
      | ^
      = hint: JSON knows no NaN and no Infinity: leave such a field out
)" + file + R"(:3:1: error: this line is not a JSON object
    3 | hello
      | ^
      = hint: JSON knows no NaN and no Infinity: leave such a field out
)");
}

TEST(MetricsFile, NamesTheFirstTwentyLinesOfOnesThatAreNoObjects) {
  std::string text = "{}\n";
  for (int i = 0; i < 100; ++i) text += "hello\n";
  const auto log = log_of(text);
  ASSERT_FALSE(log);
  EXPECT_EQ(log.error().size(), 20);
  EXPECT_EQ(log.error().back().cited->line, 21);
}

}  // namespace
}  // namespace scalegen
