// Lines by which trainers say that they go on from a checkpoint: in the forms that public trainers print.
#include "analysis/readers/folder_record.hpp"

#include <gmock/gmock.h>

#include "core/files.hpp"
#include "tests/temporary_folder.hpp"

namespace scalegen {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class ResumingLines : public testing::Test {
 protected:
  std::vector<std::string> of(const std::string& out, const std::string& err = "") {
    EXPECT_TRUE(write_file(attempt_.out(), out));
    EXPECT_TRUE(write_file(attempt_.err(), err));
    return read_checkpoint_lines(attempt_);
  }

  TemporaryFolder folder_;
  AttemptFolder attempt_{folder_.path()};
};

TEST_F(ResumingLines, AreThoseOfKnownTrainers) {
  for (const auto* line :
       {"Loading snapshot", "Resuming training from snapshot at Epoch 15", "Resuming training from out-char",
        "Checkpoint detected, resuming training at out/checkpoint-40.",
        "  Continuing training from checkpoint, will skip to saved global_step",
        "Restoring states from the checkpoint path at last.ckpt",
        "Restored all states from the checkpoint at last.ckpt",
        "[Rank 0] Loading checkpoint from ckpt/global_step10/mp_rank_00_model_states.pt",
        "=> loaded checkpoint 'model_best.pth.tar' (epoch 3)",
        " loading checkpoint from /ckpts at iteration 100",
        "Loading the checkpoint from outputs/checkpoint/step-10."})
    EXPECT_THAT(of(std::string(line) + "\n"), SizeIs(1)) << line;
}

TEST_F(ResumingLines, AreNotThoseOfData) {
  for (const auto* line :
       {"Loading training data", "loaded 60000 images", "=> no checkpoint found at 'x.pth'",
        "could not find a checkpoint, will start from random", "resume_from_checkpoint=None,",
        "Epoch 1 | Training checkpoint saved at checkpoint.pt", "saving checkpoint to out", "resume: False",
        "iter 10: loss 2.5"})
    EXPECT_THAT(of(std::string(line) + "\n"), IsEmpty()) << line;
}

TEST_F(ResumingLines, AreOfBothOutputsAndBounded) {
  EXPECT_THAT(of("Loading snapshot\n", "INFO Resuming training from step 3\n"),
              ElementsAre("Loading snapshot", "INFO Resuming training from step 3"));
  EXPECT_THAT(of("[rank0] Loading snapshot 1\n[rank1] Loading snapshot 2\n"),
              ElementsAre("[rank0] Loading snapshot 1"));
  std::string many;
  for (char c = 'a'; c <= 'z'; ++c) many += "Loading snapshot " + std::string(1000, c) + "\n";
  const auto lines = of(many);
  ASSERT_THAT(lines, SizeIs(8));
  EXPECT_LT(lines.front().size(), 200);
  EXPECT_THAT(of(std::string(6000, '\n') + "Loading snapshot\n"), IsEmpty());
}

TEST_F(ResumingLines, AreNoneWithoutOutput) { EXPECT_THAT(read_checkpoint_lines(attempt_), IsEmpty()); }

}  // namespace
}  // namespace scalegen
