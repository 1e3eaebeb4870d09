#include "analysis/published/printed_cell.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <sstream>

#include "analysis/readers/csv.hpp"
#include "core/text.hpp"

namespace scalegen::published {
namespace {

constexpr std::string_view kKnown =
    " speedup speedups efficiency efficiencies eff ideal linear perfect relative rel scaling factor ratio x "
    "% parallel strong "
    "weak actual measured observed achieved overall training percent the in throughput time doubling ";
constexpr std::string_view kLinks = " vs to over of from against per single one first ";
constexpr std::string_view kLinked =
    " gpu gpus cpu cpus node nodes core cores rank ranks baseline previous serial ";

bool is_in(std::string_view words, std::string_view word) {
  return words.find(fmt::format(" {} ", word)) != std::string_view::npos;
}

std::string with_plain_x(std::string_view printed) {
  auto text = lower_case(printed);
  for (auto at = text.find("×"); at != std::string::npos; at = text.find("×")) text.replace(at, 2, "x");
  return text;
}

// "Speed-up (vs. 1 GPU), %" -> " speedup vs 1 gpu % "
std::string words_of(std::string_view head) {
  std::string words = " ";
  for (const char c : with_plain_x(head)) {
    const bool is_letter =
        (static_cast<unsigned char>(c) & 0x80U) != 0 || std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (is_letter) words += c;
    if (!is_letter && words.back() != ' ') words += ' ';
    if (c == '%') words += "% ";
  }
  if (words.back() != ' ') words += ' ';
  if (const auto at = words.find(" speed up "); at != std::string::npos) words.erase(at + 6, 1);
  return words;
}

bool is_understood(const std::string& words) {
  std::istringstream stream(words);
  bool is_linked = false;
  for (std::string word; stream >> word;) {
    const bool links = is_digit(word.front()) || is_in(kLinks, word);
    if (!links && !is_in(kKnown, word) && !(is_linked && is_in(kLinked, word))) return false;
    is_linked = links;
  }
  return true;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kAround = " \t*`_";
  const auto first = std::min(text.find_first_not_of(kAround), text.size());
  return text.substr(first, text.find_last_not_of(kAround) + 1 - first);
}

// "3,61" -> "3.61", "1,234.5" -> "1234.5"; empty if nobody knows what the comma means.
std::string with_point(std::string number, std::optional<bool> decimal_comma) {
  const bool is_grouped = parse_printed_number(number).has_value();
  const bool is_certain = number.find('.') < number.size() || number.find(',') != number.rfind(',');
  if (number.find(',') == std::string::npos) return number;
  if (!decimal_comma && is_grouped && !is_certain) return "";
  std::erase(number, decimal_comma.value_or(!is_grouped) ? '.' : ',');
  std::ranges::replace(number, ',', '.');
  return number;
}

std::optional<PrintedFigure> read_figure(std::string_view text, std::optional<bool> decimal_comma) {
  const auto end = std::min(text.find_first_not_of("0123456789.,"), text.size());
  const auto number = with_point(std::string(text.substr(0, end)), decimal_comma);
  const auto value = parse_number(number);
  auto word = with_plain_x(text.substr(end));
  std::erase(word, ' ');
  if (!value || !(word.empty() || is_in(" x % xslower xfaster times ", word))) return std::nullopt;
  const auto point = std::min(number.find('.'), number.size() - 1);
  const auto decimals = static_cast<int>(number.size() - point - 1);
  return PrintedFigure{std::string(text), *value, word == "%" ? 0.01 : 1, decimals, word == "xslower"};
}

}  // namespace

std::optional<Kind> kind_of(std::string_view head) {
  const auto words = words_of(head);
  const auto has = [&](auto... word) { return (is_in(words, word) || ...); };
  if (!is_understood(words)) return std::nullopt;
  const bool is_ideal = has("ideal", "linear", "perfect");
  if (has("per", "doubling")) return Kind::relative;
  if (has("efficiency", "efficiencies", "eff") || (is_ideal && has("of", "vs", "to")))
    return Kind::efficiency;
  if (is_ideal) return Kind::ideal;
  if (has("speedup", "speedups")) return Kind::speedup;
  return has("relative", "rel", "scaling", "vs", "x", "%") ? std::optional(Kind::relative) : std::nullopt;
}

std::string printed_like(const PrintedFigure& figure, double ratio, bool truncated) {
  const double digit = std::pow(10, -figure.decimals);
  const double value = ratio / figure.unit * (1 + 1e-9);  // halves go up
  return fmt::format(
      "{:.{}f}{}", truncated ? std::floor(value / digit) * digit : value, figure.decimals,
      figure.text.substr(std::min(figure.text.find_first_not_of("0123456789.,"), figure.text.size())));
}

std::vector<PrintedFigure> read_cell(std::string_view cell, std::optional<bool> decimal_comma) {
  const auto open = std::min(cell.find('('), cell.size());
  const auto behind = trimmed(cell.substr(std::min(open + 1, cell.size()), cell.find(')', open) - open - 1));
  const auto figure = read_figure(trimmed(cell.substr(0, open)), decimal_comma);
  const auto other = read_figure(behind, decimal_comma);
  if (!figure || !(behind.empty() || other || with_plain_x(behind).starts_with("base"))) return {};
  return other && other->is_slowdown ? std::vector{*figure, *other} : std::vector{*figure};
}

double last_digit(std::string_view number) {
  if (const auto point = number.find('.'); point != std::string_view::npos)
    return std::pow(10, -static_cast<double>(number.size() - point - 1));
  if (number.find(':') != std::string_view::npos) return 1;
  const auto zeros = number.substr(number.find_last_not_of("0,") + 1);
  return std::pow(10, static_cast<double>(std::ranges::count(zeros, '0')));
}

}  // namespace scalegen::published
