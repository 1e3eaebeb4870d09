#include "generator/lint/rule.hpp"

namespace scalegen::lint {

std::span<const Rule> launch_rules() { return {}; }

}  // namespace scalegen::lint
