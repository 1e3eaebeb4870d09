#include "generator/sweep_file/metrics_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/metric_unit.hpp"
#include "core/number_pattern.hpp"
#include "core/regex.hpp"
#include "core/text.hpp"

namespace scalegen {
namespace {

constexpr auto kRates = "images/s, tokens/s/GPU, it/s, TFLOP/s or ns/day";
constexpr auto kTimes = "s, ms, min, ms/step or s/epoch";

/// Says what the number is, and which key says so.
std::string nature_of(const MetricPattern& metric) {
  const std::string nature = metric.higher_is_better ? "a rate" : "a time";
  const bool by_name = metric.higher_is_better == (metric.name == "throughput");
  return by_name ? fmt::format("'{}' is {}", metric.name, nature)
                 : fmt::format("with 'better: {}' the number is {}",
                               metric.higher_is_better ? "higher" : "lower", nature);
}

// The text that a pattern has behind its number: " ms" of '{number}\\s*ms'. Empty if it has other groups.
std::string named_behind_number(std::string_view regex) {
  const auto word = regex.find(kNumberWord);
  const auto groups = std::ranges::count(regex, '(');
  if (groups > 1 || (groups == 1 && word != std::string_view::npos)) return "";
  auto rest = word == std::string_view::npos ? regex.substr(regex.rfind(')') + 1)
                                             : regex.substr(word + kNumberWord.size());
  const std::size_t blank = rest.starts_with("\\s") ? 2 : rest.starts_with(' ') ? 1 : 0;
  rest.remove_prefix(blank);
  if (blank > 0) rest.remove_prefix(std::min(rest.find_first_not_of("*+?"), rest.size()));
  const auto special = rest.find_first_of("?*{|\\[.");
  const bool may_be_absent = special != std::string_view::npos &&
                             std::string_view("?*{|").find(rest[special]) != std::string_view::npos;
  return may_be_absent ? "" : (blank > 0 ? " " : "") + std::string(rest.substr(0, special));
}

/// The unit of a rate that a regex names behind its number: images/s of '{number} images/s'. Empty if none.
std::string rate_named_in(std::string_view regex) {
  auto unit = named_behind_number(regex);
  unit.erase(0, unit.find_first_not_of(' '));
  const auto traits = parse_unit(unit);
  return traits.is_rate && !traits.is_share ? unit : "";
}

/// Returns an error if a regex names another unit behind its number.
std::optional<Diagnostic> unit_contradiction(std::string_view regex, std::string_view unit) {
  const auto other = contradicting_unit(named_behind_number(regex), unit);
  if (other.empty()) return std::nullopt;
  return Diagnostic{.message = fmt::format("the regex has the number in {}, and the unit is {}", other,
                                           unit.empty() ? "''" : unit),
                    .hint = hint_for_other_unit(unit, other)};
}

/// Returns an error if the unit of a metric is wrong: a rate needs that of a rate, a time that of a time, and
/// the regex names no other behind the number. The caller adds where it was given.
std::optional<Diagnostic> unit_error(const MetricPattern& metric) {
  const auto traits = parse_unit(metric.unit);
  const bool wants_rate = metric.higher_is_better;
  static const Regex kOfAPart("(?i)(?:/|\\bper) *(?:core|cpu|thread|socket)s?\\b");
  if (wants_rate && !traits.is_total && partial_match(metric.unit, kOfAPart))
    return Diagnostic{.message = fmt::format("'{}' is no total of all ranks", metric.unit),
                      .hint = "print the total, or the rate of one rank with a unit such as images/s/rank"};
  if (traits.is_time_per_time || (wants_rate ? traits.is_rate && !traits.is_share : traits.is_time))
    return unit_contradiction(metric.regex, metric.unit);
  const bool is_other = wants_rate ? traits.is_time : traits.is_rate;
  if (is_other)
    return Diagnostic{
        .message = fmt::format("'{}' is the unit of a {}, and {}", metric.unit, wants_rate ? "time" : "rate",
                               nature_of(metric)),
        .hint = wants_rate
                    ? fmt::format("for a time write 'time:'; a rate has a unit such as {}", kRates)
                    : fmt::format("for a rate write 'throughput:'; a time has a unit such as {}", kTimes)};
  return Diagnostic{.message = fmt::format("'{}' is not the unit of a {}, and {}", metric.unit,
                                           wants_rate ? "rate" : "time", nature_of(metric)),
                    .hint = wants_rate ? fmt::format("write what is done in what time, as in {}", kRates)
                                       : fmt::format("write {}", kTimes)};
}

constexpr int kMostSkipped = 1'000'000'000;

constexpr auto kMetricsExample =
    "write metrics: {throughput: {regex: 'Throughput: {number}', unit: images/s}}";

std::string read_pattern(MapReader& reader) {
  reader.require("regex", kMetricsExample);
  auto pattern = reader.text("regex");
  if (!pattern) return "";
  if (const auto compiled = NumberPattern::compile(pattern->value); !compiled)
    reader.report_at(location_within(*pattern, compiled.error().offset), compiled.error().message,
                     compiled.error().hint);
  return std::move(pattern->value);
}

// `auto` is as good as absent.
std::optional<int> read_skip(MapReader& reader, const std::optional<Located<MetricUse>>& use) {
  const auto* const node = reader.node("skip");
  if (node == nullptr) return std::nullopt;
  if (use && use->value == MetricUse::last)
    reader.report(*node, "'use: last' takes one match and leaves out all others", "remove 'skip'");
  if (node->text != "auto") {
    const auto skip = reader.integer("skip", 0, kMostSkipped);
    return skip ? std::optional(skip->value) : std::nullopt;
  }
  if (use && use->value == MetricUse::sum)
    reader.report(*node, "a sum leaves out no warm-up of itself",
                  "write a number, as in skip: 1, or remove 'skip'");
  return std::nullopt;
}

void read_use(MapReader& reader, MetricPattern& metric) {
  const auto use = reader.choice<MetricUse>("use", {{"last", MetricUse::last},
                                                    {"median", MetricUse::median},
                                                    {"mean", MetricUse::mean},
                                                    {"sum", MetricUse::sum}});
  if (use) metric.use = use->value;
  metric.skip = read_skip(reader, use);
}

void check_unit(const MetricPattern& metric, const SourceLocation& location, MapReader& reader) {
  auto error = unit_error(metric);
  if (!error) return;
  error->cited = cite(location);
  reader.report({std::move(*error)});
}

// A time without a unit is in seconds.
void check_default_unit(const MetricPattern& metric, MapReader& reader) {
  if (const auto regex = reader.text("regex")) check_unit(metric, regex->location, reader);
}

// Many matches a run are steps or epochs, and prices and deadlines need to know which.
void check_is_said_of_what(const MetricPattern& metric, const SourceLocation& location, MapReader& reader) {
  const bool takes_middle = is_middle(metric.use) || (metric.use == MetricUse::automatic && metric.skip);
  if (!takes_middle || !is_bare_time(parse_unit(metric.unit))) return;
  reader.report_at(location,
                   fmt::format("the unit '{}' is that of a whole run, and the {} of many matches is not",
                               metric.unit, metric.use == MetricUse::mean ? "mean" : "median"),
                   fmt::format("write unit: {0}/step or {0}/epoch, as a match is of", metric.unit));
}

MetricPattern read_metric(MapReader reader, const std::string& name) {
  const bool is_time = name == "time";
  MetricPattern metric{.name = name, .unit = is_time ? "s" : "", .higher_is_better = !is_time};
  metric.regex = read_pattern(reader);
  if (!is_time) reader.require("unit", "add the unit of the number, as in unit: images/s");
  const auto unit = reader.text("unit");
  if (unit) metric.unit = unit->value;
  if (const auto better = reader.choice<bool>("better", {{"higher", true}, {"lower", false}}))
    metric.higher_is_better = better->value;
  if (unit) check_unit(metric, unit->location, reader);
  if (!unit && is_time) check_default_unit(metric, reader);
  read_use(reader, metric);
  if (unit) check_is_said_of_what(metric, unit->location, reader);
  reader.refuse_unknown_keys();
  return metric;
}

const std::vector<std::string>& known_metrics() {
  static const std::vector<std::string> kNames{"throughput", "time"};
  return kNames;
}

bool is_known(const std::string& name) {
  return std::ranges::find(known_metrics(), name) != known_metrics().end();
}

constexpr std::size_t kMostFurther = 8;

// Names of other columns in a report's CSV.
constexpr std::string_view kTakenNames =
    " scaling rung device nodes ranks runs value seconds wall_seconds speedup efficiency per_doubling "
    "loop_seconds gpu_percent gpu_peak_mib gpu_w placement not_measured starred ";

bool is_taken(const std::string& name, const SweepFile& sweep) {
  const auto has_name = [&](const ParameterValues& values) { return values.name.value == name; };
  return kTakenNames.find(" " + name + " ") != std::string_view::npos ||
         std::ranges::any_of(sweep.axes,
                             [&](const Axis& axis) { return std::ranges::any_of(axis, has_name); });
}

/// Returns false, and reports it, if no figure beside the speed can have this name.
bool check_further_name(MapReader& reader, const YamlNode& name, const SweepFile& sweep) {
  static const Regex kName("[A-Za-z][A-Za-z0-9_]{0,31}");
  if (!closest(name.text, known_metrics()).empty())
    reader.report(name, fmt::format("unknown metric '{}'", name.text),
                  did_you_mean(name.text, known_metrics()));
  else if (!full_match(name.text, kName))
    reader.report(name, fmt::format("'{}' cannot name a figure", name.text),
                  "use 1 to 32 letters, digits and '_', a letter first");
  else if (is_taken(name.text, sweep))
    reader.report(name, fmt::format("reports have another column '{}'", name.text), "choose another name");
  else if (sweep.further.size() == kMostFurther)
    reader.report(name, fmt::format("more than {} figures beside the speed", kMostFurther), "remove some");
  else
    return true;
  return false;
}

void check_further_unit(const MetricPattern& metric, const SourceLocation& location, MapReader& reader) {
  if (metric.name == "accuracy" && !is_share(metric))
    reader.report_at(location, "an accuracy is a share",
                     "write unit: share if it is printed as 0.9, or unit: '%' if as 90");
  else if (const auto error = unit_contradiction(metric.regex, metric.unit))
    reader.report_at(location, error->message, error->hint);
}

MetricPattern read_further_metric(MapReader reader, const std::string& name) {
  MetricPattern metric{.name = name, .regex = read_pattern(reader), .use = MetricUse::last};
  reader.require("unit",
                 "add the unit of the number: '%', share, GiB, or '' for a bare number such as a loss");
  if (const auto unit = reader.text("unit")) {
    metric.unit = unit->value;
    check_further_unit(metric, unit->location, reader);
  }
  if (const auto use = reader.choice<MetricUse>(
          "use",
          {{"last", MetricUse::last}, {"median", MetricUse::median}, {"each_epoch", MetricUse::each_epoch}}))
    metric.use = use->value;
  reader.refuse_unknown_keys();
  return metric;
}

/// An error at a place of the text of an option.
tl::unexpected<Diagnostics> option_error(const std::string& text, std::size_t place, std::string message,
                                         std::string hint) {
  return tl::make_unexpected(Diagnostics{
      {.cited =
           CitedLine{
               .file = "--metrics", .line = 1, .column = static_cast<int>(place) + 1, .source_line = text},
       .message = std::move(message),
       .hint = std::move(hint)}});
}

/// A regex with the unit behind its last comma; without one if that comma belongs to the regex.
struct RegexAndUnit {
  std::string regex{};
  std::string unit{};
};

RegexAndUnit split_unit(const std::string& text) {
  const auto comma = text.rfind(',');
  if (comma == std::string::npos || text.find_first_of("()[]{}\\", comma) != std::string::npos) return {text};
  return {text.substr(0, comma), text.substr(comma + 1)};
}

}  // namespace

void read_metrics(MapReader& reader, SweepFile& sweep) {
  const auto* const map = reader.map("metrics");
  if (map == nullptr) return;
  if (map->entries.empty()) reader.report(*map, "'metrics' names no metric", kMetricsExample);
  for (const auto& [name, value] : map->entries) {
    if (!is_known(name.text) && !check_further_name(reader, name, sweep)) continue;
    if (value.kind != YamlNode::Kind::map) {
      reader.report(value, fmt::format("'{}' must be a map with 'regex' and 'unit'", name.text),
                    kMetricsExample);
    } else if (!is_known(name.text)) {
      sweep.further.push_back(read_further_metric(reader.within(value), name.text));
    } else {
      sweep.metrics.push_back(read_metric(reader.within(value), name.text));
      if (sweep.metrics.size() == 2)
        reader.report(name, "'throughput' and 'time' are both the speed of a run", "keep one of the two");
    }
  }
}

Result<MetricPattern> read_metric_option(const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos)
    return option_error(text, 0, "this is no metric", "write time=REGEX,UNIT or throughput=REGEX,UNIT");
  const auto name = text.substr(0, equals);
  if (!is_known(name))
    return option_error(text, 0, fmt::format("'{}' is no speed, and --metrics reads no other figure", name),
                        did_you_mean(name, known_metrics()));
  const bool is_time = name == "time";
  auto [regex, unit] = split_unit(text.substr(equals + 1));
  if (const auto compiled = NumberPattern::compile(regex); !compiled)
    return option_error(text, equals + 1 + compiled.error().offset, compiled.error().message,
                        compiled.error().hint);
  const bool is_said = !unit.empty();
  if (!is_said && !is_time) unit = rate_named_in(regex);
  if (unit.empty() && !is_time)
    return option_error(text, equals + 1, "the unit is missing",
                        "add the unit of the number behind a comma, as in ,images/s");
  const auto place = (is_said ? text.rfind(',') : equals) + 1;
  MetricPattern metric{.name = name,
                       .regex = std::move(regex),
                       .unit = unit.empty() ? "s" : std::move(unit),
                       .higher_is_better = !is_time};
  if (const auto error = unit_error(metric)) return option_error(text, place, error->message, error->hint);
  return metric;
}

}  // namespace scalegen
