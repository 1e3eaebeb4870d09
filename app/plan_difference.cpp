#include "app/plan_difference.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
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

/// The first of the values that the other list does not have; null if it has all.
Json first_lacking(const Json& values, const Json& other) {
  for (const auto& one : values)
    if (std::ranges::find(other, one) == other.end()) return one;
  return {};
}

bool is_list_of_texts(const Json& json) {
  return json.is_array() && std::ranges::all_of(json, [](const Json& one) { return one.is_string(); });
}

std::string first_difference(const Json& before, const Json& now, const SecretsOfBoth& secrets);

/// How two values differ: of maps and lists of texts the first member that does.
std::string difference_of_values(const Json& before, const Json& now, const SecretsOfBoth& secrets) {
  const auto shown = [&](const Json& json) { return yaml_text(json, secrets); };
  const auto are = [&](const auto& is) {
    return (is(before) || is_none(before)) && (is(now) || is_none(now));
  };
  if (are([](const Json& json) { return json.is_object(); }))
    return first_difference(before.is_null() ? Json::object() : before, now.is_null() ? Json::object() : now,
                            secrets);
  if (are(is_list_of_texts)) {
    if (const auto one = first_lacking(before, now); !one.is_null())
      return short_text(shown(one)) + " was removed";
    if (const auto one = first_lacking(now, before); !one.is_null())
      return short_text(shown(one)) + " was added";
  }
  if (is_none(before)) return short_text(shown(now)) + " was added";
  if (is_none(now)) return short_text(shown(before)) + " was removed";
  return difference(shown(before), shown(now));
}

/// The first value of an object that differs, as a person would write it: "name: before -> now".
std::string first_difference(const Json& before, const Json& now, const SecretsOfBoth& secrets) {
  const auto difference_at = [&](const std::string& key) {
    const auto a = before.value(key, Json());
    const auto b = now.value(key, Json());
    return a == b ? "" : fmt::format("{}: {}", key, difference_of_values(a, b, secrets));
  };
  for (const auto& [key, value] : before.items())
    if (auto text = difference_at(key); !text.empty()) return text;
  for (const auto& [key, value] : now.items())
    if (auto text = before.contains(key) ? "" : difference_at(key); !text.empty()) return text;
  return "";
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
std::string first_difference(const Run& before, const Run& now, bool own_program,
                             const SecretsOfBoth& secrets) {
  auto a = run_json(before);
  auto b = run_json(now);
  if (own_program && are_for_the_report(before, now))
    for (auto* const run : {&a, &b}) run->at("settings").erase(std::string(kSamples));
  if (auto text = first_difference(a.at("settings"), b.at("settings"), secrets); !text.empty()) return text;
  if (*before.command != *now.command)
    return "command: " + difference(command_text(before, secrets), command_text(now, secrets));
  return first_difference(resources_of(a), resources_of(b), secrets);
}

/// A member of the plan's head that a person may have changed: runs depend on it.
Json head_values(const PlanHead& head) {
  auto launch = launch_json(head.launch);
  for (const auto* other : {"root", "made_by", "standalone"}) launch.erase(other);
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

std::string first_difference(const Plan& before, const Plan& now) {
  const SecretsOfBoth secrets{secrets_of(before), secrets_of(now)};
  if (auto text = first_difference(head_values(before.head), head_values(now.head), secrets); !text.empty())
    return text;
  std::unordered_map<std::string, const Run*> then;
  for (const auto* run : one_of_each(before)) then.emplace(combination_of(*run), run);
  for (const auto* run : one_of_each(now)) {
    const auto found = then.find(combination_of(*run));
    if (found == then.end()) continue;
    const auto text = first_difference(*found->second, *run, now.head.own_program, secrets);
    if (!text.empty()) return found->first + ": " + text;
  }
  return "";
}

}  // namespace scalegen
