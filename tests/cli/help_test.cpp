#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <set>

#include "app/glossary.hpp"
#include "cli/arguments.hpp"
#include "cli/verbs.hpp"
#include "core/files.hpp"
#include "core/json.hpp"
#include "core/text.hpp"
#include "core/version.hpp"

namespace scalegen {
namespace {

std::string page(const std::string& name) {
  return read_file(std::string(SCALEGEN_SOURCE_DIR) + "/docs/" + name).value();
}

// What `scalegen WORDS...` prints; the words are text without quotes. Empty if it is refused or prints no
// text.
std::string printed(const std::string& text) {
  std::vector<std::string> words{"scalegen"};
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = std::min(text.find(' ', begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  std::vector<const char*> argv;
  for (const auto& word : words) argv.push_back(word.c_str());
  const auto command = parse_arguments(static_cast<int>(argv.size()), argv.data());
  const auto* found = command ? std::get_if<PrintText>(&*command) : nullptr;
  return found == nullptr ? "" : found->text;
}

std::string help_of(const std::string& verb) { return printed(verb + (verb.empty() ? "" : " ") + "--help"); }

// The lines below a heading of a help, up to the next empty one.
std::vector<std::string> part(const std::string& help, const std::string& heading) {
  const auto lines = lines_of(help);
  const auto begin = std::ranges::find(lines, heading + ":");
  if (begin == lines.end()) return {};
  return {begin + 1, std::find(begin, lines.end(), "")};
}

// Each verb that is shown, "clusters show" behind "clusters".
std::vector<std::string> verbs_below(const std::string& verb = "") {
  std::vector<std::string> all;
  for (const auto& line : part(help_of(verb), "Verbs")) {
    if (line[2] == ' ') continue;  // a text goes on
    const auto name = line.substr(2, line.find(' ', 2) - 2);
    all.push_back(verb.empty() ? name : verb + " " + name);
    if (!verb.empty()) continue;  // no verb has more than two words
    for (auto& inner : verbs_below(all.back())) all.push_back(std::move(inner));
  }
  return all;
}

TEST(Help, NamesAllVerbs) {
  EXPECT_EQ(verbs_below(), (std::vector<std::string>{"sweep", "status", "list", "cancel", "plan", "generate",
                                                     "build", "import", "report", "advise", "compare",
                                                     "table", "explain", "lint", "clusters", "clusters list",
                                                     "clusters show", "clusters check", "clusters detect"}));
}

TEST(Help, OfEachVerbEndsWithExamplesOfItsOwn) {
  std::set<std::string> sections{"First steps"};
  for (const auto& verb : verbs_below()) {
    sections.insert(verb);
    const auto help = help_of(verb);
    const auto examples = part(help, "Examples");
    EXPECT_TRUE(examples.size() == 2 || examples.size() == 3) << help;
    for (const auto& line : examples) {
      EXPECT_TRUE((line + " ").starts_with("    scalegen " + verb + " ")) << line;
      EXPECT_NE(page("verbs.md").find("\n" + line + "\n"), std::string::npos) << line;
    }
    EXPECT_TRUE(!examples.empty() && help.ends_with("\n" + examples.back() + "\n")) << help;
    EXPECT_EQ(help.find("First steps"), std::string::npos) << verb;
  }
  for (const auto& section : read_glossary(page("verbs.md")))
    EXPECT_EQ(sections.erase(section.term), 1U) << section.term;
  EXPECT_EQ(sections, std::set<std::string>{});
}

TEST(Help, FitsATerminalOfEightyColumns) {
  auto verbs = verbs_below();
  verbs.emplace_back();
  for (const auto& verb : verbs) {
    ASSERT_NE(help_of(verb), "") << verb;
    for (const auto& line : lines_of(help_of(verb))) EXPECT_LE(line.size(), 80U) << verb << "\n" << line;
    EXPECT_EQ(help_of(verb).find("\n\n\n"), std::string::npos) << verb;
  }
}

TEST(Help, SaysWhatGoesTogether) {
  EXPECT_EQ(help_of("clusters list"), R"(List the clusters that --cluster knows by name
Usage: scalegen clusters list [OPTIONS]

Options:
  -h,--help               Print this help message and exit
  --markdown              Print Markdown, as a list; not with --format, --json
  --format TEXT           terminal, markdown, latex, html, csv or json; not with
                          --markdown
  --json                  The same as --format json; not with --markdown

Examples:
    scalegen clusters list                       # names for --cluster
    scalegen clusters list --json                # for a program
)");
}

TEST(Help, SaysWhatIsAskedAndThenTheOptions) {
  EXPECT_EQ(help_of("advise"), R"(Print what to change in your job script, as a report advises it
Usage: scalegen advise [OPTIONS] DIR SCRIPT

Positionals:
  DIR                     Run directory, or a bundle of one (FILE.tar.gz)
  SCRIPT                  Your script for sbatch

Options:
  -h,--help               Print this help message and exit
  --advise TEXT           Rule for the rung to ask for, such as 'efficiency=80
                          %' or per_doubling=1.5; several go together
  --work TEXT             Work that a job is to do, for its time limit:
                          90epochs, 6e6steps, 1e9samples, 2runs
  --write                 Also change the script
  --json                  Print JSON

Examples:
    scalegen advise mine-cyclone job.sh          # a diff: what to ask for
    scalegen advise mine-cyclone job.sh --write  # and change the script
)");
}

TEST(Help, OfAllEndsWithTheExitStatuses) {
  const auto help = help_of("");
  EXPECT_EQ(help.substr(help.find("\nFirst steps")), R"(
First steps:
    scalegen sweep mnist.yaml                    # measure on this machine
    scalegen plan mnist.yaml --cluster cyclone   # see runs and price
    scalegen generate mnist.yaml --cluster cyclone --account p123 -o by-hand
    scalegen status mnist-local                  # show the state of each run
    scalegen report mnist-local                  # print the table again
    scalegen report --help                       # options, and examples

Exit status:
  0         nothing failed; runs may still be pending
  1         a run or a build failed, an assertion does not hold, lint found an
            error or a warning, Slurm refuses a run of 'plan --test-only', or
            'advise' finds no rung to advise
  2         wrong input or environment: an error on standard error says what,
            and what to do
  128 + N   ended by signal N, such as 130 by Ctrl-C; jobs under Slurm go on
)");
}

TEST(ExitStatuses, AreThoseOfThePage) {
  auto text = page("formats.md");
  const std::string heading = "## Exit status\n\nThe same for every verb:\n\n";
  const auto begin = text.find(heading);
  ASSERT_NE(begin, std::string::npos);
  text = text.substr(begin + heading.size());
  text = std::regex_replace(text.substr(0, (text + "\n").find("\n\n") + 1), std::regex("\n  "), " ");
  std::string expected;
  for (const auto& [status, meaning] : kExitMeanings)
    expected += fmt::format("- `{}`: {}\n", status, meaning);
  EXPECT_EQ(text, expected);
  EXPECT_EQ(kExitMeanings[0].first, std::to_string(kDone));
  EXPECT_EQ(kExitMeanings[1].first, std::to_string(kRunFailed));
  EXPECT_EQ(kExitMeanings[2].first, std::to_string(kCouldNotGoOn));
  EXPECT_EQ(kExitMeanings[3].first, fmt::format("{} + N", kSignal));
}

// 'build' shows what a compiler prints; the others print a profile, which is YAML.
TEST(Json, IsAnOptionOfEachVerbWithAResult) {
  const std::set<std::string> without{"build", "clusters", "clusters show", "clusters detect"};
  for (const auto& verb : verbs_below())
    EXPECT_EQ(help_of(verb).find("\n  --json ") == std::string::npos, without.contains(verb)) << verb;
}

TEST(Version, IsAlsoJson) {
  EXPECT_EQ(printed("--version"), fmt::format("scalegen {}\n", kVersion));
  const auto json = parse_json(printed("--version --json"));
  ASSERT_TRUE(json);
  const Json commit = *kCommit == '\0' ? Json() : Json(kCommit);
  EXPECT_EQ(*json, (Json{{"name", "scalegen"},
                         {"version", kVersion},
                         {"commit", commit},
                         {"compiler", kCompiler},
                         {"static", false}}));
}

}  // namespace
}  // namespace scalegen
