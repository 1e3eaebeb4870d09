#include "analysis/scaling/shared_folder.hpp"

#include <gmock/gmock.h>

namespace scalegen {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

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
  EXPECT_EQ(found("2cpu-r1").resumption, std::nullopt);
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

TEST_F(Resumptions, NeedAFileThatTrainingGoesOnFrom) {
  add("1cpu", "1cpu-r1",
      {.made = {"loss.png", "train.log", "runs/events.out.tfevents.1.host", "x/wandb/a", "m.csv",
                "log.lammps", "out/config.json", "settings.json", "data/train.cache"}});
  add("1cpu", "1cpu-r2",
      {.there = {"loss.png", "train.log", "runs/events.out.tfevents.1.host", "x/wandb/a", "m.csv",
                 "log.lammps", "out/config.json", "settings.json", "data/train.cache"},
       .resuming = {"Restored all states"}});
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
