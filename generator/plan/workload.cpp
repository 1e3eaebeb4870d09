#include "generator/plan/workload.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace scalegen {
namespace {

constexpr std::int64_t kMost = 2'147'483'647;

}  // namespace

std::string expectation(const Parameter& parameter) {
  switch (parameter.kind) {
    case Parameter::Kind::whole_number:
      return fmt::format("a whole number from 1 to {}", kMost);
    case Parameter::Kind::positive_number:
      return "a number above 0";
    case Parameter::Kind::word:
      return fmt::format("one of {}", fmt::join(parameter.words, ", "));
    case Parameter::Kind::yes_or_no:
      return "yes or no";
    case Parameter::Kind::anything:
      return "anything";
  }
  return "";
}

std::optional<Value> as_kind(const Parameter& parameter, const Value& value) {
  const auto* const whole = std::get_if<std::int64_t>(&value);
  const auto* const real = std::get_if<double>(&value);
  const auto* const text = std::get_if<std::string>(&value);
  switch (parameter.kind) {
    case Parameter::Kind::whole_number:
      if (real != nullptr && *real == std::floor(*real) && *real >= 1 && *real <= kMost)
        return static_cast<std::int64_t>(*real);  // 1e3
      return whole != nullptr && *whole >= 1 && *whole <= kMost ? std::optional(value) : std::nullopt;
    case Parameter::Kind::positive_number:
      if (whole != nullptr && *whole > 0) return static_cast<double>(*whole);
      return real != nullptr && *real > 0 ? std::optional(value) : std::nullopt;
    case Parameter::Kind::word: {
      const auto& words = parameter.words;
      const bool known = text != nullptr && std::find(words.begin(), words.end(), *text) != words.end();
      return known ? std::optional(value) : std::nullopt;
    }
    case Parameter::Kind::yes_or_no:
      if (text == nullptr) return std::nullopt;
      if (*text == "yes" || *text == "true") return "yes";
      if (*text == "no" || *text == "false") return "no";
      return std::nullopt;
    case Parameter::Kind::anything:
      return value;
  }
  return std::nullopt;
}

const std::vector<Workload>& built_in_workloads() {
  using Kind = Parameter::Kind;
  static const std::vector<Workload> workloads = {
      {"mnist_cnn",
       {
           {"steps", Kind::whole_number, "--steps", std::int64_t{40}, {}},
           {"epochs", Kind::whole_number, "--epochs", {}, {}},
           {"global_batch", Kind::whole_number, "--global-batch", std::int64_t{512}, {}},
           {"per_rank_batch", Kind::whole_number, "--per-rank-batch", std::int64_t{512}, {}},
           {"optimizer", Kind::word, "--optimizer", "adam", {"adam", "sgd"}},
           {"learning_rate", Kind::positive_number, "--learning-rate", 0.001, {}},
           {"precision", Kind::word, "--precision", "fp32", {"fp32", "bf16"}},
           {"evaluate", Kind::yes_or_no, "--evaluate", "yes", {}},
           {"cpus_per_task", Kind::whole_number, "--threads", {}, {}},
       }},
  };
  return workloads;
}

}  // namespace scalegen
