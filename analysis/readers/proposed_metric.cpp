#include "analysis/readers/proposed_metric.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "analysis/readers/printed_metric.hpp"
#include "core/event_log.hpp"
#include "core/files.hpp"
#include "core/number_pattern.hpp"
#include "core/regex.hpp"
#include "core/text.hpp"
#include "core/try.hpp"

namespace scalegen {
namespace {

/// The kinds of figures that logs have, the best first. A time of a run is one only if it is printed once.
enum class FigureKind { total_rate, rate, step_rate, time_of_part, time_of_run };

/// A pattern for a figure of which a log says the unit.
struct FigureForm {
  FigureKind kind{};
  MetricPattern pattern{};
  std::string needs{};  // a text that the log must have somewhere, such as the head of a table
};

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
  static const Regex kPlain(R"(\\([ =:'"/-]))");
  static const Regex kBlanks("  +|\\\\?\t(?:\\\\?[ \t])*");
  auto regex = quote_meta(text);
  replace_matches(regex, kPlain, R"(\1)");
  replace_matches(regex, kBlanks, R"(\\s+)");
  return regex;
}

FigureForm rate_form(const std::string& label, const std::string& behind, std::string thing,
                     const std::string& steps, const std::string& rank) {
  static const Regex kTotal("(?i)total|global|overall");
  const bool is_total = !rank.empty() || partial_match(label, kTotal);
  const auto kind = thing.empty() ? FigureKind::step_rate
                    : is_total    ? FigureKind::total_rate
                                  : FigureKind::rate;
  auto unit = (thing.empty() ? steps : std::move(thing)) + "/s";
  if (!rank.empty()) unit += lower_case(rank) == "gpu" ? "/GPU" : "/" + lower_case(rank);
  return form_of(kind, as_pattern(label) + "{number}" + as_pattern(behind), std::move(unit));
}

// "12.5 images/s", "12 ms/step", "samples per second: 12.5", with the words right before the number.
void visit_number(std::string_view before, std::string_view after,
                  const std::function<void(const FigureForm&)>& visit) {
  static const Regex kLabel(R"re(([A-Za-z]{2}[A-Za-z \t_:='"()/]{0,60})$)re");
  static const Regex kTime("^( ?((?:ms|s)/(?:step|it|iter|iteration|epoch)))\\b");
  static const Regex kUnit(fmt::format("(?i)^( ?{})(?: *$| ?[^a-z0-9_/ ]| [^p ]|  )", kRate));
  static const Regex kUnitInLabel(
      fmt::format("(?i){}(?:_(?:global|total))?[\"')\\]]{{0,2}}[ \t]*[:=][ \t]*$", kRate));
  static const Regex kRankInLabel("(?i)\\bper[ _](gpu|rank|device|node)\\b");
  std::string label;
  std::string behind;
  std::string thing;
  std::string steps;
  std::string rank;
  if (before.find("%|") != std::string_view::npos) return;  // a bar
  partial_match(before, kLabel, &label);
  if (partial_match(after, kTime, &behind, &thing))
    return visit(form_of(FigureKind::time_of_part, as_pattern(label) + "{number}" + behind, thing));
  if (partial_match(after, kUnit, &behind, &thing, &steps, &rank) && !behind.starts_with("it"))
    visit(rate_form(label, behind, thing, steps, rank));
  if (!partial_match(label, kUnitInLabel, &thing, &steps, &rank)) return;
  if (rank.empty()) partial_match(label, kRankInLabel, &rank);
  visit(rate_form(label, "", thing, steps, rank));
}

/// Calls `visit` with the form of each figure in a line.
void for_each_figure_in(std::string_view line, const std::function<void(const FigureForm&)>& visit) {
  static const auto kForms = known_forms();
  static const auto kSearches = [] {
    std::vector<NumberPattern> searches;
    for (const auto& form : kForms) searches.push_back(NumberPattern::compile(form.pattern.regex).value());
    return searches;
  }();
  for (std::size_t i = 0; i < kForms.size(); ++i)
    kSearches[i].for_each_in(line, [&](const auto&) { visit(kForms[i]); });
  static const Regex kMayHave(fmt::format("(?i){}|m?s/(?:step|it|epoch)", kRate));
  static const auto kNumber = NumberPattern::compile(kNumberWord).value();
  if (!partial_match(line, kMayHave)) return;
  kNumber.for_each_in(line, [&](const auto& number) {
    const auto after = line.substr(number.begin + number.size);
    visit_number(line.substr(0, number.begin), after, visit);
  });
}

// What stands before a number says that it is of a validation or a test.
bool is_of_validation(std::string_view before) {
  static const Regex kWords(
      "(?i)(?:\\b|_)(?:eval|valid[a_:]|val[ _:]|test|infer)[^|;,]*$|^[^a-z]*(?:eval|valid[a_:]|test|infer)");
  return partial_match(before, kWords);
}

constexpr std::uintmax_t kPart = std::uintmax_t{2} << 20U;  // bytes, of each end of a huge log
constexpr std::size_t kLongestLogLine = std::size_t{1} << 16U;
constexpr std::size_t kMostForms = 200;  // beyond it the words are free text
constexpr std::size_t kMostTried = 20;
constexpr std::size_t kMostLikely = 3;

