#include "app/glossary.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "analysis/conditions/comparability.hpp"
#include "analysis/losses/waterfall.hpp"
#include "analysis/readers/gpu_log.hpp"
#include "core/files.hpp"
#include "core/outcome.hpp"
#include "core/regex.hpp"
#include "runner/slurm/squeue.hpp"
#include "tests/app/user_session.hpp"

namespace scalegen {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::StartsWith;

std::string page() {
  return read_file(std::filesystem::path(SCALEGEN_SOURCE_DIR) / "docs/glossary.md").value();
}

/// The term of the entry that explains a word, or the refusal.
std::string entry_for(std::string_view word) {
  const auto text = explain(word);
  if (!text) return render(text.error());
  return text->substr(0, std::min(text->find("  ("), text->find('\n')));
}

TEST(Glossary, IsReadFromItsPage) {
  EXPECT_EQ(read_glossary("# Words\n\nintroduction\n\n## a term\n\nAlso: one, two words.\n\nIt is\nthis.\n\n"
                          "See: other, a term.\nMore: docs/x.md, \"Part\".\n\n## other\n\nText"),
            (std::vector<GlossaryEntry>{{.term = "a term",
                                         .aliases = {"one", "two words"},
                                         .paragraph = "It is\nthis.\n",
                                         .see = {"other", "a term"},
                                         .more = "docs/x.md, \"Part\""},
                                        {.term = "other", .paragraph = "Text\n"}}));
  EXPECT_TRUE(read_glossary("").empty());
  EXPECT_TRUE(read_glossary("no section\n").empty());
}

TEST(Glossary, IsThatOfTheDocumentation) {
  EXPECT_EQ(glossary(), read_glossary(page()));
  EXPECT_GT(glossary().size(), 80U);
}

TEST(Glossary, PrintsAParagraphAndWhereToReadOn) {
  EXPECT_EQ(explain("unexplained").value(),
            "unexplained\n\n"
            "As a loss: what no phase explains, so that all parts add up to what is missing to\n"
            "100 %. The difference between the median of a sum and a sum of medians is in it.\n\n"
            "see: waterfall, phase\n"
            "more: docs/statistics.md, \"Why not faster\"\n");
  EXPECT_THAT(
      explain("Exposed_Communication").value(),
      StartsWith("communication  (also: exposed communication, exposed)\n\nAs a loss, and as a phase"));
}

TEST(Glossary, FindsATermInAnyCaseAndNumber) {
  EXPECT_EQ(entry_for("SpeedUps"), "speedup");
  EXPECT_EQ(entry_for("speed-up"), "speedup");
  EXPECT_EQ(entry_for("  busbw "), "busbw");
  EXPECT_EQ(entry_for("leaf   switches"), "leaf switch");
  EXPECT_EQ(entry_for("efficiencies"), "efficiency");
  EXPECT_EQ(entry_for("*"), "star");
  for (const auto* word : {"power cap", "thermal slowdown"}) EXPECT_EQ(entry_for(word), "GPU clock");
}

TEST(Glossary, FindsEachOfItsTermsAndAliases) {
  for (const auto& entry : glossary()) {
    EXPECT_EQ(entry_for(entry.term), entry.term);
    for (const auto& alias : entry.aliases) EXPECT_EQ(entry_for(alias), entry.term) << alias;
  }
}

TEST(Glossary, NamesNothingTwice) {
  std::map<std::string, std::string> terms;
  for (const auto& entry : glossary()) {
    EXPECT_TRUE(terms.emplace(entry.term, entry.term).second) << entry.term;
    for (const auto& alias : entry.aliases)
      EXPECT_TRUE(terms.emplace(alias, entry.term).second) << alias << ": " << terms[alias];
  }
}

TEST(Glossary, HasShortParagraphsThatPointToOthers) {
  for (const auto& entry : glossary()) {
    const auto lines = std::count(entry.paragraph.begin(), entry.paragraph.end(), '\n');
    EXPECT_TRUE(lines >= 2 && lines <= 8) << entry.term << ": " << lines << " lines";
    std::istringstream paragraph(entry.paragraph);
    for (std::string line; std::getline(paragraph, line);) EXPECT_LE(line.size(), 90U) << entry.term;
    for (const auto& other : entry.see) {
      EXPECT_EQ(entry_for(other), other) << "see of " << entry.term;
      EXPECT_NE(other, entry.term);
    }
  }
}

TEST(Glossary, PointsToSectionsThatAreThere) {
  const Regex form(R"re((docs/[a-z-]+\.md)(?:, "(.+)")?)re");
  auto entries = glossary();
  for (const auto* name : {"sweep-file.md", "profile.md"})
    for (auto& key :
         read_glossary(read_file(fs::path(SCALEGEN_SOURCE_DIR) / "docs/reference" / name).value()))
      if (!key.more.empty()) entries.push_back(std::move(key));
  for (const auto& entry : entries) {
    std::string page;
    std::string section;
    ASSERT_TRUE(full_match(entry.more, form, &page, &section)) << entry.term << ": '" << entry.more << "'";
    const auto text = read_file(std::filesystem::path(SCALEGEN_SOURCE_DIR) / page);
    ASSERT_TRUE(text) << entry.term;
    if (!section.empty()) {
      EXPECT_THAT(*text, HasSubstr("# " + section + "\n")) << entry.term << ": " << entry.more;
    }
  }
}

TEST(Glossary, HasEachPartOfALoss) {
  for (std::size_t part = 0; part < losses::kParts; ++part) {
    const auto name = losses::to_text(static_cast<losses::Part>(part));
    EXPECT_EQ(entry_for(name), name);
  }
}

TEST(Glossary, HasEachOutcome) {
  for (const Outcome& outcome :
       std::initializer_list<Outcome>{Completed{}, Failed{}, TimedOut{}, OutOfMemory{}, NodeFailed{},
                                      Preempted{}, Cancelled{}, Lost{}, Suspended{}}) {
    const auto text = describe(outcome);
    const auto word = text.substr(0, text.find_first_of(":;"));
    EXPECT_TRUE(explain(word.substr(0, word.find(" after")))) << text;
  }
}

TEST(Glossary, HasEachConditionThatIsCompared) {
  for (const auto scaling : {Scaling::strong, Scaling::weak})
    for (const auto& key : missing_conditions(scaling, {})) EXPECT_TRUE(explain(key)) << key;
  for (const auto* key : {"device_name", "threads", "backend", "GPU clock", "use of nodes",
                          "number of leaf switches", "world size", "placement"})
    EXPECT_TRUE(explain(key)) << key;
}

TEST(Glossary, SaysOfAReasonOfSlurmsWhatStatusSays) {
  const JobId job{.number = "JOB"};
  EXPECT_EQ(explain("AssocGrpGRES").value(),
            "AssocGrpGRES  (Slurm's reason why a job waits)\n\n" + slurm::advice_for("AssocGrpGRES", job) +
                "\n\nsee: Slurm's reasons\nmore: docs/runner.md, \"A job that waits\"\n");
  for (const auto& reason : slurm::known_reasons())
    EXPECT_THAT(explain(reason).value_or(""), HasSubstr(slurm::advice_for(reason, job))) << reason;
  EXPECT_THAT(explain("qosmaxjobsperuserlimit").value(), HasSubstr("its QoS runs no more jobs of yours"));
  EXPECT_EQ(entry_for("priority"), "Priority");
  EXPECT_EQ(entry_for("RESOURCES"), "Resources");
}

// Were they in both, they would come to differ.
TEST(Glossary, RepeatsNoneOfTheseReasons) {
  for (const auto& reason : slurm::known_reasons())
    EXPECT_EQ(page().find(reason), std::string::npos) << reason;
}

TEST(Glossary, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(error_of(explain("eficiency")),
            "error: 'eficiency' is not explained\n      = hint: did you mean 'efficiency'?\n");
  EXPECT_EQ(error_of(explain("exposed comunication")),
            "error: 'exposed comunication' is not explained\n"
            "      = hint: did you mean 'exposed communication'?\n");
  EXPECT_EQ(error_of(explain("JobHeldUsr")),
            "error: 'JobHeldUsr' is not explained\n      = hint: did you mean 'JobHeldUser'?\n");
  EXPECT_EQ(error_of(explain("zzzzzzzzzz")),
            "error: 'zzzzzzzzzz' is not explained\n      = hint: 'scalegen explain' lists what is\n");
  EXPECT_EQ(error_of(explain("maximum")).substr(0, 34), "error: 'maximum' is not explained\n");
}

TEST(Glossary, QuotesNoControlCharacters) {
  EXPECT_THAT(error_of(explain("\x1b[2Jboo")), StartsWith("error: '?[2Jboo' is not explained\n"));
  EXPECT_THAT(explain("QOSGrp\x1b[2J").value(), StartsWith("QOSGrp?[2J  ("));
  EXPECT_FALSE(explain(std::string(1 << 20, 'x')));
  EXPECT_FALSE(explain(""));
}

TEST(Glossary, ListsItsTermsByTheirLetters) {
  const auto known = known_terms();
  EXPECT_EQ(known.terms.front(), "account");
  EXPECT_EQ(known.terms.back(), "world size");
  EXPECT_EQ(known.terms.size(), glossary().size());
  EXPECT_THAT(known.reasons, testing::Contains("QOSGrp"));
}

TEST(Glossary, ExplainsKeysOfTheSweepFileAndOfAProfile) {
  EXPECT_EQ(explain("prepare.time_limit").value(),
            "prepare.time_limit\n\n"
            "Form: a time: 90s, 10m, 2h, 1d or hours:minutes:seconds.\n"
            "Of that job. Default: `time_limit`, that of a run.\n");
  EXPECT_THAT(explain("hardware.partitions").value(),
              StartsWith("hardware.partitions\n\nForm: a list.\nMaps of"));
  const auto names = explain("name").value();
  EXPECT_THAT(names, StartsWith("name\n\nForm: a text.\nNames the run directory"));
  for (const auto* key : {"\nprofile.name\n", "\nhardware.partitions.name\n", "\nrequests.qos.levels.name\n"})
    EXPECT_THAT(names, HasSubstr(key));
  // A term of the glossary or a reason of Slurm's comes before the key of its name.
  EXPECT_THAT(explain("Reservation").value(), StartsWith("Reservation  (Slurm's reason"));
  EXPECT_THAT(explain("Reservation").value(), HasSubstr("\n\nreservation\n\nForm: a text.\n"));
  EXPECT_THAT(explain("baseline").value(), StartsWith("baseline"));
  EXPECT_THAT(explain("baseline").value(), HasSubstr("\nbaseline\n\nForm: a text.\nThe rung to compare"));
  EXPECT_THAT(render(explain("sweep.wher").error()), HasSubstr("did you mean 'sweep.where'?"));
}

}  // namespace
}  // namespace scalegen
