#include "app/sweep_list.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "app/open_run_directory.hpp"
#include "core/run_directory.hpp"
#include "tests/app/user_session.hpp"

namespace scalegen {
namespace {

using std::chrono::hours;
using testing::ElementsAre;

class SweepLists : public UserSession {
 protected:
  SweepLists() { write("mine.yaml", kOwnProgram); }

  /// A run directory of four runs, which was last touched so long ago.
  static RunDirectory create(const std::filesystem::path& folder, hours age) {
    std::filesystem::create_directories(folder.parent_path());
    const auto directory = make_run_directory("mine.yaml", folder.string()).directory;
    touch(directory, age);
    return directory;
  }
  static void complete(const RunDirectory& directory, const std::string& run) {
    end(directory, run, R"({"attempt":"1","outcome":"completed"})");
  }
  static void end(const RunDirectory& directory, const std::string& run, const std::string& outcome) {
    write(directory.outcome_file(run), outcome);
    write(directory.attempt(run, "1").started(), "{}");
  }
  static void touch(const RunDirectory& directory, hours age) {
    const auto time = std::filesystem::file_time_type::clock::now() - age;
    std::filesystem::create_directory(directory.root / "runs");
    for (const auto& path : {directory.plan_file(), directory.root / "runs"})
      std::filesystem::last_write_time(path, time);
  }
  std::vector<std::string> listed() {
    const auto list = list_sweeps(work(), clock_);
    if (!list) return {error_of(list)};
    std::vector<std::string> lines;
    for (const auto& s : list->sweeps)
      lines.push_back(fmt::format("{} {} {} of {}, {} h{}", s.folder.string(), s.cluster, s.completed, s.runs,
                                  std::chrono::duration_cast<hours>(s.age).count(),
                                  s.problem.empty() ? "" : ": " + s.problem));
    if (!list->is_complete) lines.emplace_back("and more");
    return lines;
  }

  SystemClock clock_;
};

TEST_F(SweepLists, HaveWhatChangedLastFirst) {
  create(work() / "old", hours(30));
  const auto half_done = create(work() / "project/of/this/half", hours(2));
  complete(half_done, "1gpu-r1");
  complete(half_done, "2gpu-r2");
  touch(half_done, hours(2));
  EXPECT_THAT(listed(), ElementsAre("project/of/this/half cyclone 2 of 4, 2 h", "old cyclone 0 of 4, 30 h"));
}

TEST_F(SweepLists, CountWhatWasCancelledByItself) {
  const auto directory = create(work() / "a", hours(1));
  complete(directory, "1gpu-r1");
  end(directory, "2gpu-r1", R"({"attempt":"1","outcome":"cancelled"})");
  end(directory, "2gpu-r2", R"({"attempt":"1","outcome":"failed","exit_status":3,"reason":"no"})");
  const auto list = list_sweeps(work(), clock_);
  ASSERT_TRUE(list);
  const auto& sweep = list->sweeps.at(0);
  EXPECT_EQ(sweep.problem, "");
  EXPECT_THAT((std::vector{sweep.runs, sweep.completed, sweep.failed, sweep.cancelled, sweep.running}),
              ElementsAre(4, 1, 1, 1, 0));
}

TEST_F(SweepLists, LeaveOutWhatIsHiddenLinkedOrTooDeep) {
  EXPECT_THAT(listed(), ElementsAre());
  create(work() / ".hidden/a", hours(1));
  create(home() / "b", hours(1));
  std::filesystem::create_directory_symlink(home(), work() / "link");
  create(work() / "1/2/3/4/c", hours(1));
  EXPECT_THAT(listed(), ElementsAre());
}

TEST_F(SweepLists, SayWhatCannotBeRead) {
  write("broken/plan.jsonl", "{}\n");
  EXPECT_THAT(
      listed(),
      ElementsAre("broken  0 of 0, 0 h: this line is not one of a plan: key 'scalegen_plan' not found"));
}

/// An hour passes at each look.
class HurryingClock final : public Clock {
 public:
  std::chrono::system_clock::time_point now() override { return now_ += hours(1); }
  void sleep_for(std::chrono::milliseconds) override {}

 private:
  std::chrono::system_clock::time_point now_{};
};

TEST_F(SweepLists, EndWhenTheTimeIsOver) {
  create(work() / "a", hours(1));
  HurryingClock clock;
  EXPECT_FALSE(list_sweeps(work(), clock)->is_complete);
}

TEST_F(SweepLists, AreOfAFolderThatIsThere) {
  EXPECT_EQ(error_of(list_sweeps("/none", clock_)), "error: there is no folder '/none'\n");
}

}  // namespace
}  // namespace scalegen
