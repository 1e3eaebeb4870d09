#include "generator/sweep_file/user_defaults.hpp"

#include "tests/generator/sweeps.hpp"

namespace scalegen {
namespace {

constexpr auto kFile = "settings.yaml";

std::string errors_of_settings(const std::string& text) {
  const auto read = read_user_settings(kFile, text, "lumi");
  return read ? "no error\n" : render(read.error());
}

TEST(UserSettings, AreThoseOfTheCluster) {
  const std::string text =
      "lumi: {account: p1, partition: small-g, reservation: course}\ndella: {qos: gpu-test}\n";
  EXPECT_EQ(read_user_settings(kFile, text, "lumi"), (SlurmChoices{"p1", "small-g", "", "course"}));
  EXPECT_EQ(read_user_settings(kFile, text, "della"), (SlurmChoices{"", "", "gpu-test"}));
  EXPECT_EQ(read_user_settings(kFile, text, "cyclone"), SlurmChoices{});
  EXPECT_EQ(read_user_settings(kFile, "", "lumi"), SlurmChoices{});
}

TEST(UserSettings, ReportAllMistakesAtOnce) {
  EXPECT_EQ(errors_of_settings("lumi: {acount: p1}\ndella: p2\n"),
            cited("settings.yaml:1:8: error: unknown key 'acount'", "lumi: {acount: p1}",
                  "did you mean 'account'?") +
                cited("settings.yaml:2:8: error: the settings of 'della' are not a map", "della: p2",
                      "write a line for each cluster, such as lumi: {account: project_465000001}"));
  EXPECT_EQ(errors_of_settings("lumi\n"),
            cited("settings.yaml:1:1: error: the settings must be a map of clusters", "lumi",
                  "write a line for each cluster, such as lumi: {account: project_465000001}"));
}

TEST(SlurmChoices, FillWhatTheFirstDoesNotSay) {
  EXPECT_EQ(with_fallbacks({"a", "", ""}, {"b", "c", "", "r"}), (SlurmChoices{"a", "c", "", "r"}));
  EXPECT_EQ(with_fallbacks({"", "", "", "q"}, {"", "", "", "r"}).reservation, "q");
}

TEST(Reservation, StandsInTheScriptsUnlessTheSweepFileNamesOne) {
  plan::PlanOptions options;
  options.fallbacks.reservation = "edu28";
  const auto reservation_of = [&](const std::string& lines, const std::string& cluster) {
    const auto planned = plan_text("name: t\npython: a\nscales: [1cpu]\n" + lines, cluster, options);
    return planned ? planned->plan.head.launch.reservation : render(planned.error());
  };
  EXPECT_EQ(reservation_of("sbatch: [--exclusive]\n", "cyclone"), "edu28");
  EXPECT_EQ(reservation_of("sbatch: [--reservation=mine]\n", "cyclone"), "mine");
  EXPECT_EQ(reservation_of("reservation: named\nsbatch: [--reservation=mine]\n", "cyclone"), "named");
  EXPECT_EQ(reservation_of("", "local"), "");
  options.overrides.reservation = "of_option";
  EXPECT_EQ(reservation_of("reservation: named\n", "cyclone"), "of_option");
  EXPECT_EQ(reservation_of("sbatch: [--reservation=mine]\n", "cyclone"), "of_option");
  options.overrides.reservation = "";
  options.fallbacks.reservation = "two words";
  EXPECT_EQ(reservation_of("", "cyclone"), "error: a line '#SBATCH --reservation' cannot hold 'two words'\n");
}

}  // namespace
}  // namespace scalegen
