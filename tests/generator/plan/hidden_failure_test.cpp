#include "generator/plan/hidden_failure.hpp"

#include <gtest/gtest.h>

namespace scalegen::plan {
namespace {

/// What is said of a text, with the place as the text from there on.
std::string said(const std::string& text, bool has_pipefail = true) {
  const auto hidden = hidden_failure_in(text, has_pipefail);
  return hidden ? text.substr(hidden->offset, 8) + " | " + hidden->message + " | " + hidden->hint : "";
}

TEST(HiddenFailure, IsThatOfAProgramBeforeAnotherCommand) {
  EXPECT_EQ(said("cd x; ./prog 2; echo done"),
            "./prog 2 | the run would not fail with './prog': the status is that of 'echo' behind it | "
            "write '&&' between them, or begin with: set -e;");
  EXPECT_EQ(said("A=1 ./prog\ngrep time out\n"),
            "A=1 ./pr | the run would not fail with './prog': the status is that of 'grep' behind it | "
            "write '&&' between them, or begin with: set -e;");
  EXPECT_EQ(said("A=1 ./prog 2 | tee log; echo done"),
            "A=1 ./pr | the run would not fail with './prog': the status is that of 'echo' behind it | "
            "write '&&' between them, or begin with: set -e;");
  EXPECT_EQ(said("for i in 1 2; do ./prog; done; date"),
            "./prog;  | the run would not fail with './prog': the status is that of 'date' behind it | "
            "write '&&' between them, or begin with: set -e;");
}

TEST(HiddenFailure, IsFoundInGroupsAndBehindPrefixes) {
  const std::string why =
      " | the run would not fail with './prog': the status is that of 'echo' behind it | "
      "write '&&' between them, or begin with: set -e;";
  EXPECT_EQ(said("(./prog; echo done)"), "./prog; " + why);
  EXPECT_EQ(said("{ ./prog; echo done; } | tee x"), "./prog; " + why);
  EXPECT_EQ(said("for i in 1 2; do ./prog; echo $i; done"), "./prog; " + why);
  EXPECT_EQ(said("env X=1 nice -n 5 ./prog; echo done"), "env X=1 " + why);
  EXPECT_EQ(said("./prog && date; echo done"), "./prog &" + why);
  EXPECT_EQ(said("./prog && echo ok || echo bad"),
            "./prog & | the run would not fail with './prog': the status is that of 'echo' behind it | "
            "end with '|| exit 1' in place of it");
}

TEST(HiddenFailure, IsThatOfAProgramInTheBackground) {
  EXPECT_EQ(said("./prog 1 & ./prog 2 & wait"),
            "./prog 1 | the run would not fail with './prog': it runs in the background | "
            "leave out the '&', or end with: wait $!");
}

TEST(HiddenFailure, IsThatOfAProgramBeforeAnAlternative) {
  EXPECT_EQ(said("./prog || true"),
            "./prog | | the run would not fail with './prog': the status is that of 'true' behind it | "
            "end with '|| exit 1' in place of it");
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
                                 "f() { ./prog; echo; }\nf",
                                 "# a; b\n./prog <<E\na; b\nE\n",
                                 "bash -c './a; ./b'",
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
                                 "set -e; ./prog | tee log; echo done"})
    EXPECT_EQ(said(text), "") << text;
}

}  // namespace
}  // namespace scalegen::plan
