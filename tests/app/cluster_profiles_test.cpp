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

TEST_F(ClusterProfiles, OfAKnownNameWinOverFiles) {
  write("cyclone", "name: draft\ntitle: Draft\nextends: cyclone\n");
  EXPECT_EQ(check_profile("cyclone")->title, "Cyclone, CaSToRC, The Cyprus Institute");
}

TEST_F(ClusterProfiles, AreShownWithWhatTheyExtendAndWhatIsAssumed) {
  write("base.yaml",
        "name: base  # of a page\nscheduler: slurm\n"
        "hardware: {source: a page, partitions: [{name: a, nodes: 2, cores_per_node: 2}]}\n");
  write("mine.yaml", "extends: base.yaml\nname: mine");
  EXPECT_EQ(*profile_text("./mine.yaml"),
            "# ./mine.yaml: its keys replace those of the profile that follows\n"
            "extends: base.yaml\nname: mine\n"
            "---\n"
            "# ./base.yaml\n"
            "name: base  # of a page\nscheduler: slurm\n"
            "hardware: {source: a page, partitions: [{name: a, nodes: 2, cores_per_node: 2}]}\n"
            "# assumed: cpus_per_rank: cpu: 1\n");
}

}  // namespace
}  // namespace scalegen
