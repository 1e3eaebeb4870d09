#include "core/sbatch_option.hpp"

#include <gtest/gtest.h>

namespace scalegen {
namespace {

std::string name_in(std::string_view word) {
  const auto* const option = sbatch_option_in_word(word);
  return option == nullptr ? "none" : std::string(option->name);
}

std::string found_in(std::string_view line) {
  const auto found = sbatch_option_in_line(line);
  return found ? std::string(found->option->name) + " at " + std::to_string(found->offset) : "none";
}

TEST(SbatchOption, IsRecognisedInEachSpelling) {
  for (const auto* word : {"--wait", "--wai", "-W", "-vW", "-HQs"}) EXPECT_NE(name_in(word), "none") << word;
  EXPECT_EQ(name_in("--test-only"), "--test-only");
  EXPECT_EQ(name_in("--test"), "--test-only");
  EXPECT_EQ(name_in("--wait=1"), "--wait");
  EXPECT_EQ(name_in("-V"), "--version");
}

TEST(SbatchOption, IsNoneThatTheJobNeeds) {
  for (const auto* word : {"--hold", "-H", "--begin=now+1hour", "--wait-all-nodes=1", "--verbose",
                           "--exclusive", "-Jw", "-JW", "-wn1", "W", "-", "--", ""})
    EXPECT_EQ(name_in(word), "none") << word;
}

TEST(SbatchOption, MayAskForWholeNodes) {
  for (const auto* option :
       {"--exclusive", "--exclus", "--exclusive=topo", "--core-spec=8", "--core-s=1", "--thread-spec=8"})
    EXPECT_TRUE(asks_for_whole_nodes({"--hint=nomultithread", option})) << option;
  for (const auto* option : {"--exclusive=user", "--exclude=gn01", "--exclu", "--mail-type=END",
                             "--cores-per-socket=8", "--threads-per-core=1", "--thread=1"})
    EXPECT_FALSE(asks_for_whole_nodes({option})) << option;
}

TEST(SbatchOption, MaySayHowThreadsOfACoreAreUsed) {
  for (const auto* option : {"--hint=nomultithread", "--hi=multithread", "--threads-per-core=1",
                             "--threads=2", "--ntasks-per-core=1"}) {
    const std::vector<std::string> options{"--mem=1G", option};
    ASSERT_NE(option_for_threads(options), nullptr) << option;
    EXPECT_EQ(*option_for_threads(options), option);
  }
  EXPECT_EQ(option_for_threads({"--thread-spec=1", "--ntasks-per-node=1", "--hold", "--time=1"}), nullptr);
}

TEST(SbatchOption, MayAskForGpusByTheirType) {
  EXPECT_EQ(typed_gpus("--gres=gpu:v100:4"), (TypedGpus{"v100", 4}));
  EXPECT_EQ(typed_gpus("--gres=nvme:1,gpu:a100_1g.5gb:1,tmp:9"), (TypedGpus{"a100_1g.5gb", 1}));
  EXPECT_EQ(typed_gpus("--gpus-per-node=v100:2"), (TypedGpus{"v100", 2}));
  for (const auto* option :
       {"--gres=gpu:4", "--gres=nvme:v100:4", "--gpus-per-node=4", "--gpus=v100:4",
        "--gres=gpu:v100:", "--gres=gpu:v100", "--gres=gpu:a:1:2", "", "--gres=gpu:p100:1,gpu:v100:4",
        "--gres=gpu:v100:4,shard:1", "--gpus-per-node=v100:2,p100:2"})
    EXPECT_EQ(typed_gpus(option), std::nullopt) << option;
}

TEST(SbatchOption, MayAskForWhatIsBesideGpus) {
  for (const auto* option : {"--gres=lscratch:10", "--gres=nvme:500G,tmp:1", "--gres=gpumem:4"})
    EXPECT_TRUE(is_beside_gpus(option)) << option;
  for (const auto* option : {"--gres=gpu:4", "--gres=tmp:1,gpu:v100:4", "--gres=gres/gpu:1", "--gres=mps:50",
                             "--gres=shard:2", "--gres=none", "--gres=help", "--gres=", "--gre=tmp:1", ""})
    EXPECT_FALSE(is_beside_gpus(option)) << option;
}

TEST(SbatchOption, IsFoundInALineOfAScript) {
  EXPECT_EQ(found_in("#SBATCH --wait"), "--wait at 8");
  EXPECT_EQ(found_in("#SBATCH  --exclusive\t-vW"), "--wait at 21");
  EXPECT_EQ(found_in("#SBATCH --exclusive # --wait"), "none");
  EXPECT_EQ(found_in("# SBATCH --wait"), "none");
  EXPECT_EQ(found_in("sbatch --wait"), "none");
  EXPECT_EQ(found_in("#SBATCH"), "none");
}

}  // namespace
}  // namespace scalegen
