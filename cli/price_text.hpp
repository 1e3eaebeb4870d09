#pragma once
#include <string>

#include "generator/plan/price.hpp"

namespace scalegen {

/// "26.0 core-hours and 3.50 GPU-hours", and the site's own units where it has some.
std::string price_text(const Price& price);

}  // namespace scalegen
