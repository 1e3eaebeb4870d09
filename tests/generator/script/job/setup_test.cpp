// Lines of the set-up, which cannot break the script.
#include "tests/generator/script/job/job_library.hpp"

namespace scalegen {
namespace {

class JobSetup : public JobLibrary {
 protected:
  /// A run with this set-up, whose command says something by bash.
  [[nodiscard]] ProgramResult run_with(const std::string& setup,
                                       const std::string& command = "bash -c 'echo ran'") const {
    std::filesystem::remove_all(directory_.root / "runs");
    return run(kBegin + "sg_begin_setup\n" + setup + "\nsg_end_setup\nsg_record_environment none\n" +
               "sg_keep_time_limit_here 60\nsg_launch_once_here " + std::to_string(some_core()) + " -- " +
               command + "\nsg_mark_end\n");
  }
  [[nodiscard]] std::string out() const { return read("runs/r/hand/out"); }
  /// The line of a set-up that ended its script, or "" if there is no such file.
  [[nodiscard]] std::string line() const {
    const auto file = directory_.root / "runs/r/hand/setup_line.txt";
    return std::filesystem::exists(file) ? read_text(file) : "";
  }
};

TEST_F(JobSetup, ChangesNothingOfTheScript) {
  for (const std::string setup : {
           "readonly status=1 now=1 line=1 text=1 rank=1 i=1 file=1 name=1 pid=1",
           "leave() { exit 9; }\nfail() { exit 9; }\npause() { exit 9; }",
           "date() { exit 9; }\nmv() { exit 9; }\nprintf() { exit 9; }\nsed() { exit 9; }\ncd() { exit 9; }",
           "set() { :; }\ntrap() { :; }\nunset() { :; }\neval() { :; }\nexec() { :; }\ndeclare() { :; }",
           "builtin() { :; }",
           "set +m",
           "set -Cafku -o posix",
           "shopt -s nocasematch failglob nullglob dotglob extdebug expand_aliases\nalias date=false "
           "mv=false",
           "IFS=0123456789",
           "readonly IFS",
           "readonly LC_ALL=C",
           "trap 'exit 9' CHLD ERR RETURN\ntrap 'exit 9' TERM\ntrap - EXIT",
           "unset SCALEGEN_RUN_ID SCALEGEN_RUN_DIR HOME",
           "unset PATH",
           "readonly PATH",
       }) {
    const auto result = run_with(setup);
    EXPECT_EQ(result.exit_status, 0) << setup << "\n" << result.err;
    EXPECT_EQ(result.out + result.err, "") << setup;
    EXPECT_EQ(out(), "ran\nscalegen: end of r\n") << setup;
    EXPECT_EQ(ending(), "0 ") << setup;
    EXPECT_EQ(line(), "") << setup;
  }
}

TEST_F(JobSetup, IsOverForWhatItLeavesInTheBackground) {
  EXPECT_EQ(run_with("set -T\n(sleep 0.2; sleep 0.2; true) &", "sleep 0.6").exit_status, 0);
  EXPECT_EQ(line(), "");
}

TEST_F(JobSetup, GivesTheProgramItsPathAsItIs) {
  EXPECT_EQ(run_with("export PATH=X", "bash -c 'echo \"$PATH\"'").exit_status, 0);
  EXPECT_EQ(out(), "X\nscalegen: end of r\n");
  EXPECT_EQ(run_with("PATH=X", "/usr/bin/printenv PATH").exit_status, 0);
  EXPECT_EQ(out(), "X\nscalegen: end of r\n");
  EXPECT_EQ(run_with("export PATH=X", "printenv PATH").exit_status, 127);
  EXPECT_EQ(out(), "");
  EXPECT_TRUE(read("runs/r/hand/err").ends_with(": printenv: command not found\n"));
  EXPECT_EQ(ending(), "127 ");
}

// Whatever it says of itself: the last of its commands is kept.
TEST_F(JobSetup, IsAFailedRunWhereItEndsTheScript) {
  for (const auto& [setup, status, end, last] :
       {std::tuple("true\nexit 0", 0, "0 ", "exit 0\n"),
        std::tuple("date() { :; }\nmv() { :; }\nset -C\nIFS=0\nPATH=\nexit 0", 0, "0 ", "exit 0\n"),
        std::tuple("for i in 1 2 3; do [[ $i == 1 ]] || exit 3; done", 3, "3 ", "exit 3\n"),
        std::tuple("source /dev/stdin <<<'true; exit 3'", 3, "3 ", "source /dev/stdin <<< 'true; exit 3'\n"),
        std::tuple("false", 1, "1 ", "false\n"), std::tuple("kill -9 $$", 137, "none", "kill -9 $$\n"),
        std::tuple("exec true", 0, "none", "exec true\n"), std::tuple("set -n", 0, "none", "set -n\n"),
        std::tuple("set -r", 69, "none", "set -r\n"),
        std::tuple("trap - EXIT\nexit 0", 0, "none", "exit 0\n"),
        std::tuple("readonly IFS=,", 69, "none", "readonly IFS=,\n"),
        std::tuple("readonly PATH=X", 127, "none", "readonly PATH=X\n"),
        std::tuple("shopt -s extdebug\ntrap false DEBUG\necho x", 1, "1 ", "trap false DEBUG\n")}) {
    EXPECT_EQ(run_with(setup).exit_status, status) << setup;
    EXPECT_EQ(ending(), end) << setup;
    EXPECT_EQ(line(), last) << setup;
    EXPECT_FALSE(std::filesystem::exists(directory_.root / "runs/r/hand/out")) << setup;
  }
}

TEST_F(JobSetup, HasWhatItsFirstPartLeft) {
  const auto result = run_with(
      "shopt -s extglob\nlist() { case aa in +(a)) echo \"$v $PWD $PATH\" ;; esac; }\n"
      "v=1\nPATH=/X:$PATH\ncd /usr\nshopt -s expand_aliases\nalias say=echo\necho a b\necho "
      "\"$_\"\nsg_end_setup\nsg_begin_setup\n"
      "PATH=${PATH%%:*}\nlist\nsay c\n! shopt -q inherit_errexit");
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out, "a b\nb\n1 /usr /X\nc\n");
  EXPECT_EQ(ending(), "0 ");
}

TEST_F(JobSetup, HandsOnTheFunctionsThatItExports) {
  EXPECT_EQ(run_with("module() { echo \"module $1\"; }\ndate() { echo theirs; }\nexport -f module date",
                     "bash -c 'module load; date'")
                .err,
            "");
  EXPECT_EQ(out(), "module load\ntheirs\nscalegen: end of r\n");
  EXPECT_EQ(ending(), "0 ");
}

TEST_F(JobSetup, TrapsTheExitWithItsFunctionsAndItsPath) {
  const auto result = run_with("date() { echo mine; }\ntrap 'date; echo \"$? $PATH\"' EXIT\nPATH=/X");
  EXPECT_EQ(result.out, "mine\n0 /X\n");
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(ending(), "0 ");
}

// In a group of its own or not, and also if the set-up then ends the script.
TEST_F(JobSetup, LeavesNothingInTheBackground) {
  for (const std::string start : {"sleep 60 &", "set +m\n(sleep 60; true) &", "setsid sleep 60 &"})
    for (const std::string end : {"", "\nexit 0"}) {
      const auto result = run_with(start + "\necho $!" + end);
      const auto pid = result.out.substr(0, result.out.find('\n'));
      EXPECT_FALSE(std::filesystem::exists("/proc/" + pid)) << start << end;
      EXPECT_EQ(run("! grep --files-with-matches --null-data '^SCALEGEN_RUN_DIR='\"$_root\" "
                    "/proc/[0-9]*/environ 2>/dev/null\n")
                    .out,
                "")
          << start << end;
    }
}

TEST_F(JobSetup, IsKeptOnceForEachCommand) {
  EXPECT_EQ(run_with("for ((i = 0; i < 3; ++i)); do\n  true\ndone\necho \"${#_noted[@]}\"").out, "5\n");
}

}  // namespace
}  // namespace scalegen
