#include "analysis/readers/figure_forms.hpp"

#include <fmt/format.h>
#include <re2/re2.h>

#include <vector>

#include "core/number_pattern.hpp"
#include "core/text.hpp"

namespace scalegen {
namespace {

using re2::RE2;
using Piece = re2::StringPiece;

FigureForm form_of(FigureKind kind, std::string regex, std::string unit, std::string needs = "") {
  const bool is_rate = kind < FigureKind::time_of_part;
  return {kind,
          {.name = is_rate ? "throughput" : "time",
           .regex = std::move(regex),
           .unit = std::move(unit),
           .higher_is_better = is_rate},
          std::move(needs)};
}

// Programs whose words tell the unit. Of a bar that is drawn again and again the last state counts, and only
// if it says that it trains: others show downloads.
std::vector<FigureForm> known_forms() {
  using enum FigureKind;
  const std::string seconds = "[:= ]+{number} ?s(?:ec(?:ond)?s?)?\\b";
  const std::string step = "(?i)\\b(?:(?:step|iteration)[ _]time|time per (?:step|iteration))";
  const std::string epoch =
      "(?i)\\bepoch(?:[ _][0-9/]+)?:?[ _]*(?:time|completed|finished|done|took)(?: in)?";
  const std::string whole = "(?i)\\b(?:(?:training|total|wall|elapsed)[ _](?:wall[ _])?time|elapsed)";
  const std::string bar = "(?:Epoch|\\b[Tt]rain(?:ing)?\\b).*100%.*[ ,]";
  return {form_of(rate, " tps: {number}", "tokens/s/GPU", " mfu: "),                   // torchtitan
          form_of(rate, "Performance:\\s+{number}", "ns/day", "(ns/day)"),             // GROMACS
          form_of(step_rate, "^W[RC][0-9A-Z]+ .* {number} *$", "Gflop/s", " Gflops"),  // HPL
          form_of(step_rate, "GFLOP/s rating of[= ]+{number}", "GFLOP/s"),             // HPCG
          form_of(step_rate, bar + "{number}it/s", "it/s"),
          form_of(time_of_part, bar + "{number}s/it", "s/it"),
          form_of(time_of_part, "iter \\d+: loss .*, time {number}ms", "ms/optimizer_step"),
          form_of(time_of_part, "elapsed time per iteration \\(ms\\): {number}", "ms/step"),
          form_of(time_of_part, "elapsed time per iteration \\(s\\): {number}", "s/step"),
          form_of(time_of_part, step + "[:= ]+{number} ?ms\\b", "ms/step"),
          form_of(time_of_part, step + seconds, "s/step"),
          form_of(time_of_part, epoch + seconds, "s/epoch"),
          form_of(time_of_run, whole + seconds, "s"),
          form_of(time_of_run, "(?i)\\btime elapsed \\(s\\)[:= ]+{number}", "s"),
          form_of(time_of_run, "Loop time of {number} on ", "s"),  // LAMMPS
          form_of(time_of_run, "Elapsed \\(wall clock\\) time \\(h:mm:ss or m:ss\\): {number}", "s"),
          form_of(time_of_run, "^real\\s+{number}$", "s")};
}

// images/s, samples_per_second, tok/sec per GPU. Its groups: a thing, or steps or FLOP; the rank.
constexpr auto kRate =
    "(?:(images?|imgs?|samples?|seqs?|sequences?|tokens?|toks?|examples?|frames?|[kMG]?atom-steps?)|"
    "((?:time)?steps?|iter(?:ation)?s?|it|updates?|[kMGTP]?flops?))"
    "(?:/|[_ ]?per[_ ]?)s(?:ec(?:ond)?s?)?(?:(?:/|[ _]per[ _])(gpu|rank|device|node)s?)?";

// A text as a pattern; blanks that align columns are any number of them.
std::string as_pattern(const std::string& text) {
  static const RE2 kPlain(R"(\\([ =:'"/-]))");
  static const RE2 kBlanks("  +|\\\\?\t(?:\\\\?[ \t])*");
  auto regex = RE2::QuoteMeta(text);
  RE2::GlobalReplace(&regex, kPlain, R"(\1)");
  RE2::GlobalReplace(&regex, kBlanks, R"(\\s+)");
  return regex;
}