Result<void> for_each_line_of_ends(const std::filesystem::path& log,
                                   const std::function<void(const PrintedLine&)>& visit) {
  std::error_code none;
  const auto size = std::filesystem::file_size(log, none);
  std::uintmax_t begin = 0;
  return for_each_line(log, [&](const PrintedLine& line) {
    if (begin < kPart || begin + line.text.size() + kPart > size)
      visit({line.number, line.text.substr(0, kLongestLogLine)});
    begin += line.text.size() + 1;
  });
}

FoundText found_text(std::string_view line, std::size_t begin, std::size_t size) {
  return {line.substr(0, begin), line.substr(begin, size), line.substr(begin + size)};
}

/// The forms in a log, the best first: of a kind those with more matches.
Result<std::vector<FigureForm>> forms_in(const std::filesystem::path& log) {
  std::vector<std::pair<FigureForm, std::int64_t>> counted;
  TRY(for_each_line_of_ends(log, [&](const PrintedLine& line) {
    for_each_figure_in(line.text, [&](const FigureForm& form) {
      const auto same = std::ranges::find_if(
          counted, [&](const auto& other) { return other.first.pattern == form.pattern; });
      if (same != counted.end())
        ++same->second;
      else if (counted.size() < kMostForms)
        counted.emplace_back(form, 1);
    });
  }));
  std::ranges::stable_sort(counted, [](const auto& a, const auto& b) {
    return a.first.kind != b.first.kind ? a.first.kind < b.first.kind : a.second > b.second;
  });
  std::vector<FigureForm> forms;
  for (auto& [form, count] : counted) forms.push_back(std::move(form));
  return forms;
}

// No metric if a match is no figure, or one of something else.
Result<std::optional<ProposedMetric>> checked(const std::filesystem::path& log, const FigureForm& form) {
  const auto regex = NumberPattern::compile(form.pattern.regex).value();
  ProposedMetric proposed{.pattern = form.pattern};
  NumberReader reader(form.pattern);
  bool is_sure = true;
  bool has_what_it_needs = form.needs.empty();
  TRY(for_each_line_of_ends(log, [&](const PrintedLine& line) {
    has_what_it_needs = has_what_it_needs || line.text.find(form.needs) != std::string_view::npos;
    regex.for_each_in(line.text, [&](const NumberPattern::Group& group) {
      const auto found = found_text(line.text, group.begin, group.size);
      is_sure = is_sure && !is_of_validation(found.before) && reader.read_speed(found);
      if (++proposed.matches == 1) proposed.line = {line.number, excerpt_of(found)};
    });
  }));
  const bool is_whole = form.kind != FigureKind::time_of_run || proposed.matches == 1;
  return is_sure && is_whole && has_what_it_needs ? std::optional(std::move(proposed)) : std::nullopt;
}

// By words that speed has beside a number, then those that time has; lines differ not only in their numbers.
Result<std::vector<LineOfLog>> likely_lines(const std::filesystem::path& log) {
  static const std::array<Regex, 2> kWords{
      Regex("(?i)((?:throughput|\\bspeed\\b|performance|per[ _]?sec|[ac-z]/s(?:ec)?\\b)[^0-9]{0,20}[0-9]|"
            "[0-9] ?(?:[a-z]*[ac-z]/s(?:ec)?\\b|m?s/it))"),
      Regex("(?i)((?:\\btime\\b|elapsed|duration|took)[^0-9]{0,20}[0-9]|[0-9] ?(?:ms|sec))")};
  std::vector<LineOfLog> lines;
  std::set<std::string> families;
  for (const auto& words : kWords)
    TRY(for_each_line_of_ends(log, [&](const PrintedLine& line) {
      std::string_view match;
      const std::string_view text = line.text;
      if (lines.size() == kMostLikely || !partial_match(text, words, &match)) return;
      const auto found =
          found_text(line.text, static_cast<std::size_t>(match.data() - text.data()), match.size());
      if (is_of_validation(found.before)) return;
      if (families.insert(family_of(at_most(line.text, 400))).second)
        lines.push_back({line.number, excerpt_of(found)});
    }));
  return lines;
}

}  // namespace

Result<MetricProposal> propose_metric(const std::filesystem::path& log) {
  TRY_ASSIGN(const auto beginning, read_beginning(log, kLongestLogLine));
  const auto events = read_event_excerpt(beginning);
  if (events.start || !events.steps.empty()) return MetricProposal{.has_event_lines = true};
  TRY_ASSIGN(const auto forms, forms_in(log));
  for (std::size_t i = 0; i < std::min(forms.size(), kMostTried); ++i) {
    TRY_ASSIGN(auto metric, checked(log, forms[i]));
    if (metric) return MetricProposal{.metric = std::move(metric)};
  }
  TRY_ASSIGN(auto likely, likely_lines(log));
  return MetricProposal{.likely = std::move(likely)};
}

std::string metrics_line(const MetricPattern& pattern) {
  std::string regex;
  for (const char c : pattern.regex) regex += c == '\'' ? "''" : std::string(1, c);
  return fmt::format("metrics: {{{}: {{regex: '{}', unit: {}}}}}", pattern.name, regex, pattern.unit);
}

std::string metrics_option(const MetricPattern& pattern) {
  return fmt::format("{}={},{}", pattern.name, pattern.regex, pattern.unit);
}

}  // namespace scalegen
