#include "generator/describe/profile_description.hpp"
#include "generator/describe/profile_table.hpp"
#include "tests/generator/sweeps.hpp"
#include "tests/golden.hpp"

namespace scalegen {
namespace {

Profile made_up() {
  auto profile = read_profile("p.yaml", read_text(SCALEGEN_TESTS_DIR "/generator/made_up_profile.yaml"));
  EXPECT_TRUE(profile) << render(profile ? Diagnostics{} : profile.error());
  return profile.value_or(Profile{});
}

TEST(Describe, SaysAllOfAProfileAndWhereItWasRead) {
  auto profile = made_up();
  profile.origin = "/home/ada/made_up.yaml";
  expect_golden("describe-profile.txt", describe(profile));
}

TEST(Describe, SaysWhichOptionsOfSrunAreTheContainer) {
  auto profile = *find_profile("local");
  profile.container = {.srun = {"--uenv={image}", "--view=default"}, .image = "pytorch/v2.6.0:v1"};
  const auto text = describe(profile);
  EXPECT_NE(text.find("container\n"
                      "  options of srun   --uenv={image} --view=default\n"
                      "  image             pytorch/v2.6.0:v1\n"),
            std::string::npos)
      << text;
}

TEST(Describe, LeavesOutWhatAProfileDoesNotSay) {
  EXPECT_EQ(describe(*find_profile("local")),
            "local: this machine (built in)\n"
            "\n"
            "launch\n"
            "  ladder            1, 2, 4 ... ranks of the machine\n"
            "  launcher          srun\n"
            "  cores             1 for each rank on a GPU, 1 for each rank on cores\n"
            "  time              10 min for a run, by default\n"
            "\n"
            "monitor\n"
            "  command           nvidia-smi, every 1 s\n");
}

TEST(ProfileTable, HasARowForEachProfile) {
  auto profile = made_up();
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
