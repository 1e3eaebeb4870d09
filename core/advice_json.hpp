#pragma once
#include "core/advice.hpp"
#include "core/json_fwd.hpp"

namespace scalegen {

Json advice_json(const Advice& advice);

/// Reads what advice_json wrote. Throws as the reader of plans expects: Json::exception.
Advice advice_of(const Json& json);

}  // namespace scalegen
