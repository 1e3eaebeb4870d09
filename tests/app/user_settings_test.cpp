#include "app/user_settings.hpp"

#include "generator/profile/profile_reader.hpp"
#include "tests/app/user_session.hpp"

namespace scalegen {
namespace {

using OwnFiles = UserSession;
using UserDefaults = UserSession;
using UserTemplates = UserSession;

TEST_F(OwnFiles, AreWhereXdgSaysUnlessOnlyTheOldFolderIsThere) {
  EXPECT_EQ(owner().config, "~/.config/scalegen");
  EXPECT_EQ(own_path(owner(), "a"), settings_folder() / "a");
  ::setenv("XDG_CONFIG_HOME", "not/absolute", 1);
  EXPECT_EQ(owner().config, "~/.config/scalegen");
  const auto xdg = home() / "xdg";
  ::setenv("XDG_CONFIG_HOME", xdg.c_str(), 1);
  EXPECT_EQ(owner().config, xdg / "scalegen");
  write(settings_folder() / "settings.yaml", "cyclone: {account: old}\n");
  EXPECT_EQ(user_defaults("cyclone")->account, "old");
  write(xdg / "scalegen/settings.yaml", "cyclone: {account: mine}\n");
  write(xdg / "scalegen/templates/setup.part", "echo mine\n");
  EXPECT_EQ(user_defaults("cyclone")->account, "mine");
  EXPECT_EQ(user_templates("")->at(0).text, "echo mine\n");
  EXPECT_EQ(error_of(find_profile("cyclon", owner())),
            "error: unknown cluster 'cyclon'\n      = note: put your own profile into " + xdg.string() +
                "/scalegen/clusters, or give its path\n      = hint: did you mean 'cyclone'?\n");
}

TEST_F(UserDefaults, AreSlurmsVariablesWhereTheSettingsSayNothing) {
  EXPECT_EQ(user_defaults("cyclone").value(), SlurmChoices{});
  ::setenv("SBATCH_ACCOUNT", "a", 1);
  ::setenv("SBATCH_PARTITION", "p", 1);
  ::setenv("SBATCH_QOS", "q", 1);
  ::setenv("SBATCH_RESERVATION", "r", 1);
  EXPECT_EQ(user_defaults("cyclone").value(), (SlurmChoices{"a", "p", "q", "r"}));
  write(settings_folder() / "settings.yaml", "cyclone: {account: mine, qos: long}\n");
  EXPECT_EQ(user_defaults("cyclone").value(), (SlurmChoices{"mine", "p", "long", "r"}));
  EXPECT_EQ(user_defaults("lumi").value(), (SlurmChoices{"a", "p", "q", "r"}));
}

TEST_F(UserDefaults, WithoutAHomeAreSlurmsVariables) {
  ::unsetenv("HOME");
  ::setenv("SBATCH_ACCOUNT", "a", 1);
  EXPECT_EQ(home_folder(), "");
  EXPECT_EQ(user_defaults("cyclone").value(), (SlurmChoices{"a", "", "", ""}));
}

TEST_F(UserDefaults, WithAMistakeAreRefusedWithItsPlace) {
  const auto file = settings_folder() / "settings.yaml";
  write(file, "cyclone: {acount: mine}\n");
  EXPECT_EQ(error_of(user_defaults("lumi")), file.string() +
                                                 ":1:11: error: unknown key 'acount'\n"
                                                 "    1 | cyclone: {acount: mine}\n"
                                                 "      |           ^\n"
                                                 "      = hint: did you mean 'account'?\n");
}

TEST_F(UserTemplates, AreThoseOfTheFolderThatIsGivenElseOfTheHomeAndNeedNotExist) {
  EXPECT_TRUE(user_templates("").value().empty());
  write(settings_folder() / "templates/setup.part", "echo home\n");
  write("given/setup.part", "echo given\n");
  EXPECT_EQ(user_templates("").value().at(0).text, "echo home\n");
  EXPECT_EQ(user_templates("given").value().at(0).text, "echo given\n");
  ::unsetenv("HOME");
  EXPECT_TRUE(user_templates("").value().empty());
}

}  // namespace
}  // namespace scalegen
