#include "analysis/scaling/comparability.hpp"

#include <algorithm>

namespace scalegen {
namespace {

struct Condition {
  std::string key{};
  Consequence consequence = Consequence::noted;
  bool of_device = false;
};

// Another batch, model or dataset is another experiment. Other software, another device of the same kind or
// another number of steps may be one: the value gets a star.
std::vector<Condition> compared_conditions(Scaling scaling) {
  if (scaling == Scaling::throughput) return {};
  return {{scaling == Scaling::strong ? "global_batch" : "per_rank_batch", Consequence::no_speedup},
          {"precision", Consequence::no_speedup},
          {"dataset", Consequence::no_speedup},
          {"model", Consequence::no_speedup},
          {"optimizer", Consequence::no_speedup},
          {"steps", Consequence::starred},
          {"torch", Consequence::starred},
          {"device_name", Consequence::starred, true},
          {"threads", Consequence::starred, true},
          {"backend", Consequence::noted, true}};
}

bool same_device_kind(const Settings& a, const Settings& b) {
  const auto* first = find(a, "device");
  const auto* second = find(b, "device");
  return first == nullptr || second == nullptr || *first == *second;
}

// Runs that are told for how long to train make as many steps as that takes.
bool has_same_seconds(const Settings& baseline, const Settings& here) {
  const auto* const seconds = find(baseline, "seconds");
  const auto* const other = find(here, "seconds");
  return seconds != nullptr && other != nullptr && *seconds == *other;
}

// A single rank needs no backend.
bool is_no_backend(const Value& value) { return value == Value("none"); }

}  // namespace

std::vector<Difference> differences(Scaling scaling, const Settings& baseline, const Settings& here) {
  std::vector<Difference> found;
  const bool same_kind = same_device_kind(baseline, here);
  for (const auto& condition : compared_conditions(scaling)) {
    if (condition.of_device && !same_kind) continue;
    const auto* expected = find(baseline, condition.key);
    const auto* actual = find(here, condition.key);
    if (expected == nullptr || actual == nullptr || *expected == *actual) continue;
    if (condition.key == "steps" && has_same_seconds(baseline, here)) continue;
    if (condition.key == "backend" && (is_no_backend(*expected) || is_no_backend(*actual))) continue;
    found.push_back({condition.key, to_text(*expected), to_text(*actual), condition.consequence});
  }
  return found;
}

bool forbid_speedup(const std::vector<Difference>& found) {
  return std::any_of(found.begin(), found.end(),
                     [](const Difference& d) { return d.consequence == Consequence::no_speedup; });
}

std::vector<std::string> missing_conditions(Scaling scaling, const Settings& conditions) {
  std::vector<std::string> keys;
  for (const auto& condition : compared_conditions(scaling))
    if (find(conditions, condition.key) == nullptr && condition.consequence != Consequence::noted)
      keys.push_back(condition.key);
  return keys;
}

}  // namespace scalegen
