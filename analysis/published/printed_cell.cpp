#include "analysis/published/printed_cell.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>
#include <set>
#include <sstream>

#include "analysis/readers/csv.hpp"
#include "core/text.hpp"

namespace scalegen::published {
namespace {

using WordSet = std::set<std::string, std::less<>>;

const WordSet kEfficiency{"efficiency", "efficiencies", "eff"};
const WordSet kIdeal{"ideal", "linear", "perfect"};
const WordSet kRelative{"relative", "rel", "scaling", "vs", "x", "%"};
const WordSet kLinks{"vs", "to", "over", "of", "from", "against", "per", "single", "one", "first"};
const WordSet kDevices{"gpu",   "gpus", "cpu",   "cpus",     "node",     "nodes",  "core",
                       "cores", "rank", "ranks", "baseline", "previous", "serial", "sequential"};
const WordSet kQualifiers{"parallel",   "strong", "weak",     "actual",   "measured", "observed",
                          "achieved",   "factor", "overall",  "training", "percent",  "the",
                          "throughput", "time",   "doubling", "in"};

void replace_all(std::string& text, std::string_view part, std::string_view by) {
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + by.size()))
    text.replace(at, part.size(), by);
}

std::string lower_case(std::string text) {
  for (auto& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  replace_all(text, "×", "x");
  return text;
}

// "Speed-up (vs. 1 GPU), %" -> speedup vs 1 gpu %
std::vector<std::string> words_of(std::string_view head) {
  auto text = lower_case(std::string(head));
  for (const auto* form : {"speed-up", "speed up", "speed_up"}) replace_all(text, form, "speedup");
  replace_all(text, "%", " % ");
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < 0x80 && c != '%' && std::isalnum(c) == 0; },
      ' ');
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

bool is_understood(const std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto& word = words[i];
    const bool is_linked = i > 0 && (kLinks.contains(words[i - 1]) || is_digit(words[i - 1].front()));
    const bool is_known = word == "speedup" || is_digit(word.front()) || kEfficiency.contains(word) ||
                          kIdeal.contains(word) || kRelative.contains(word) || kLinks.contains(word) ||
                          kQualifiers.contains(word) || (is_linked && kDevices.contains(word));
    if (!is_known) return false;
  }
  return true;
}

std::string trimmed(std::string_view text) {
  constexpr std::string_view kAround = " \t*`_";
  const auto first = text.find_first_not_of(kAround);
  if (first == std::string_view::npos) return "";
  return std::string(text.substr(first, text.find_last_not_of(kAround) - first + 1));
}

// "3,61" -> "3.61", "1,234.5" -> "1234.5"; empty if nobody knows what the comma means.
std::string with_point(std::string number, std::optional<bool> decimal_comma) {
  const auto comma = number.find(',');
  if (comma == std::string::npos) return number;
  const bool is_grouped = parse_printed_number(number).has_value();
  const bool is_certain = !is_grouped || number.find('.') < number.size() || number.rfind(',') != comma;
  if (!decimal_comma && !is_certain) return "";
  const bool is_decimal = decimal_comma.value_or(!is_grouped);
  std::erase(number, is_decimal ? '.' : ',');
  std::replace(number.begin(), number.end(), ',', '.');
  return number;
}

std::optional<PrintedFigure> read_figure(std::string_view text, std::optional<bool> decimal_comma) {
  static const WordSet kSuffixes{"", "x", "%", "xslower", "xfaster", "times"};
  const auto end = std::min(text.find_first_not_of("0123456789.,"), text.size());
  const auto number = with_point(std::string(text.substr(0, end)), decimal_comma);
  const auto value = parse_number(number);
  const std::string suffix(text.substr(end));
  auto word = lower_case(suffix);
  std::erase(word, ' ');
  if (!value || *value <= 0 || !kSuffixes.contains(word)) return std::nullopt;
  const auto point = std::min(number.find('.'), number.size() - 1);
  const auto decimals = static_cast<int>(number.size() - point - 1);
  return PrintedFigure{std::string(text), *value, word == "%" ? 0.01 : 1,
                       decimals,          suffix, word == "xslower"};
}

}  // namespace

std::optional<Kind> kind_of(std::string_view head) {
  const auto words = words_of(head);
  const auto has_one_of = [&](const WordSet& set) {
    return std::any_of(words.begin(), words.end(), [&](const auto& word) { return set.contains(word); });
  };
  if (!is_understood(words)) return std::nullopt;
  if (has_one_of({"per", "doubling"})) return Kind::relative;
  if (has_one_of(kEfficiency) || (has_one_of(kIdeal) && has_one_of({"of", "vs", "to"})))
    return Kind::efficiency;
  if (has_one_of(kIdeal)) return Kind::ideal;
  if (has_one_of({"speedup"})) return Kind::speedup;
  return has_one_of(kRelative) ? std::optional(Kind::relative) : std::nullopt;
}

std::string printed_like(const PrintedFigure& figure, double ratio, bool truncated) {
  const double digit = std::pow(10, -figure.decimals);
  const double value = ratio / figure.unit * (1 + 1e-9);  // halves go up
  return fmt::format("{:.{}f}{}", truncated ? std::floor(value / digit) * digit : value, figure.decimals,
                     figure.suffix);
}

std::vector<PrintedFigure> read_cell(std::string_view cell, std::optional<bool> decimal_comma) {
  const auto open = std::min(cell.find('('), cell.size());
  const auto close = std::min(cell.find(')', open), cell.size());
  const auto figure = read_figure(trimmed(cell.substr(0, open)), decimal_comma);
  const auto behind = trimmed(open < close ? cell.substr(open + 1, close - open - 1) : "");
  const auto other = read_figure(behind, decimal_comma);
  if (!figure || !(behind.empty() || other || lower_case(behind).starts_with("base"))) return {};
  return other && other->is_slowdown ? std::vector{*figure, *other} : std::vector{*figure};
}

double last_digit(std::string_view number) {
  const auto point = number.find('.');
  if (point != std::string_view::npos) return std::pow(10, -static_cast<double>(number.size() - point - 1));
  const auto last = number.find_last_not_of("0,");
  const bool is_clock = number.find(':') != std::string_view::npos;
  if (is_clock || last == std::string_view::npos) return 1;
  const auto zeros = number.substr(last + 1);
  return std::pow(10, static_cast<double>(std::count(zeros.begin(), zeros.end(), '0')));
}

}  // namespace scalegen::published
