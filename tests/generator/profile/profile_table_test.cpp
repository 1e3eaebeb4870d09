#include "generator/profile/profile_table.hpp"

#include "tests/generator/sweeps.hpp"

namespace scalegen {
namespace {

TEST(ProfileTable, HasARowForEachProfile) {
  auto profile = *read_profile("p.yaml", read_text(SCALEGEN_TESTS_DIR "/generator/made_up_profile.yaml"));
  profile.origin = "built in";
  EXPECT_EQ(render(profile_table({profile, *find_profile("local")})),
            "name     title             scheduler  partitions  GPUs of a node    from\n"
            "made_up  Made up, nowhere  slurm               5  2 x a GPU; 1 x t  built in\n"
            "local    this machine      none                                     built in\n");
  EXPECT_EQ(
      profile_markdown({profile, *find_profile("local")}),
      "- `made_up`: Made up, nowhere\n"
      "  - partitions: a, b, (c), d, e\n"
      "  - GPUs of a node: 2 x a GPU; 1 x t\n"
      "  - GPU request `--gres=gpu:N`, account required, launcher `container+torchrun`; not known: 2 facts\n"
      "- `local`: this machine\n");
}

}  // namespace
}  // namespace scalegen
