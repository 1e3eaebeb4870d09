#include "core/stopping_rule.hpp"

#include <fmt/format.h>

namespace scalegen {

std::string to_text(const Until& until) { return fmt::format("until: {:g} %", 100 * until.half_width); }

}  // namespace scalegen
