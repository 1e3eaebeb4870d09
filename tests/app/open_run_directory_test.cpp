#include "app/open_run_directory.hpp"

#include "tests/app/user_session.hpp"

namespace scalegen {
namespace {

class RunDirectories : public UserSession {
 protected:
  RunDirectories() { write("mine.yaml", kOwnProgram); }

  static SweepSource source() { return {.file = "mine.yaml", .cluster = "cyclone", .account = "p1"}; }

  /// A run directory of this name in the current folder.
  static void create(const std::string& name, const std::string& root = "") {
    const auto spec = read_spec(source()).value();
    const auto planned = plan_spec(spec, source()).value();
    const auto created =
        create_run_directory(run_directory_for(name, spec).value(), root, spec, planned.plan);
    ASSERT_TRUE(created) << error_of(created);
  }
};

TEST_F(RunDirectories, AreNamedForSweepAndClusterUnlessAPathIsGiven) {
  const auto spec = read_spec(source()).value();
  EXPECT_EQ(run_directory_for("", spec)->root, work() / "mine-cyclone");
  EXPECT_EQ(run_directory_for("other", spec)->root, work() / "other");
  EXPECT_EQ(run_directory_for("/scratch/x", spec)->root, "/scratch/x");
}

TEST_F(RunDirectories, AreOpenedByPath) {
  create("a");
  create("b");
  const auto opened = open_run_directory("b");
  ASSERT_TRUE(opened) << error_of(opened);
  EXPECT_EQ(opened->directory.root, work() / "b");
  EXPECT_EQ(opened->plan.head.name, "mine");
  EXPECT_EQ(opened->plan.runs.size(), 4);
}

TEST_F(RunDirectories, NeedNoNameIfThereIsOneHere) {
  create("a");
  std::filesystem::create_directory("not-one");
  std::filesystem::copy("a", ".hidden");
  const auto opened = open_run_directory("");
  ASSERT_TRUE(opened) << error_of(opened);
  EXPECT_EQ(opened->directory.root, work() / "a");
}

TEST_F(RunDirectories, ThatDoNotExistAreRefused) {
  EXPECT_EQ(error_of(open_run_directory("")),
            "error: there is no run directory here\n"
            "      = hint: 'scalegen sweep' creates one; give the path of one that is elsewhere as DIR\n");
  EXPECT_EQ(error_of(open_run_directory("absent")),
            "error: '" + (work() / "absent").string() +
                "' is not a run directory: it has no plan.jsonl\n"
                "      = hint: 'scalegen sweep' and 'scalegen generate' create one\n");
}

TEST_F(RunDirectories, AreCreatedWithTheRootThatTheirScriptsRunUnder) {
  create("here");
  create("there", "/scratch/there");
  const auto script = [&](const std::string& name) {
    return read_file(RunDirectory{work() / name}.job_script("1gpu-r1")).value();
  };
  EXPECT_NE(script("here").find("\n_root=" + (work() / "here").string() + "\n"), std::string::npos);
  EXPECT_NE(script("there").find("\n_root=/scratch/there\n"), std::string::npos);
}

TEST_F(RunDirectories, OfARerunHaveTheSweepFileBesideThePlan) {
  create("old");
  const auto rerun = read_rerun_request({.file = "old/plan.jsonl"});
  ASSERT_TRUE(rerun) << error_of(rerun);
  EXPECT_EQ(rerun->source.file, "old/sweep.yaml");
  EXPECT_EQ(rerun->source.folder, work().string());
  EXPECT_EQ(rerun->source.cluster, "cyclone");
  EXPECT_FALSE(rerun->source.one_allocation);
  EXPECT_EQ(rerun->plan, open_run_directory("old")->plan);
}

}  // namespace
}  // namespace scalegen
