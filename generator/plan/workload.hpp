#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/setting.hpp"

namespace scalegen {

/// A choice that a workload offers, and the flag of scalegen-train that takes it.
struct Parameter {
  enum class Kind { whole_number, positive_number, word, yes_or_no };
  std::string name{};
  Kind kind = Kind::whole_number;  // from 1
  std::string flag{};
  std::optional<Value> standard{};   // none: absent unless given, or derived
  std::vector<std::string> words{};  // of a word
};

struct Workload {
  std::string name{};
  std::vector<Parameter> parameters{};  // in the order in which they stand in tables and commands
};

/// The workloads that scalegen-train has.
const std::vector<Workload>& built_in_workloads();

}  // namespace scalegen