FigureForm rate_form(const std::string& label, const std::string& behind, std::string thing,
                     const std::string& steps, const std::string& rank) {
  static const RE2 kTotal("(?i)total|global|overall");
  const bool is_total = !rank.empty() || RE2::PartialMatch(label, kTotal);
  const auto kind = thing.empty() ? FigureKind::step_rate
                    : is_total    ? FigureKind::total_rate
                                  : FigureKind::rate;
  auto unit = (thing.empty() ? steps : std::move(thing)) + "/s";
  if (!rank.empty()) unit += lower_case(rank) == "gpu" ? "/GPU" : "/" + lower_case(rank);
  return form_of(kind, as_pattern(label) + "{number}" + as_pattern(behind), std::move(unit));
}

// "12.5 images/s", "12 ms/step", "samples per second: 12.5", with the words right before the number.
void visit_number(const Piece& before, const Piece& after,
                  const std::function<void(const FigureForm&)>& visit) {
  static const RE2 kLabel(R"re(([A-Za-z]{2}[A-Za-z \t_:='"()/]{0,60})$)re");
  static const RE2 kTime("^( ?((?:ms|s)/(?:step|it|iter|iteration|epoch)))\\b");
  static const RE2 kUnit(fmt::format("(?i)^( ?{})(?: *$| ?[^a-z0-9_/ ]| [^p ]|  )", kRate));
  static const RE2 kUnitInLabel(
      fmt::format("(?i){}(?:_(?:global|total))?[\"')\\]]{{0,2}}[ \t]*[:=][ \t]*$", kRate));
  static const RE2 kRankInLabel("(?i)\\bper[ _](gpu|rank|device|node)\\b");
  std::string label;
  std::string behind;
  std::string thing;
  std::string steps;
  std::string rank;
  if (before.find("%|") != Piece::npos) return;  // a bar
  RE2::PartialMatch(before, kLabel, &label);
  if (RE2::PartialMatch(after, kTime, &behind, &thing))
    return visit(form_of(FigureKind::time_of_part, as_pattern(label) + "{number}" + behind, thing));
  if (RE2::PartialMatch(after, kUnit, &behind, &thing, &steps, &rank) && !behind.starts_with("it"))
    visit(rate_form(label, behind, thing, steps, rank));
  if (!RE2::PartialMatch(label, kUnitInLabel, &thing, &steps, &rank)) return;
  if (rank.empty()) RE2::PartialMatch(label, kRankInLabel, &rank);
  visit(rate_form(label, "", thing, steps, rank));
}

}  // namespace

void for_each_figure_in(std::string_view line, const std::function<void(const FigureForm&)>& visit) {
  static const auto kForms = known_forms();
  static const auto kSearches = [] {
    std::vector<NumberPattern> searches;
    for (const auto& form : kForms) searches.push_back(NumberPattern::compile(form.pattern.regex).value());
    return searches;
  }();
  for (std::size_t i = 0; i < kForms.size(); ++i)
    kSearches[i].for_each_in(line, [&](const auto&) { visit(kForms[i]); });
  static const RE2 kMayHave(fmt::format("(?i){}|m?s/(?:step|it|epoch)", kRate));
  static const auto kNumber = NumberPattern::compile(kNumberWord).value();
  if (!RE2::PartialMatch(Piece(line.data(), line.size()), kMayHave)) return;
  kNumber.for_each_in(line, [&](const auto& number) {
    const auto after = line.substr(number.begin + number.size);
    visit_number(Piece(line.data(), number.begin), Piece(after.data(), after.size()), visit);
  });
}

bool is_of_validation(std::string_view before) {
  static const RE2 kWords(
      "(?i)(?:\\b|_)(?:eval|valid[a_:]|val[ _:]|test|infer)[^|;,]*$|^[^a-z]*(?:eval|valid[a_:]|test|infer)");
  return RE2::PartialMatch(Piece(before.data(), before.size()), kWords);
}

}  // namespace scalegen
