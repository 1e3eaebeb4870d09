#include "app/cluster_profiles.hpp"

#include <algorithm>

#include "tests/app/user_session.hpp"

namespace scalegen {
namespace {

using ClusterProfiles = UserSession;

/// The profile of this name in the list; empty if it is not listed.
Profile listed(const std::string& name) {
  const auto profiles = list_profiles();
  const auto found =
      std::find_if(profiles.begin(), profiles.end(), [&](const auto& p) { return p.name == name; });
  return found == profiles.end() ? Profile{} : *found;
}

TEST_F(ClusterProfiles, AreListedWithTheUsersOwn) {
  EXPECT_EQ(listed("cyclone").title, "Cyclone, CaSToRC, The Cyprus Institute");
  EXPECT_EQ(listed("ours").name, "");
  write(settings_folder() / "clusters/ours.yaml", "name: another\ntitle: Ours\nextends: cyclone\n");
  EXPECT_EQ(listed("ours").title, "Ours");
}

TEST_F(ClusterProfiles, WithMistakesAreListedToo) {
  write(settings_folder() / "clusters/ours.yaml", "name: ours\nextend: cyclone\n");
  EXPECT_EQ(listed("ours").title, "has mistakes: 'scalegen clusters show ours' names them");
  EXPECT_FALSE(load_profile("ours"));
}

TEST_F(ClusterProfiles, ToCheckMayBeFilesOfTheCurrentFolder) {
  write("draft", "name: draft\ntitle: Draft\nextends: cyclone\n");
  const auto profile = check_profile("draft");
  ASSERT_TRUE(profile) << error_of(profile);
  EXPECT_EQ(profile->title, "Draft");
  EXPECT_TRUE(check_profile((work() / "draft").string()));
}

TEST_F(ClusterProfiles, OfAKnownNameWinOverFiles) {
  write("cyclone", "name: draft\ntitle: Draft\nextends: cyclone\n");
  EXPECT_EQ(check_profile("cyclone")->title, "Cyclone, CaSToRC, The Cyprus Institute");
}

TEST_F(ClusterProfiles, ThatAreUnknownAreRefused) {
  EXPECT_EQ(error_of(check_profile("cyclon")),
            "error: unknown cluster 'cyclon'\n"
            "      = note: put your own profile into ~/.config/scalegen/clusters, or give its path\n"
            "      = hint: did you mean 'cyclone'?\n");
}

TEST_F(ClusterProfiles, AreYamlThatIsReadBack) {
  write("mine.yaml", "name: mine\nextends: cyclone\nlaunch: {time_limit: 5m}\n");
  const auto yaml = profile_as_yaml("./mine.yaml");
  ASSERT_TRUE(yaml) << error_of(yaml);
  write("whole.yaml", *yaml);
  const auto profile = load_profile("./whole.yaml");
  ASSERT_TRUE(profile) << error_of(profile);
  EXPECT_EQ(profile->time_limit, std::chrono::minutes(5));
  EXPECT_EQ(profile->partitions.size(), 2U);
  EXPECT_EQ(yaml->find("extends"), std::string::npos);
}

}  // namespace
}  // namespace scalegen
