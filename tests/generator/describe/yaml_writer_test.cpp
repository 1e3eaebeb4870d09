#include "generator/describe/yaml_writer.hpp"

#include "generator/describe/profile_description.hpp"
#include "generator/profile/profile_files.hpp"
#include "generator/profile/profile_layers.hpp"
#include "tests/generator/sweeps.hpp"

namespace scalegen {
namespace {

std::string yaml_of(const FoundFile& profile) {
  const auto file = read_layers(profile, {});
  return file ? write_yaml((*file)->root) : render(file.error());
}

/// All that a profile says, as a person reads it.
std::string description(const std::string& text) {
  auto profile = read_profile("clusters/p.yaml", text);
  return profile ? describe(*profile) : render(profile.error());
}

TEST(YamlWriter, GivesTheSameProfileWhenItIsReadBack) {
  std::vector<std::string> texts = {read_text(SCALEGEN_SOURCE_DIR "/tests/generator/made_up_profile.yaml")};
  for (const auto& known : known_files(profile_files()))
    texts.push_back(find_file(profile_files(), known.name)->text);
  for (const auto& text : texts) {
    const auto yaml = yaml_of({"clusters/p.yaml", text, "here"});
    EXPECT_EQ(description(yaml), description(text)) << yaml;
    EXPECT_EQ(yaml_of({"clusters/p.yaml", yaml, "here"}), yaml);
  }
}

TEST(YamlWriter, HoldsWhatAProfileExtends) {
  const auto yaml =
      yaml_of({"mine.yaml", "extends: cyclone\nname: mine\nlaunch: {time_limit: 5m}\n", "here"});
  const auto profile = read_profile("mine.yaml", yaml);
  ASSERT_TRUE(profile) << render(profile.error());
  EXPECT_EQ(profile->name, "mine");
  EXPECT_EQ(profile->time_limit, std::chrono::minutes(5));
  EXPECT_EQ(profile->partitions.size(), 2U);
  EXPECT_EQ(yaml.find("extends"), std::string::npos);
}

TEST(YamlWriter, QuotesWhatYamlWouldReadOtherwise) {
  const std::string text =
      "name: x\nlist: [a b, \"4\", 5, \"- c\", \"x: y #z\"]\nnone:\nempty: {}\nno_items: []\n"
      "deep:\n  - {a: 1, b: {c: [2, {d: 'it''s'}]}}\n  - [1, [2]]\n  -\nlines: |\n  one\n  two\n";
  const auto file = parse_yaml("f", text);
  ASSERT_TRUE(file) << render(file.error());
  const auto yaml = write_yaml(file->root);
  EXPECT_EQ(
      yaml,
      "name: x\nlist: [a b, \"4\", 5, \"- c\", \"x: y #z\"]\nnone:\nempty: {}\nno_items: []\n"
      "deep:\n  - a: 1\n    b:\n      c:\n        - 2\n        - d: \"it's\"\n  -\n    - 1\n    - [2]\n  -\n"
      "lines: \"one\\ntwo\\n\"\n");
  const auto again = parse_yaml("f", yaml);
  ASSERT_TRUE(again) << render(again.error());
  EXPECT_EQ(write_yaml(again->root), yaml);
}

}  // namespace
}  // namespace scalegen
