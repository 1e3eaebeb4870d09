#include "analysis/conditions/comparability.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/conditions/work.hpp"

namespace scalegen {
namespace {

struct Condition {
  std::string key{};
  Consequence consequence = Consequence::note;
  bool of_device = false;
  bool of_scripts = false;  // that no trainer and no table says
};

// Another batch, model or dataset is another experiment. Other software, another device of the same kind or
// another number of steps may be one: the value gets a star.
std::vector<Condition> compared_conditions(Scaling scaling) {
  if (scaling == Scaling::throughput) return {};
  return {{scaling == Scaling::strong ? "global_batch" : "per_rank_batch", Consequence::no_figure},
          {"precision", Consequence::no_figure},
          {"dataset", Consequence::no_figure},
          {"model", Consequence::no_figure},
          {"optimizer", Consequence::no_figure},
          {"steps", Consequence::star},
          {"torch", Consequence::star},
          {"device_name", Consequence::star, true},
          {"cpu_name", Consequence::star, true, true},
          {"node_kind", Consequence::star, true, true},
          {"threads", Consequence::star, true},
          {"backend", Consequence::note, true}};
}

std::optional<double> common_epochs(const Settings& a, const Settings& b) {
  const auto epochs = above_zero(a, "epochs");
  const auto others = above_zero(b, "epochs");
  return epochs && others ? std::min(epochs, others) : std::nullopt;
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

// Ladders of a strong scaling have one batch. There an epoch has a step more or less where its last one would
// be short and is left out, as ranks share the samples. In weak scaling steps follow from samples and batch.
bool follow_from_the_work(Scaling scaling, const Settings& baseline, const Settings& here) {
  if (scaling == Scaling::weak) return have_same_samples(baseline, here);
  const auto more = above_zero(here, "steps").value_or(0) - above_zero(baseline, "steps").value_or(0);
  return std::abs(more) <= common_epochs(baseline, here).value_or(0);
}

std::string text_of(Scaling scaling, const std::string& key, const Settings& conditions) {
  auto text = to_text(*find(conditions, key));
  const auto samples = samples_per_run({}, conditions);
  if (key != "steps" || scaling != Scaling::weak || !samples) return text;
  return fmt::format("{} ({:.0f} {})", text, *samples, batch_unit(conditions));
}

// Columns of a table that it has no rules for: one may change the work.
std::vector<Difference> differing_columns(Scaling scaling, const Settings& baseline, const Settings& here) {
  std::vector<Difference> found;
  for (const auto& [key, value] : here) {
    const bool is_compared =
        key.starts_with(kColumn) || (key.starts_with(kProblemSize) && scaling == Scaling::strong);
    const auto* expected = is_compared ? find(baseline, key) : nullptr;
    if (expected == nullptr || *expected == value || scaling == Scaling::throughput) continue;
    found.push_back({key, to_text(*expected), to_text(value), Consequence::star});
  }
  return found;
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
    const bool is_length = condition.key == "steps";
    if (is_length && (has_same_seconds(baseline, here) || follow_from_the_work(scaling, baseline, here)))
      continue;
    if (condition.key == "backend" && (is_no_backend(*expected) || is_no_backend(*actual))) continue;
    found.push_back({condition.key, text_of(scaling, condition.key, baseline),
                     text_of(scaling, condition.key, here), condition.consequence});
  }
  for (const auto& difference : differing_columns(scaling, baseline, here)) found.push_back(difference);
  return found;
}

bool have_same_samples(const Settings& a, const Settings& b) {
  const auto samples = samples_per_run({}, a);
  const auto others = samples_per_run({}, b);
  if (!samples || !others) return false;
  const auto steps = above_zero(a, "steps");
  const auto other_steps = above_zero(b, "steps");
  const bool of_other_batches = steps && other_steps && *steps != *other_steps;
  const double batch = of_other_batches ? std::max(*samples / *steps, *others / *other_steps) : 0;
  return std::abs(*samples - *others) <= batch * common_epochs(a, b).value_or(1);
}

bool forbid_speedup(const std::vector<Difference>& found) {
  return std::ranges::any_of(found,
                             [](const Difference& d) { return d.consequence == Consequence::no_figure; });
}

std::vector<std::string> missing_conditions(Scaling scaling, const Settings& conditions) {
  std::vector<std::string> keys;
  for (const auto& condition : compared_conditions(scaling))
    if (find(conditions, condition.key) == nullptr && condition.consequence != Consequence::note &&
        !condition.of_scripts)
      keys.push_back(condition.key);
  return keys;
}

}  // namespace scalegen
