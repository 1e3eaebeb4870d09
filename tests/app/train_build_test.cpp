#include "app/train_build.hpp"

#include "tests/app/user_session.hpp"

namespace scalegen {
namespace {

using BuildFolders = UserSession;
using TrainBuilds = UserSession;
using TrainPrograms = UserSession;

Profile profile_of(const std::string& name, const std::string& program) {
  return {.name = name, .scheduler = SchedulerKind::slurm, .program = program};
}

TEST_F(BuildFolders, AreWhereTheUserOrAProfileOfTheHomeSaysElseNamedForTheCluster) {
  EXPECT_EQ(build_folder("here", profile_of("lumi", ""))->root, work() / "here");
  EXPECT_EQ(build_folder("", profile_of("lumi", "~/tools/bin/scalegen-train"))->root, home() / "tools");
  EXPECT_EQ(build_folder("", profile_of("lumi", "/appl/bin/scalegen-train"))->root, home() / "scalegen/lumi");
  EXPECT_EQ(build_folder("", profile_of("lumi", "~/tools/train"))->root, home() / "scalegen/lumi");
}

TEST_F(BuildFolders, MustBeNamedWithoutAHome) {
  ::unsetenv("HOME");
  EXPECT_EQ(error_of(build_folder("", profile_of("lumi", ""))),
            "error: there is no home folder to build in: HOME is not set\n"
            "      = hint: name a folder with -o FOLDER\n");
  EXPECT_EQ(build_folder("/b", profile_of("lumi", ""))->root, "/b");
}

TEST_F(TrainBuilds, OnThisMachineAreACommand) {
  const auto command = prepare_local_build({.torch_root = "/opt/torch", .directory = "b"}, {.name = "local"});
  ASSERT_TRUE(command) << error_of(command);
  EXPECT_EQ(*command, (std::vector<std::string>{"bash", (work() / "b/source/cmake/compile-train").string(),
                                                (work() / "b").string(), "-DTORCH_ROOT=/opt/torch"}));
  EXPECT_TRUE(std::filesystem::exists("b/source/cmake/compile-train"));
}

TEST_F(TrainPrograms, OfAClusterMustBeBuilt) {
  const auto profile = profile_of("lumi", "~/tools/bin/scalegen-train");
  const auto program = home() / "tools/bin/scalegen-train";
  EXPECT_EQ(error_of(check_built(profile)),
            "error: there is no scalegen-train for 'lumi': '" + program.string() +
                "' is not an executable file\n      = hint: build it with 'scalegen build --cluster lumi "
                "--submit', or name it with --train PATH\n");
  write_executable(program);
  EXPECT_TRUE(check_built(profile));
  EXPECT_TRUE(check_built(profile_of("lumi", "")));
}

TEST_F(TrainPrograms, OfThisMachineAreExecutableFiles) {
  write_executable("train");
  EXPECT_EQ(train_program("./train").value(), (work() / "train").string());
  std::filesystem::create_directory("folder");
  for (const std::string path : {"absent", "folder"})
    EXPECT_EQ(error_of(train_program(path)),
              "error: '" + (work() / path).string() +
                  "' is not an executable file\n"
                  "      = hint: build it with 'scalegen build', or name it with --train PATH\n");
}

}  // namespace
}  // namespace scalegen
