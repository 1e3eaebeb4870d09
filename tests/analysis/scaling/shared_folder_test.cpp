#include <gmock/gmock.h>

#include "analysis/finders/finders.hpp"
#include "analysis/scaling/shared_folder.hpp"

namespace scalegen {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

// The sweep was written, a run was measured, somebody edited the script, and others were measured.
TEST(ChangedProgram, IsNamedWithTheLastMeasuredRunBeforeTheChange) {
  std::vector<Measurement> runs{
      {.run = "1cpu-r1", .folder = {.there = {"seen.py"}, .made = {"made.py"}}},
      {.run = "2cpu-r1", .unmeasured = "failed", .folder = {.there = {"seen.py"}}},
      {.run = "2cpu-r2", .folder = {.there = {"made.py", "a.txt", "seen.py", "train.py"}}},
      {.run = "1cpu-r2", .folder = {.there = {"train.py"}}}};
  LadderRung rung;
  find_changed_programs({{&runs[0], &rung}, {&runs[1], &rung}, {&runs[2], &rung}, {&runs[3], &rung}});
  EXPECT_EQ(runs[0].changed_program, std::nullopt);
  EXPECT_EQ(runs[1].changed_program, std::nullopt);
  EXPECT_EQ(runs[2].changed_program, (ChangedProgram{"train.py", "1cpu-r1"}));
  EXPECT_EQ(runs[3].changed_program, (ChangedProgram{"train.py", "1cpu-r1"}));
}

/// Runs of one size, one after another, of such a command.
struct Runs {
  LadderRung rung{.command = "python3 own.py --steps 9"};
  std::vector<Measurement> all{};

  explicit Runs(const std::vector<FolderRecord>& folders) {
    for (const auto& folder : folders)
      all.push_back({.run = "r" + std::to_string(all.size() + 1), .folder = folder});
  }

  std::vector<std::optional<ChangedProgram>> changes() {
    FolderRuns runs;
    for (auto& run : all) runs.push_back({&run, &rung});
    find_resumptions(runs);
    find_changed_programs(runs);
    std::vector<std::optional<ChangedProgram>> found;
    for (const auto& run : all) found.push_back(run.changed_program);
    return found;
  }
};

TEST(ChangedProgram, DuringARunIsOfThatRunAndOfThoseThatFoundItSo) {
  for (const auto* file : {"own.py", "model.py"}) {
    Runs runs({{}, {.made = {file}}, {.there = {file}}});
    const ChangedProgram change{file, "r1", "r2"};
    EXPECT_THAT(runs.changes(), ElementsAre(std::nullopt, change, change)) << file;
    EXPECT_THAT(runs.all[2].left_files, IsEmpty()) << file;
  }
}

TEST(ChangedProgram, DuringTheFirstRunIsKnownByTheCommandOrTheModuleThatItNames) {
  Runs named({{.made = {"own.py"}}, {.there = {"own.py"}}});
  const ChangedProgram change{"own.py", "r1", "r1"};
  EXPECT_THAT(named.changes(), ElementsAre(change, change));
  Runs alone({{.made = {"own.py"}}});
  EXPECT_THAT(alone.changes(), ElementsAre(change));
  Runs other({{.made = {"made.py"}}, {.there = {"made.py"}}});
  EXPECT_THAT(other.changes(), ElementsAre(std::nullopt, std::nullopt));
  EXPECT_THAT(other.all[1].left_files, IsEmpty()) << "nothing goes on from a script";
  Runs module({{.made = {"lab.py"}}, {.there = {"lab.py"}}});
  module.rung.command = "python3 -m lab";
  const ChangedProgram of_module{"lab.py", "r1", "r1"};
  EXPECT_THAT(module.changes(), ElementsAre(of_module, of_module));
}

TEST(ChangedProgram, DuringARunIsKnownThoughItWasEditedBeforeAndIsNotWhatEachRunWrites) {
  Runs runs({{.there = {"own.py"}}, {.there = {"own.py"}, .made = {"own.py"}}, {.there = {"own.py"}}});
  const ChangedProgram change{"own.py", "r1", "r2"};
  EXPECT_THAT(runs.changes(), ElementsAre(std::nullopt, change, change));
  Runs writing({{.made = {"own.py", "out_1.py"}}, {.there = {"own.py"}, .made = {"own.py", "out_2.py"}}});
  EXPECT_THAT(writing.changes(), ElementsAre(std::nullopt, std::nullopt));
  Runs failed({{}, {.made = {"own.py"}}, {.there = {"own.py"}}});
  failed.all[0].unmeasured = failed.all[1].unmeasured = "failed";
  EXPECT_THAT(failed.changes(), ElementsAre(std::nullopt, std::nullopt, std::nullopt))
      << "all measured runs had it so";
}

TEST(ChangedProgram, IsAProgramOfTheFolderToo) {
  Runs runs({{}, {.made = {"heat", "grid"}}, {.there = {"heat", "grid"}}});
  runs.rung.command = "mpirun ./heat 1000 --out grid";
  const ChangedProgram change{"heat", "r1", "r2"};
  EXPECT_THAT(runs.changes(), ElementsAre(std::nullopt, change, change));
  EXPECT_THAT(runs.all[2].left_files, ElementsAre(LeftFile{"grid", "r2"}));
}

/// Runs of one folder, each a second after the other; the last of `left` is made by all.
class Resumptions : public testing::Test {
 protected:
  Measurement& add(const std::string& rung, const std::string& run, const FolderRecord& folder) {
    auto& rungs = ladders_.front().rungs;
    auto at = std::find_if(rungs.begin(), rungs.end(), [&](const auto& known) { return known.name == rung; });
    if (at == rungs.end()) at = rungs.insert(at, {.name = rung});
    at->runs.reserve(4);
    auto& added = at->runs.emplace_back(Measurement{.run = run, .value = 1, .folder = folder});
    added.folder.folder = "/w";
    added.folder.begun = ++begun_;
    return added;
  }

