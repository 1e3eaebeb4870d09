#include "generator/lint/rule.hpp"

namespace scalegen::lint {

std::span<const Rule> other_rules() { return {}; }

}  // namespace scalegen::lint
