// Lines of scripts that say what happens, where golden files hold no such script.
#include "generator/script/script.hpp"
#include "tests/generator/script/lines_with.hpp"
#include "tests/generator/sweeps.hpp"

namespace scalegen {
namespace {

std::string script_of(const std::string& lines, const Profile& profile) {
  const auto sweep = read_sweep("sweep.yaml", "name: t\nrepeats: 1\n" + lines);
  const auto planned = plan::plan_sweep(*sweep, profile, {.cores = {0, 1}}, {});
  EXPECT_TRUE(planned) << (planned ? "" : render(planned.error()));
  if (!planned) return "";
  const auto plan = plan_at("/r", planned->plan);
  const auto writer = ScriptWriter::make(plan.head, {});
  return writer->render(plan.jobs.front(), plan.runs.front()).value();
}

std::string start_of(const std::string& lines, const std::string& cluster) {
  return lines_with(script_of(lines, *find_profile(cluster)), "--- Start");
}

TEST(ScriptText, SaysHereHowTheProgramIsStarted) {
  const std::string rung = "scales: [2cpu]\n";
  EXPECT_EQ(start_of(rung + "python: a\n", "local"),
            "# --- Start one process a rank, each on cores of its own.\n");
  EXPECT_EQ(start_of(rung + "torchrun: a\n", "local"),
            "# --- Start torchrun once, on the cores of all ranks. It starts the ranks.\n");
  EXPECT_EQ(
      start_of(rung + "command: a {ranks}\n", "local"),
      "# --- Start the command once, on all cores of this rung. It decides how many processes use them.\n");
}

TEST(ScriptText, SaysUnderSlurmHowTheProgramIsStarted) {
  const std::string rung = "scales: [2x2gpu]\n";
  EXPECT_EQ(start_of(rung + "python: a\n", "cyclone"),
            "# --- Start one process a rank. The first that fails ends the others, and its status is the "
            "script's.\n");
  EXPECT_EQ(start_of(rung + "torchrun: a\n", "cyclone"),
            "# --- Start torchrun once a node. It starts the ranks. The first that fails ends the others, "
            "and its status is the script's.\n");
  EXPECT_EQ(start_of(rung + "command: srun a {ranks}\n", "cyclone"),
            "# --- Start the command once, on the job's first node. It starts what runs on the others, with "
            "srun or otherwise.\n");
}

TEST(ScriptText, AsksRocmSmiForTheFieldsOfTheProfile) {
  auto lumi = *find_profile("lumi");
  const std::string lines = "python: a\nlauncher: srun\nscales: [1gpu]\n";
  EXPECT_EQ(lines_with(script_of(lines, lumi), "sg_watch_gpus"),
            "sg_watch_gpus rocm_smi 1 --showuse --showmeminfo vram --showpower --showclocks --showid "
            "--showuniqueid\n");
  lumi.monitor.fields = {"use", "temp"};
  EXPECT_EQ(lines_with(script_of(lines, lumi), "sg_watch_gpus"),
            "sg_watch_gpus rocm_smi 1 --showuse --showtemp\n");
}

}  // namespace
}  // namespace scalegen