  const Measurement& found(const std::string& run) {
    for (const auto& runs : runs_by_folder(ladders_)) find_resumptions(runs);
    for (const auto& rung : ladders_.front().rungs)
      for (const auto& measured : rung.runs)
        if (measured.run == run) return measured;
    ADD_FAILURE() << run;
    return ladders_.front().rungs.front().runs.front();
  }

  std::vector<Ladder> ladders_{Ladder{}};
  double begun_ = 0;
};

TEST_F(Resumptions, AreSaidByTheRun) {
  add("1cpu", "1cpu-r1", {.made = {"a", "a/b.pt", "snapshot.pt"}});
  add("2cpu", "2cpu-r1", {.there = {"a", "a/b.pt", "snapshot.pt"}, .resuming = {"Resuming at 3"}});
  const auto& run = found("2cpu-r1");
  EXPECT_THAT(run.left_files, ElementsAre(LeftFile{"snapshot.pt", "1cpu-r1"}, LeftFile{"a/b.pt", "1cpu-r1"},
                                          LeftFile{"a", "1cpu-r1"}));
  EXPECT_EQ(run.resumption, (Resumption{.file = {"snapshot.pt", "1cpu-r1"}, .line = "Resuming at 3"}));
  EXPECT_EQ(found("1cpu-r1").resumption, std::nullopt);
}

// As pretrained weights are, in each run.
TEST_F(Resumptions, AreNotWhatTheFirstRunSaysToo) {
  add("1cpu", "1cpu-r1", {.made = {"out.pt"}, .resuming = {"Loading checkpoint shards 1/2"}});
  add("2cpu", "2cpu-r1", {.there = {"out.pt"}, .resuming = {"Loading checkpoint shards 2/2"}});
  const auto& run = found("2cpu-r1");
  EXPECT_EQ(run.resumption, std::nullopt);
  EXPECT_THAT(run.left_files, ElementsAre(LeftFile{"out.pt", "1cpu-r1"}));
}

TEST_F(Resumptions, AreFromBeforeTheSweepIfTheFirstRunSaysSo) {
  add("1cpu", "1cpu-r1",
      {.made = {"s.pt"}, .resuming = {"Loading snapshot", "Resuming training at epoch 9"}});
  add("2cpu", "2cpu-r1", {.there = {"s.pt"}, .resuming = {"Resuming training at epoch 10"}});
  EXPECT_EQ(found("1cpu-r1").resumption, (Resumption{.line = "Resuming training at epoch 9"}));
  EXPECT_EQ(found("2cpu-r1").resumption, (Resumption{.line = "Resuming training at epoch 10"}));
}

TEST_F(Resumptions, AreSaidByAStartLine) {
  add("1cpu", "1cpu-r1", {}).start = TrainerStart{.resumed_after = 0};
  add("2cpu", "2cpu-r1", {}).start = TrainerStart{.resumed_after = 1000};
  EXPECT_EQ(found("1cpu-r1").resumption, std::nullopt);
  EXPECT_EQ(found("2cpu-r1").resumption, (Resumption{.line = "\"resumed_after\": 1000"}));
}

TEST_F(Resumptions, ShowByTheTimeOfOneRung) {
  add("1cpu", "1cpu-r1", {.made = {"out.pt"}, .seconds = 10});
  add("2cpu", "2cpu-r1", {.there = {"out.pt"}, .seconds = 4.9});
  add("1cpu", "1cpu-r2", {.there = {"out.pt"}, .seconds = 4.9});
  EXPECT_EQ(found("1cpu-r2").resumption,
            (Resumption{.file = {"out.pt", "1cpu-r1"}, .seconds = 4.9, .seconds_before = 10}));
  EXPECT_EQ(found("2cpu-r1").resumption, (Resumption{.file = {"out.pt", "1cpu-r1"}}))
      << "what one size goes on with another does, too";
  EXPECT_EQ(found("1cpu-r1").resumption, std::nullopt);
}

TEST_F(Resumptions, DoNotShowByTheTimeOfDataSetsAndCaches) {
  for (const std::string file : {"mnist.npz", "data/train.pt", "cache/model.safetensors", "dataset.pt",
                                 "hf/hub/models--bert-base/blobs/ab"}) {
    ladders_ = {Ladder{}};
    add("1cpu", "1cpu-r1", {.made = {file}, .seconds = 10});
    add("1cpu", "1cpu-r2", {.there = {file}, .seconds = 4});
    EXPECT_EQ(found("1cpu-r2").resumption, std::nullopt) << file;
  }
  for (const std::string file : {"exp/state.json", "ckpt/last.bin", "restart.0100", "run.cpt",
                                 "data_parallel_ckpt.pt", "mydata/1/checkpoint.pt"}) {
    ladders_ = {Ladder{}};
    add("1cpu", "1cpu-r1", {.made = {file}, .seconds = 10});
    add("1cpu", "1cpu-r2", {.there = {file}, .seconds = 4});
    EXPECT_EQ(found("1cpu-r2").resumption,
              (Resumption{.file = {file, "1cpu-r1"}, .seconds = 4, .seconds_before = 10}))
        << file;
  }
}

TEST_F(Resumptions, AreOfAnAttemptThatCountsNoMore) {
  auto& again = add("1cpu", "1cpu-r1", {.there = {"last.pt"}, .seconds = 4});
  again.put_aside = {
      Measurement{.run = "1cpu-r1", .attempt = "1", .folder = {.made = {"last.pt"}, .seconds = 10}}};
  again.put_aside.front().folder.folder = "/w";
  again.folder.begun = 9;
  add("2cpu", "2cpu-r1", {.there = {"last.pt"}, .seconds = 3});
  const LeftFile file{"last.pt", "attempt 1 of 1cpu-r1"};
  EXPECT_EQ(found("1cpu-r1").resumption, (Resumption{.file = file, .seconds = 4, .seconds_before = 10}));
  EXPECT_EQ(found("2cpu-r1").resumption, (Resumption{.file = file}));
}

TEST_F(Resumptions, DoNotShowByTheTimeOfARunThatFailedOrByALittle) {
  add("1cpu", "1cpu-r1", {.made = {"out.pt"}, .seconds = 10}).unmeasured = "failed";
  add("1cpu", "1cpu-r2", {.there = {"out.pt"}, .seconds = 4});
  EXPECT_EQ(found("1cpu-r2").resumption, std::nullopt);
  ladders_.front().rungs.front().runs.front().unmeasured = "";
  ladders_.front().rungs.front().runs.back().folder.seconds = 5.1;
  EXPECT_EQ(found("1cpu-r2").resumption, std::nullopt);
  ladders_.front().rungs.front().runs.front().folder.seconds = 0.9;
  ladders_.front().rungs.front().runs.back().folder.seconds = 0.1;
  EXPECT_EQ(found("1cpu-r2").resumption, std::nullopt);
}

// The only run that shows it was left out: those that found the same file still count.
TEST_F(Resumptions, AreNamedWhereTheRunThatShowsThemCountsNoMore) {
  Measurement found_it{.run = "2cpu-r1", .value = 1};
  found_it.resumption = Resumption{.file = {"out.pt", "1cpu-r1"}};
  found_it.folder.folder = "/w";
  ScalingPoint point{.rung = "2cpu", .runs = {std::move(found_it)}};
  const std::vector<ScalingTable> tables{{.points = {std::move(point)}}};
  const auto findings = finders::resumptions({tables, {}});
  ASSERT_EQ(findings.size(), 1);
  EXPECT_THAT(
      text_of(findings.front()),
      StartsWith("2cpu *: 2cpu-r1 seems to go on with 'out.pt', which 1cpu-r1 left in /w: a run that "
                 "counts no more took less than half as long with it: such a figure is of other work"));
}

TEST_F(Resumptions, NeedAFileThatTrainingGoesOnFrom) {
  const auto files =
      std::vector<std::string>{"loss.png",        "train.log",     "runs/events.out.tfevents.1.host",
                               "x/wandb/a",       "m.csv",         "log.lammps",
                               "out/config.json", "settings.json", "data/train.cache"};
  add("1cpu", "1cpu-r1", {.made = {files.begin(), files.end()}});
  add("1cpu", "1cpu-r2", {.there = {files.begin(), files.end()}, .resuming = {"Restored all states"}});
  EXPECT_THAT(found("1cpu-r2").left_files, IsEmpty());
  EXPECT_EQ(found("1cpu-r2").resumption, std::nullopt);
}

TEST_F(Resumptions, AreNotOfFilesThatEachRunHasItsOwnOf) {
  add("1cpu", "1cpu-r1", {.made = {"out-1.pt"}});
  add("2cpu", "2cpu-r1", {.there = {"out-1.pt"}, .made = {"out-2.pt"}, .resuming = {"Resuming at 3"}});
  EXPECT_THAT(found("2cpu-r1").left_files, IsEmpty());
}

TEST_F(Resumptions, AlsoOfAFolderOfItsOwn) {
  add("1cpu", "1cpu-r1", {.resuming = {"Resuming training"}}).folder.folder = "";
  EXPECT_EQ(found("1cpu-r1").resumption, (Resumption{.line = "Resuming training"}));
}

}  // namespace
}  // namespace scalegen
