// The answers to the script of a shared job before each run.
#include <fmt/format.h>

#include "app/open_run_directory.hpp"
#include "app/run_selection.hpp"
#include "tests/app/user_session.hpp"

namespace scalegen {
namespace {

class SelectionInTurn : public UserSession {
 protected:
  SelectionInTurn() {
    write("mine.yaml",
          "name: mine\npython: train.py\nmetrics: {throughput: {regex: 'rate: {number}', unit: images/s}}\n"
          "parameters: {cpus_per_task: 1}\nscales: [1cpu, 2cpu, 1gpu, 2gpu]\n"
          "repeats: {until: 50 %, at_least: 2, at_most: 4}\n");
    write("train.py", "");
    const SweepSource source{
        .file = "mine.yaml", .cluster = "cyclone", .account = "p1", .one_allocation = true};
    const auto spec = read_spec(source).value();
    const auto planned = plan_spec(spec, source);
    EXPECT_TRUE(planned) << error_of(planned);
    directory_ = run_directory_for("", spec).value();
    plan_ = create_run_directory(directory_, "", spec, planned.value().plan).value();
  }

  void end(const std::string& run, const std::string& outcome) const {
    const auto attempt = directory_.attempt(run, "1");
    write(directory_.outcome_file(run), fmt::format(R"({{"attempt":"1","outcome":"{}"}})", outcome));
    write(attempt.started(), "{}");
    const double scatter = 0.3 * (run.back() - '0') * (run.front() == '1' ? 1 : -1);
    write(attempt.out(), fmt::format("rate: {}\n", 100 + scatter));
  }

  void complete_round(int round) const {
    for (const auto* rung : {"1cpu", "2cpu", "1gpu", "2gpu"})
      end(fmt::format("{}-r{}", rung, round), "completed");
  }

  [[nodiscard]] RunSelection selection_of(const std::string& run) const {
    return select_in_turn(directory_, plan_, run, std::chrono::system_clock::now()).value();
  }

  RunDirectory directory_{};
  Plan plan_{};
};

TEST_F(SelectionInTurn, IsNoneOnceRoundsHaveEnded) {
  for (const int round : {1, 2}) complete_round(round);
  EXPECT_EQ(selection_of("1gpu-r3"), RunSelection{});
  complete_round(3);
  EXPECT_EQ(selection_of("1gpu-r4"),
            (RunSelection{RunSelection::Kind::never, "rounds ended by 'until: 50 %' after 3 of at most 4"}));
}

TEST_F(SelectionInTurn, DoesNotWaitForTheJobOfAnotherPartition) {
  for (const auto* run : {"1gpu-r1", "2gpu-r1"}) end(run, "completed");
  EXPECT_EQ(selection_of("1gpu-r2"), RunSelection{});
}

TEST_F(SelectionInTurn, WaitsForARunOfItsOwnJobThatIsToBeTriedAgain) {
  complete_round(1);
  end("2gpu-r1", "lost");
  EXPECT_EQ(selection_of("1gpu-r2"),
            (RunSelection{RunSelection::Kind::later, "2gpu-r1 is to be tried again first"}));
  EXPECT_EQ(selection_of("1cpu-r2"), RunSelection{});
}

// The other job's runs tell whether something is to be confirmed.
TEST_F(SelectionInTurn, OfAConfirmingRunWaitsForTheJobOfAnotherPartition) {
  plan_.head.until.reset();
  plan_.head.assertions = {read_assertion("efficiency at 2gpu >= 90 %").value()};
  plan_.head.confirming_rounds = {4};
  for (const int round : {1, 2, 3})
    for (const auto* rung : {"1gpu", "2gpu"}) end(fmt::format("{}-r{}", rung, round), "completed");
  EXPECT_EQ(selection_of("2gpu-r4"),
            (RunSelection{RunSelection::Kind::later,
                          "runs of other jobs, which tell whether an assertion is missed, have not ended"}));
  for (const int round : {1, 2, 3}) complete_round(round);
  EXPECT_EQ(selection_of("2gpu-r4"), RunSelection{});
  EXPECT_EQ(selection_of("2cpu-r4"),
            (RunSelection{RunSelection::Kind::never, "there is no missed assertion to confirm"}));
}

TEST_F(SelectionInTurn, IsOfARunOfThePlan) {
  EXPECT_EQ(error_of(select_in_turn(directory_, plan_, "../x", {})),
            fmt::format("error: '{}' has no run '../x'\n", directory_.root.string()));
}

}  // namespace
}  // namespace scalegen
