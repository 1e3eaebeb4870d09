#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "core/regex.hpp"
#include "core/text.hpp"
#include "generator/lint/rule.hpp"

namespace scalegen::lint {
namespace {

/// A comment that suppresses the findings of a rule in its line, or in the next one if it stands alone.
struct Allowance {
  std::string_view rule{};
  bool has_reason = false;
  std::size_t offset = 0;
  std::size_t begin = 0;  // of the line that it is for
  std::size_t end = 0;
};

std::vector<Allowance> allowances(const JobScript& script) {
  static const Regex kForm(R"((scalegen: allow[ \t]*([^ \t\r\n]*))([ \t]+because[ \t]+[^ \t\r\n])?)");
  std::vector<Allowance> all;
  std::string_view rest(script.text);
  for (std::string_view comment, rule, reason; find_and_consume(rest, kForm, &comment, &rule, &reason);) {
    const auto offset = static_cast<std::size_t>(comment.data() - script.text.data());
    if (quoting_at(script.bash, offset) != BashQuoting::comment || all.size() == kMostFindings) continue;
    auto next = std::ranges::upper_bound(script.lines, offset);
    const bool is_alone = script.text.find_first_not_of(" \t#", *(next - 1)) == offset;
    if (is_alone && next != script.lines.end()) ++next;
    const auto end = next == script.lines.end() ? script.text.size() : *next - 1;
    all.push_back({{rule.data(), rule.size()}, !reason.empty(), offset, *(next - 1), end});
  }
  return all;
}

std::vector<std::string> names_of_rules() {
  std::vector<std::string> names;
  for (const auto& rule : all_rules()) names.emplace_back(rule.name);
  return names;
}

void check_allowances(const LintedScript& script, std::vector<Finding>& findings) {
  for (const auto& a : allowances(script.script)) {
    if (find_rule(a.rule) == nullptr)
      add(findings, Severity::warning, a.offset,
          fmt::format("no rule is named '{}', and nothing is suppressed", a.rule),
          did_you_mean(a.rule, names_of_rules()));
    else if (!a.has_reason)
      add(findings, Severity::warning, a.offset,
          fmt::format("{} is not suppressed, as no reason is given", a.rule),
          fmt::format("write # scalegen: allow {} because ...", a.rule));
  }
}

constexpr auto kOwnRules = std::to_array<Rule>({
    {"allow-comment", "A comment that suppresses a rule names it and says why.",
     "Behind `scalegen: allow` there is the name of no rule, or no reason behind `because`. Such a comment "
     "suppresses nothing.",
     "#!/bin/bash\n#SBATCH --time=10\n# scalegen: allow option-twice\nhostname\n",
     "#!/bin/bash\n#SBATCH --time=10\n# scalegen: allow option-twice because a wrapper reads it\n"
     "#SBATCH --time=20\nhostname\n",
     "docs/lint.md", check_allowances},
});

bool is_allowed(const Finding& finding, const std::vector<Allowance>& all) {
  return std::ranges::any_of(all, [&](const Allowance& a) {
    return a.has_reason && a.rule == finding.rule && finding.offset >= a.begin && finding.offset <= a.end;
  });
}

}  // namespace

void add(std::vector<Finding>& findings, Severity severity, std::size_t offset, std::string message,
         std::string hint) {
  if (findings.size() < kMostFindings)
    findings.push_back({{}, severity, offset, std::move(message), std::move(hint)});
}

const std::vector<Rule>& all_rules() {
  static const auto all = [] {
    std::vector<Rule> rules;
    for (const auto& table :
         {directive_rules(), launch_rules(), site_rules(), other_rules(), std::span<const Rule>(kOwnRules)})
      rules.insert(rules.end(), table.begin(), table.end());
    return rules;
  }();
  return all;
}

const Rule* find_rule(std::string_view name) {
  const auto found = std::ranges::find(all_rules(), name, &Rule::name);
  return found == all_rules().end() ? nullptr : &*found;
}

std::vector<Finding> lint(const LintedScript& script) {
  std::vector<Finding> all;
  const auto allowed = allowances(script.script);
  for (const auto& rule : all_rules()) {
    std::vector<Finding> found;
    rule.check(script, found);
    if (found.size() > kMostFindings) found.resize(kMostFindings);
    for (auto& finding : found) finding.rule = rule.name;
    std::erase_if(found, [&](const Finding& finding) { return is_allowed(finding, allowed); });
    std::ranges::move(found, std::back_inserter(all));
  }
  std::ranges::stable_sort(all, {}, &Finding::offset);
  return all;
}

}  // namespace scalegen::lint
