#include "app/plan_difference.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

#include "core/json.hpp"
#include "core/plan_file.hpp"
#include "core/plan_json.hpp"
#include "core/secrets.hpp"
#include "core/text.hpp"
#include "core/units.hpp"

namespace scalegen {
namespace {

using Texts = std::vector<std::string>;

constexpr std::size_t kLongestValue = 80;

using SecretsOfBoth = std::pair<Secrets, Secrets>;  // of the plan before, and of the one now

std::string shown_text(std::string text, const SecretsOfBoth& secrets) {
  return without_secrets(without_secrets(std::move(text), secrets.first), secrets.second);
}

/// As a person writes it in a sweep file, on one line.
std::string yaml_text(const Json& json, const SecretsOfBoth& secrets) {
  if (json.is_string()) return shown_text(json.get<std::string>(), secrets);
  if (!json.is_structured()) return json_line(json);
  Texts texts;
  for (const auto& [key, value] : json.items())
    texts.push_back(json.is_object() ? fmt::format("{}: {}", key, yaml_text(value, secrets))
                                     : yaml_text(value, secrets));
  const auto inner = fmt::format("{}", fmt::join(texts, ", "));
  return json.is_object() ? "{" + inner + "}" : "[" + inner + "]";
}

std::string short_text(std::string_view text) {
  return without_control_characters(at_most(std::string(text), kLongestValue));
}

// Drops the common prefix of long texts, up to a word of it: it says nothing.
std::string difference(std::string before, std::string now) {
  const auto longest = std::max(before.size(), now.size());
  auto same = static_cast<std::size_t>(
      std::mismatch(before.begin(), before.end(), now.begin(), now.end()).first - before.begin());
  same = before.rfind(' ', same == 0 ? 0 : same - 1);
  if (longest > kLongestValue && same != std::string::npos) {
    before.replace(0, same, "...");
    now.replace(0, same, "...");
  }
  return fmt::format("{} -> {}", short_text(before), short_text(now));
}

bool is_none(const Json& json) { return json.is_null() || json.empty(); }

std::vector<Json> lacking(const Json& value, const Json& other) {
  std::vector<Json> found;
  for (const auto& one : value)
    if (std::ranges::find(other, one) == other.end()) found.push_back(one);
  return found;
}

bool is_list_of_texts(const Json& json) {
  return json.is_array() && std::ranges::all_of(json, [](const Json& one) { return one.is_string(); });
}

Texts differing_values(const Json& before, const Json& now, const SecretsOfBoth& secrets);

/// Describes how the value of a key differs: of maps and lists of texts a line for each member.
Texts differing_value(const std::string& key, const Json& before, const Json& now,
                      const SecretsOfBoth& secrets) {
  const auto shown = [&](const Json& json) { return yaml_text(json, secrets); };
  const auto named = [&](Texts texts) {
    for (auto& text : texts) text = fmt::format("{}: {}", key, text);
    return texts;
  };
  const auto are = [&](const auto& is) {
    return (is(before) || is_none(before)) && (is(now) || is_none(now));
  };
  if (are([](const Json& json) { return json.is_object(); }))
    return named(differing_values(before.is_null() ? Json::object() : before,
                                  now.is_null() ? Json::object() : now, secrets));
  if (are(is_list_of_texts)) {
    Texts texts;
    for (const auto& one : lacking(before, now)) texts.push_back(short_text(shown(one)) + " was removed");
    for (const auto& one : lacking(now, before)) texts.push_back(short_text(shown(one)) + " was added");
    if (!texts.empty()) return named(std::move(texts));
  }
  if (is_none(before)) return named({short_text(shown(now)) + " was added"});
  if (is_none(now)) return named({short_text(shown(before)) + " was removed"});
  return named({difference(shown(before), shown(now))});
}

/// The values of an object that differ, as a person would write them: "name: before -> now".
Texts differing_values(const Json& before, const Json& now, const SecretsOfBoth& secrets) {
  Texts texts;
  const auto compare = [&](const std::string& key) {
    const auto a = before.value(key, Json());
    const auto b = now.value(key, Json());
    if (a == b) return;
    for (auto& text : differing_value(key, a, b, secrets)) texts.push_back(std::move(text));
  };
  for (const auto& [key, value] : before.items()) compare(key);
  for (const auto& [key, value] : now.items())
    if (!before.contains(key)) compare(key);
  return texts;
}

/// The values that a run's script is made of, without its command; the price is none of them.
Json resources_of(Json run) {
  for (const auto* other : {"run", "rung", "round", "ladder", "settings", "command", "core_hours_per_hour",
                            "gpu_hours_per_hour", "units_per_hour", "unit"})
    run.erase(other);
  const std::chrono::seconds limit(run.value("time_limit_seconds", 0));
  run.erase("time_limit_seconds");
  run["time_limit"] = duration_text(limit);
  return run;
}

std::string command_text(const Run& run, const SecretsOfBoth& secrets) {
  return shown_text(fmt::format("{}", fmt::join(*run.command, " ")), secrets);
}

// By samples the report makes speeds of times. No run depends on them unless its command or environment does.
bool are_for_the_report(const Run& before, const Run& now) {
  return *before.command == *now.command && before.own == now.own;
}

// Most settings are words of the command: it is named if they do not say it.
Texts differing_values(const Run& before, const Run& now, bool own_program, const SecretsOfBoth& secrets) {
  auto a = run_json(before);
  auto b = run_json(now);
  if (own_program && are_for_the_report(before, now))
    for (auto* const run : {&a, &b}) run->at("settings").erase(std::string(kSamples));
  auto texts = differing_values(a.at("settings"), b.at("settings"), secrets);
  if (texts.empty() && *before.command != *now.command)
    texts.push_back("command: " + difference(command_text(before, secrets), command_text(now, secrets)));
  for (auto& text : differing_values(resources_of(a), resources_of(b), secrets))
    texts.push_back(std::move(text));
  return texts;
}

/// A member of the plan's head that a person may have changed: runs depend on it.
Json head_values(const PlanHead& head) {
  auto launch = launch_json(head.launch);
  for (const auto* other : {"root", "made_by", "standalone", "tool"}) launch.erase(other);
  Json values{{"name", head.name},
              {"scheduler", to_text(head.scheduler)},
              {head.own_program ? "command" : "workload", head.workload},
              {"data", head.dataset},
              {"scaling", to_text(head.scalings)},
              {"axes", head.axes},
              {"seed", head.seed},
              {"start", to_text(head.start)}};
  values.update(launch);
  return values;
}

/// One run of each combination, smaller rungs first: all others repeat it.
std::vector<const Run*> one_of_each(const Plan& plan) {
  std::vector<const Run*> runs;
  std::unordered_map<std::string, int> seen;
  for (const auto& run : plan.runs)
    if (seen[combination_of(run)]++ == 0) runs.push_back(&run);
  std::ranges::sort(runs, {},
                    [](const Run* run) { return std::tuple(size_of(run->rung), combination_of(*run)); });
  return runs;
}

}  // namespace

std::vector<std::string> differences(const Plan& before, const Plan& now) {
  const SecretsOfBoth secrets{secrets_of(before), secrets_of(now)};
  auto lines = differing_values(head_values(before.head), head_values(now.head), secrets);
  std::unordered_map<std::string, const Run*> then;
  for (const auto* run : one_of_each(before)) then.emplace(combination_of(*run), run);
  Texts order;
  std::map<std::string, Texts> runs_of_difference;
  std::size_t compared = 0;
  const bool is_named = before.head.own_program && before.head.workload != now.head.workload;
  for (const auto* run : one_of_each(now)) {
    const auto found = then.find(combination_of(*run));
    if (found == then.end()) continue;
    ++compared;
    for (auto& text : differing_values(*found->second, *run, now.head.own_program, secrets)) {
      if (is_named && text.starts_with("command: ")) continue;  // the sweep file's says it for all runs
      auto& runs = runs_of_difference[text];
      if (runs.empty()) order.push_back(text);
      runs.push_back(found->first);
    }
  }
  for (const auto& text : order) {
    const auto& runs = runs_of_difference.at(text);
    const bool all = runs.size() == compared && compared > 1;
    lines.push_back((all ? "each run" : join_truncated(runs)) + ": " + text);
  }
  return lines;
}

}  // namespace scalegen
