// Launches on this machine.
#include "tests/generator/script/job/job_library.hpp"

namespace scalegen {
namespace {

class JobOnThisMachine : public JobLibrary {};

TEST_F(JobOnThisMachine, KeepsTheTimeLimitAndEndsWhatItStarted) {
  const auto core = run("sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' /proc/self/status").out;
  const auto result =
      run(kBegin + "sg_keep_time_limit_here 3\nsg_launch_once_here " + core.substr(0, core.size() - 1) +
          " -- bash -c 'echo $$; exec sleep 60'\nsg_mark_end\n");
  EXPECT_EQ(result.exit_status, 124);
  EXPECT_EQ(ending(), "124 time_limit");
  const auto pid = read("runs/r/hand/out");
  EXPECT_EQ(pid.find("scalegen: end"), std::string::npos);
  const auto stat = read_text("/proc/" + pid.substr(0, pid.size() - 1) + "/stat");
  EXPECT_TRUE(stat.starts_with("there is no") || stat.find(") Z") != std::string::npos) << stat;
}

TEST_F(JobOnThisMachine, NamesTheRankThatFailedFirst) {
  const auto core = std::to_string(some_core());
  const auto result = run(kBegin + "sg_keep_time_limit_here 60\nsg_launch_ranks_here " + core + " " + core +
                          " " + core + " -- bash -c '((RANK == 1)) && exit 3; exec sleep 60'\n");
  EXPECT_EQ(result.exit_status, 3);
  const auto json = *parse_json(read("runs/r/hand/exit.json"));
  EXPECT_EQ(integer_field(json, "failed_rank"), 1);
  EXPECT_EQ(text_field(json, "failed_node"), host_name());
}

}  // namespace
}  // namespace scalegen
