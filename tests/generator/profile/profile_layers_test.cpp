#include "generator/profile/profile_reader.hpp"
#include "tests/generator/sweeps.hpp"

namespace scalegen {
namespace {

namespace fs = std::filesystem;
using Pairs = std::vector<std::pair<std::string, std::string>>;
using Texts = std::vector<std::string>;

/// A home with profiles of its user's own.
class ProfileExtends : public testing::Test {
 protected:
  std::string put(const std::string& name, const std::string& text) {
    const auto path = home_.path() / ".config/scalegen/clusters" / name;
    EXPECT_TRUE(make_folders(path.parent_path()));
    EXPECT_TRUE(write_file(path, text));
    return path.string();
  }
  Profile found(const std::string& cluster) {
    const auto profile = find_profile(cluster, {home_.path()});
    EXPECT_TRUE(profile) << render(profile ? Diagnostics{} : profile.error());
    return profile.value_or(Profile{});
  }
  std::string refusal(const std::string& cluster) {
    const auto profile = find_profile(cluster, {home_.path()});
    return profile ? "no error\n" : render(profile.error());
  }
  [[nodiscard]] const fs::path& home() const { return home_.path(); }

 private:
  TemporaryFolder home_;
};

const std::string kBase =
    "name: base\n"
    "title: the base\n"
    "scheduler: slurm\n"
    "hardware:\n"
    "  source: a page\n"
    "  partitions: [{name: a, nodes: 4, cores_per_node: 8}, {name: b, nodes: 2, cores_per_node: 8}]\n"
    "launch: {source: a page, cpus_per_rank: {cpu: 2, gpu: 3}, time_limit: 5m, ladder: [1cpu, 2cpu]}\n"
    "network: {source: a page, env: {A: 1, B: 2}}\n"
    "unknown: [much]\n";

TEST_F(ProfileExtends, ReplacesKeysOfAGroupAndKeepsTheOthers) {
  put("base.yaml", kBase);
  const auto mine = put("mine.yaml",
                        "extends: base\n"
                        "name: mine\n"
                        "launch: {cpus_per_rank: {gpu: 7}, ladder: [4cpu]}\n"
                        "network: {source: my own, env: {B: 3, C: 4}}\n");
  const auto profile = found("mine");
  EXPECT_EQ(profile.name, "mine");
  EXPECT_EQ(profile.title, "the base");
  EXPECT_EQ(profile.origin, mine);
  EXPECT_EQ(profile.partitions.size(), 2U);
  EXPECT_EQ(profile.cpus_per_cpu_rank, 2);
  EXPECT_EQ(profile.cpus_per_gpu_rank, 7);
  EXPECT_EQ(profile.time_limit, std::chrono::minutes(5));
  ASSERT_EQ(profile.ladder.size(), 1U);
  EXPECT_EQ(profile.ladder[0].value, "4cpu");
  EXPECT_EQ(profile.network_env, (Pairs{{"B", "3"}, {"C", "4"}, {"A", "1"}}));
  EXPECT_EQ(profile.unknown, Texts{"much"});
}

TEST_F(ProfileExtends, KeepsTheSourceOfAGroupUnlessItIsReplacedToo) {
  put("base.yaml", kBase);
  put("mine.yaml",
      "extends: base\n"
      "launch: {ladder: [4cpu]}\n"
      "network: {source: my own, env: {B: 3}}\n");
  const auto facts = found("mine").facts;
  ASSERT_EQ(facts.size(), 3U);
  EXPECT_EQ(facts[0].sources, Texts{"a page"});  // hardware
  EXPECT_EQ(facts[1].sources, Texts{"my own"});  // network
  EXPECT_EQ(facts[2].sources, Texts{"a page"});  // launch
}

TEST_F(ProfileExtends, ReplacesPartitionsWhole) {
  put("base.yaml", kBase);
  put("mine.yaml", "extends: base\nhardware: {partitions: [{name: c, nodes: 1, cores_per_node: 8}]}\n");
  const auto profile = found("mine");
  ASSERT_EQ(profile.partitions.size(), 1U);
  EXPECT_EQ(profile.partitions[0].name, "c");
}

TEST_F(ProfileExtends, PointsIntoTheFileWhereAValueStands) {
  const auto base = put("base.yaml", kBase);
  const auto mine =
      put("mine.yaml", "extends: base\nlaunch:\n  ladder: [5x1cpu, 1gpu]\n  cpu_per_rank: {}\n");
  EXPECT_EQ(refusal("mine"),
            mine +
                cited(":3:12: error: no partition can run the rung '5x1cpu'", "  ladder: [5x1cpu, 1gpu]", "",
                      {"partition 'a': " + base + ":6 sets nodes: 4",
                       "partition 'b': " + base + ":6 sets nodes: 2"}) +
                mine +
                cited(":3:20: error: no partition can run the rung '1gpu'", "  ladder: [5x1cpu, 1gpu]",
                      "partitions with 'chosen: no' are left out") +
                mine +
                cited(":4:3: error: unknown key 'cpu_per_rank'", "  cpu_per_rank: {}",
                      "did you mean 'cpus_per_rank'?"));
}

TEST_F(ProfileExtends, TakesTheBundledOneInAFileOfTheSameName) {
  put("cyclone.yaml", "extends: cyclone\nlaunch: {cpus_per_rank: {gpu: 5}}\n");
  const auto profile = found("cyclone");
  EXPECT_EQ(profile.cpus_per_gpu_rank, 5);
  EXPECT_EQ(profile.partitions.size(), 2U);
}

TEST_F(ProfileExtends, TakesAPathFromWhereItsFileLies) {
  put("bases/base.yaml", kBase);
  put("mine.yaml", "extends: bases/base.yaml\nname: mine\n");
  EXPECT_EQ(found("mine").title, "the base");
  put("other.yaml", "extends: ~/.config/scalegen/clusters/bases/base.yaml\nname: other\n");
  EXPECT_EQ(found("other").title, "the base");
}

TEST_F(ProfileExtends, StandsOnMoreThanOneFloor) {
  put("base.yaml", kBase);
  put("middle.yaml", "extends: base\ntitle: the middle\nlaunch: {time_limit: 6m}\n");
  put("top.yaml", "extends: middle\nname: top\n");
  const auto profile = found("top");
  EXPECT_EQ(profile.name, "top");
  EXPECT_EQ(profile.title, "the middle");
  EXPECT_EQ(profile.time_limit, std::chrono::minutes(6));
  EXPECT_EQ(profile.partitions.size(), 2U);
}

TEST_F(ProfileExtends, GoesInNoCircle) {
  const auto one = put("one.yaml", "extends: two\n");
  const auto two = put("two.yaml", "extends: ./one.yaml\n");
  EXPECT_EQ(refusal("one"), two + cited(":1:10: error: these profiles extend each other in a circle",
                                        "extends: ./one.yaml", "remove one of the 'extends:'",
                                        {one + " -> " + two + " -> " +
                                         (home() / ".config/scalegen/clusters/./one.yaml").string()}));
}

TEST_F(ProfileExtends, RefusesABaseThatIsNoMap) {
  const auto list = put("list.yaml", "[a, b]\n");
  const auto mine = put("mine.yaml", "extends: list\nname: mine\n");
  EXPECT_EQ(refusal("mine"),
            mine + cited(":1:10: error: the base '" + list + "' is not a map of keys", "extends: list"));
}

TEST_F(ProfileExtends, LeavesNoClusterWithoutPartitions) {
  put("base.yaml", kBase);
  const auto mine = put("mine.yaml", "extends: base\nhardware: {partitions: []}\nlaunch: {ladder: []}\n");
  EXPECT_EQ(refusal("mine"), mine + cited(":2:24: error: a cluster needs at least one partition",
                                          "hardware: {partitions: []}"));
}

TEST_F(ProfileExtends, NamesABaseThatIsNotThere) {
  const auto mine = put("mine.yaml", "extends: lummi\n");
  EXPECT_EQ(refusal("mine"),
            mine + cited(":1:10: error: unknown cluster 'lummi'", "extends: lummi", "did you mean 'lumi'?",
                         {"put your own profile into ~/.config/scalegen/clusters, or give its path"}));
  put("mine.yaml", "extends: [lumi]\n");
  EXPECT_NE(refusal("mine").find("'extends' must be a single value, not a list"), std::string::npos);
}

}  // namespace
}  // namespace scalegen
