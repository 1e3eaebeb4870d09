#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "core/diagnostics.hpp"
#include "core/json_fwd.hpp"

namespace scalegen {

/// Nothing where the text is not one whole JSON value.
std::optional<Json> parse_json(std::string_view text);

/// One field of the object that `text` is, without the cost of the others; nothing where the object has no
/// such field or is not whole.
std::optional<Json> parse_json_field(std::string_view text, std::string_view name);

/// One line. Text that is not UTF-8 is kept readable instead of thrown about.
std::string json_line(const Json& json);

// A field of an object: nothing where it is missing or of another kind, so that a reader never takes one for
// zero.
std::optional<std::string> text_field(const Json& object, std::string_view name);
std::optional<std::int64_t> integer_field(const Json& object, std::string_view name);
std::optional<double> number_field(const Json& object, std::string_view name);

}  // namespace scalegen
