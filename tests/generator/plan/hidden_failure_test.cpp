#include "generator/plan/hidden_failure.hpp"

#include <gtest/gtest.h>

namespace scalegen::plan {
namespace {

/// The message about a text, with the place as the text from there on.
std::string said(const std::string& text, bool has_pipefail = true) {
  const auto hidden = hidden_failure_in(text, has_pipefail);
  return hidden ? text.substr(hidden->offset, 8) + " | " + hidden->message + " | " + hidden->hint : "";
}

TEST(HiddenFailure, IsThatOfAProgramBeforeAnotherCommand) {
  EXPECT_EQ(said("cd x; ./prog 2; echo done"),
            "./prog 2 | the run would not fail with './prog': the status is that of 'echo' behind it | write "
            "'&&' between them, or begin with: set -e;");
  EXPECT_EQ(said("A=1 ./prog\ngrep time out\n"),
            "A=1 ./pr | the run would not fail with './prog': the status is that of 'grep' behind it | write "
            "'&&' between them, or begin with: set -e;");
  EXPECT_EQ(said("A=1 ./prog 2 | tee log; echo done"),
            "A=1 ./pr | the run would not fail with './prog': the status is that of 'echo' behind it | write "
            "'&&' between them, or begin with: set -e;");
  EXPECT_EQ(said("for i in 1 2; do ./prog; done; date"),
            "./prog;  | the run would not fail with './prog': the status is that of 'date' behind it | write "
            "'&&' between them, or begin with: set -e;");
}

TEST(HiddenFailure, IsFoundInGroupsAndBehindPrefixes) {
  const std::string why =
      " | the run would not fail with './prog': the status is that of 'echo' behind it | write '&&' between "
      "them, or begin with: set -e;";
  EXPECT_EQ(said("(./prog; echo done)"), "./prog; " + why);
  EXPECT_EQ(said("{ ./prog; echo done; } | tee x"), "./prog; " + why);
  EXPECT_EQ(said("for i in 1 2; do ./prog; echo $i; done"), "./prog; " + why);
  EXPECT_EQ(said("env X=1 nice -n 5 ./prog; echo done"), "env X=1 " + why);
  EXPECT_EQ(said("./prog && date; echo done"), "./prog &" + why);
  EXPECT_EQ(said("./prog && echo ok || echo bad"),
            "./prog & | the run would not fail with './prog': the status is that of 'echo' behind it | end "
            "with '|| exit 1' in place of it");
}

TEST(HiddenFailure, IsFoundInFunctionsBranchesAndTextsOfTheText) {
  const std::string why =
      " | the run would not fail with './prog': the status is that of 'echo' behind it | write '&&' between "
      "them, or begin with: set -e;";
  EXPECT_EQ(said("f() { ./prog; echo; }\nf"), "./prog; " + why);
  EXPECT_EQ(said("function f {\n./prog; echo; }\nf"), "./prog; " + why);
  EXPECT_EQ(said("die() { exit 1; }; ./prog; echo"), "./prog; " + why);
  EXPECT_EQ(said("if true; then ./prog; echo; fi"), "./prog; " + why);
  EXPECT_EQ(said("if ./a; then ./b; else ./prog; echo; fi"), "./prog; " + why);
  EXPECT_EQ(said("case $x in a) ./b ;; *) ./prog; echo ;; esac"), "./prog; " + why);
  EXPECT_EQ(said("mpirun -n 2 bash -c './prog; echo'"), "'./prog;" + why);
  EXPECT_EQ(said("srun bash -lc './prog | tee x'"),
            "'./prog  | the run would not fail with './prog': the status is that of 'tee' behind its pipe | "
            "begin with: set -o pipefail");
  EXPECT_EQ(said("x=$(./prog | grep time); echo $x"), "x=$(./pr" + why);
  EXPECT_EQ(said("x=`./prog`; echo $x"), "x=`./pro" + why);
  EXPECT_EQ(said("if ./prog; then date; fi"),
            "./prog;  | the run would not fail with './prog': it is a condition | let the other branch end "
            "with: exit 1");
}

TEST(HiddenFailure, IsThatOfAnEarlyTurnOfALoop) {
  const std::string why =
      " | the run would not fail with './prog': the status of a loop is that of its last turn | write '|| "
      "exit 1' behind it, or begin with: set -e;";
  EXPECT_EQ(said("for i in 1 2; do ./prog $i; done"), "./prog $" + why);
  EXPECT_EQ(said("seq 3 | while read i; do ./prog; done"), "./prog; " + why);
}

TEST(HiddenFailure, IsWhatSetEOverlooks) {
  EXPECT_EQ(said("set -e; ./prog && ./b; echo"),
            "./prog & | the run would not fail with './prog': the status is that of 'echo' behind it | write "
            "a line for each: 'set -e' overlooks what stands before '&&'");
}

TEST(HiddenFailure, IsNotSeenByWhoLooksAndDoesNotLeave) {
  for (const auto* const text :
       {"./prog; echo \"exit code $?\"", "./prog; if [ $? -ne 0 ]; then echo; fi", "./prog; exit 0",
        "./prog || exit 0", "trap 'echo' ERR; ./prog; date", "vmstat 1 & ./prog; kill %1"})
    EXPECT_EQ(said(text).substr(0, 50), "./prog" + said(text).substr(6, 44)) << text;
}

TEST(HiddenFailure, IsThatOfAProgramInTheBackground) {
  EXPECT_EQ(said("./prog 1 & ./prog 2 & wait"),
            "./prog 1 | the run would not fail with './prog': it runs in the background | leave out the '&', "
            "or end with: wait $!");
}

TEST(HiddenFailure, IsThatOfAProgramBeforeAnAlternative) {
  EXPECT_EQ(said("./prog || true"),
            "./prog | | the run would not fail with './prog': the status is that of 'true' behind it | end "
            "with '|| exit 1' in place of it");
}

TEST(HiddenFailure, IsInAPipeOnlyWithoutPipefail) {
  EXPECT_EQ(said("./prog | tee log"), "");
  EXPECT_EQ(said("./prog | tee log", false),
            "./prog | | the run would not fail with './prog': the status is that of 'tee' behind its pipe | "
            "begin with: set -o pipefail");
  EXPECT_EQ(said("set -euo pipefail; ./prog | tee log", false), "");
}

TEST(HiddenFailure, IsNoneWhereTheTextSeesIt) {
  for (const auto* const text : {"./prog",
                                 "module load x; cd y; mkdir -p z; ./prog",
                                 "set -e; ./prog; echo done",
                                 "./prog && echo done",
                                 "./prog; status=$?; rm -r tmp; exit $status",
                                 "./prog & wait $!",
                                 "./prog || exit 3",
                                 "X=1\n./prog",
                                 "./a & ./b & wait -n && wait -n",
                                 "# a; b\n./prog <<E\na; b\nE\n",
                                 "[[ -e x ]]; ./prog",
                                 "time ./prog",
                                 "(cd x && ./prog)",
                                 "cat in | ./prog | tee log",
                                 "#!/bin/bash -eu\n./prog\necho done",
                                 "if ! ./prog; then echo; exit 1; fi; echo done",
                                 "./prog; if [ $? -ne 0 ]; then exit 1; fi; cat log",
                                 "trap 'exit 1' ERR; ./prog; date",
                                 "./prog ; exit",
                                 "./prog || { echo failed; false; }",
                                 "time -p ./prog",
                                 "for i in 1 2; do ./prog || exit 1; done; date",
                                 "set -e; for i in 1 2; do ./prog $i; done",
                                 "while ! ./ready; do sleep 1; done; ./prog",
                                 "if ./check; then ./a; else ./b; fi",
                                 "case $x in a) ./a ;; b | c) ./b ;; esac",
                                 "die() { echo \"$*\"; exit 1; }; ./prog || die no",
                                 "function run() { ./prog; }\nrun",
                                 "nproc; lscpu | grep Model; command -v prog; find . -name x -delete; ./prog",
                                 "vmstat 1 >v.log & ./prog && kill %1",
                                 "n=$(nproc); t=$(date +%s); x=$((n * 2)); ./prog",
                                 "srun bash -c './prog --rank $SLURM_PROCID'",
                                 "bash -o pipefail -c './a | tee log'",
                                 "LOG=a_$(date +%F).log; ./prog | tee $LOG",
                                 "for ((i=0; i<3; i++)); do ./prog $i || exit 1; done",
                                 "H=$(srun hostname | head -1); T=$(mktemp -d); srun hostname; ./prog",
                                 "VERSION=$(./prog --version); ./prog",
                                 "./prog; if (( $? != 0 )); then exit 1; fi; date",
                                 "./prog; r=$?; date; test $r = 0",
                                 "./prog | tee log; [[ ${PIPESTATUS[0]} = 0 ]]",
                                 "for t in 1 2; do ./prog && exit 0; sleep 5; done; exit 1",
                                 "while true; do ./prog && break; sleep 5; done",
                                 "top -b > top.log & trap \"kill $!\" EXIT; ./prog",
                                 "watch() { while :; do free; sleep 9; done; }; watch > mem.log & ./prog",
                                 "if ./prog; then date; else exit 1; fi",
                                 "until ./prog; do sleep 5; done",
                                 "case $x in a/1) echo a ;; *) echo b ;; esac",
                                 "set -e; ./prog | tee log; echo done"})
    EXPECT_EQ(said(text), "") << text;
}

TEST(HiddenFailure, IsLookedForInDeepTextsForABoundedTime) {
  const auto repeated = [](int times, const std::string& text) {
    std::string all;
    for (int i = 0; i < times; ++i) all += text;
    return all;
  };
  constexpr int kDeep = 100'000;
  EXPECT_EQ(said(repeated(kDeep, "( ") + "./prog; echo" + repeated(kDeep, " )")), "");
  EXPECT_EQ(said(repeated(kDeep, "f() { ") + "./prog; echo; " + repeated(kDeep, "}; ")), "");
  EXPECT_EQ(said(repeated(kDeep, "if a; then ") + "b" + repeated(kDeep, "; fi")), "");
}

}  // namespace
}  // namespace scalegen::plan
