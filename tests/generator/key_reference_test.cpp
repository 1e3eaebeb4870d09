// docs/reference: the keys and forms that readers ask for, each with a paragraph.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "core/advice.hpp"
#include "core/files.hpp"
#include "generator/profile/profile_reader.hpp"
#include "generator/sweep_file/sweep_reader.hpp"

namespace scalegen {
namespace {

namespace fs = std::filesystem;

// Each map is in one of them, so that its readers are called; a key that takes a map or something else is
// there with both.
constexpr auto kSweeps = {
    "name: a\nworkload: mnist_cnn\nscaling: strong\nscales: [1cpu]\nrepeats: 3\nprepare: make\n",
    "name: a\ncommand: ./train\nscaling: [strong, weak]\nsweep: {where: ranks < 9}\nparameters: {steps: 4}\n"
    "prepare: {in_job: make}\n"
    "advise: {efficiency: 70 %}\n"
    "metrics: {throughput: {regex: '{number}', unit: images/s, skip: 3}, accuracy: {regex: '{number}', unit: "
    "share}}\n"};

constexpr auto kProfiles = {
    "name: a\nscheduler: slurm\nhardware: {source: here, partitions: [{name: p, nodes: 4, cores_per_node: 8, "
    "memory: {per_node: 8G}, billing: {units: nodes, unit: credits}}]}\n"
    "requests: {qos: {default: q, levels: [{name: q, max_units: 4, unit: credits}]}}\n"
    "network: {source: here}\nsoftware: {source: here}\ncontainer: {source: here}\n"
    "launch: {cpus_per_rank: {cpu: 1}}\nmonitor: {source: here}\nstorage: {scratch: /s}\n",
    "name: a\nscheduler: slurm\nhardware: {partitions: [{name: p, nodes: 4, cores_per_node: 8}]}\n"
    "requests: {qos: q}\n"};

/// "a text; or one of strong, weak": empty if the key's own reader checks the form.
std::string joined(const std::set<std::string>& forms) {
  std::vector<std::string> said;
  for (const auto& form : forms)
    if (!form.empty()) said.push_back(form);
  return fmt::format("{}", fmt::join(said, "; or "));
}

using Forms = std::map<std::string, std::string>;  // by the key's heading

/// The criteria of `advise` and two words below `sweep` are read in ways of their own.
Forms forms_of_sweep_file() {
  KeyForms asked;
  for (const auto* text : kSweeps) {
    const auto sweep = read_sweep("sample.yaml", text, &asked);
    EXPECT_TRUE(sweep && sweep->mistakes.empty())
        << (sweep ? render(sweep->mistakes) : render(sweep.error()));
  }
  Forms forms;
  for (const auto& [key, of_key] : asked) forms[key] = joined(of_key);
  for (const auto& name : criterion_names()) forms["advise." + name] = "";
  for (const auto* word : {"sweep.zip", "sweep.where"}) forms[word] = "";
  return forms;
}

/// At the top level a profile has groups, and some keys of its own.
Forms forms_of_profile() {
  KeyForms asked;
  for (const auto* text : kProfiles) {
    const auto profile = read_profile("sample.yaml", text, {}, &asked);
    EXPECT_TRUE(profile) << render(profile.error());
  }
  Forms forms;
  for (const auto& [key, of_key] : asked) {
    if (key.ends_with(".source")) continue;  // each group has it: the page says so once
    const bool is_group = key.find('.') != std::string::npos || of_key == std::set<std::string>{"a map"};
    forms[(is_group ? "" : "profile.") + key] = joined(of_key);
  }
  return forms;
}

/// A page whose lines 'Form' are those of the readers, the keys of its sections, and those of them that it
/// says nothing of.
struct Page {
  std::string text{};
  std::vector<std::string> keys{};
  std::set<std::string> bare{};
};

bool is_prose(const std::string& line) {
  return !line.empty() && !line.starts_with("## ") && !line.starts_with("Form: ") &&
         !line.starts_with("More: ");
}

Page with_forms(const std::string& text, const Forms& forms) {
  Page page;
  std::istringstream lines(text);
  bool is_behind_heading = false;
  for (std::string line; std::getline(lines, line);) {
    EXPECT_TRUE(page.keys.empty() || line.size() <= 90) << "too wide for a terminal: " << line;
    const bool is_old_form = line.starts_with("Form: ");
    if (is_behind_heading && !line.empty()) {
      const auto form = forms.find(page.keys.back());
      if (form != forms.end() && !form->second.empty()) page.text += "Form: " + form->second + ".\n\n";
      is_behind_heading = false;
      if (is_old_form) std::getline(lines, line);  // the empty line behind it
    }
    if (is_old_form) continue;
    page.text += line + "\n";
    if (is_prose(line) && !page.keys.empty()) page.bare.erase(page.keys.back());
    if (!line.starts_with("## ")) continue;
    page.keys.push_back(line.substr(3));
    page.bare.insert(page.keys.back());
    is_behind_heading = true;
  }
  return page;
}

void expect_reference(const std::string& name, const Forms& forms) {
  const auto file = fs::path(SCALEGEN_SOURCE_DIR) / "docs/reference" / name;
  const auto there = read_file(file).value();
  const auto page = with_forms(there, forms);
  if (std::getenv("SCALEGEN_UPDATE_GOLDEN") != nullptr && page.text != there)
    ASSERT_TRUE(write_file(file, page.text));
  else
    EXPECT_EQ(there, page.text) << "run this test with SCALEGEN_UPDATE_GOLDEN=1";
  std::vector<std::string> keys;
  for (const auto& [key, form] : forms) keys.push_back(key);
  EXPECT_THAT(page.keys, testing::UnorderedElementsAreArray(keys));
  EXPECT_THAT(page.bare, testing::IsEmpty());
}

TEST(KeyReference, OfTheSweepFileIsWhatItsReaderAsksFor) {
  expect_reference("sweep-file.md", forms_of_sweep_file());
}

TEST(KeyReference, OfAProfileIsWhatItsReaderAsksFor) { expect_reference("profile.md", forms_of_profile()); }

TEST(KeyReference, TakesFormsFromTheReaders) {
  const Forms forms{{"a", "a text"}, {"b", ""}, {"c", "a map"}};
  const auto page =
      with_forms("# Keys\n\n## a\n\nForm: a list.\n\nText\nof a.\n\n## b\n\nOf b.\n\n## c\n\nOf c.\n", forms);
  EXPECT_EQ(
      page.text,
      "# Keys\n\n## a\n\nForm: a text.\n\nText\nof a.\n\n## b\n\nOf b.\n\n## c\n\nForm: a map.\n\nOf c.\n");
  EXPECT_EQ(page.keys, (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_THAT(page.bare, testing::IsEmpty());
  EXPECT_THAT(with_forms("## a\n\nForm: a list.\n\n## b\n\nOf b.\n", forms).bare, testing::ElementsAre("a"));
  EXPECT_EQ(with_forms(page.text, forms).text, page.text);
}

// A key that is asked for only where it is there is no known key of a file that misspells it.
TEST(KeyReference, HasNoTopLevelKeyThatAFileMustHaveToBeAsked) {
  KeyForms asked;
  ASSERT_TRUE(read_sweep("sample.yaml", "name: a\nworkload: mnist_cnn\n", &asked));
  for (const auto& [key, form] : forms_of_sweep_file())
    EXPECT_TRUE(asked.contains(key) || key.find('.') != std::string::npos) << key;
}

TEST(KeyReference, SaysWhatItsReadersDo) {
  const auto forms = forms_of_sweep_file();
  EXPECT_EQ(forms.at("repeats"), "a whole number from 1 to 1000");
  EXPECT_EQ(forms.at("prepare.time_limit"), "a time: 90s, 10m, 2h, 1d or hours:minutes:seconds");
  EXPECT_EQ(forms_of_profile().at("requests.qos"), "a map; or a text");
}

}  // namespace
}  // namespace scalegen
