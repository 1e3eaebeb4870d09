#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "core/diagnostics.hpp"
#include "core/json_fwd.hpp"

namespace scalegen {

/// Returns nullopt if the text is not exactly one JSON value.
std::optional<Json> parse_json(std::string_view text);

/// Reads one field of the JSON object in `text`, without the cost of building the others. Bytes that are not
/// UTF-8, which older scripts left in variables, become '?'. Returns nullopt if the text is no complete
/// object or the object has no such field.
std::optional<Json> parse_json_field(std::string_view text, std::string_view name);

/// The value on one line. Bytes that are not UTF-8 are replaced; nothing is thrown.
std::string json_line(const Json& json);

/// The value on several lines, for a terminal or a file of its own: control characters that JSON lets stand,
/// those above U+007E, are escaped, too.
std::string json_page(const Json& json);

// A field of an object. Each returns nullopt if the field is missing or of another type, so that no reader
// takes a missing number for 0.
std::optional<std::string> text_field(const Json& object, std::string_view name);
std::optional<std::int64_t> integer_field(const Json& object, std::string_view name);
std::optional<double> number_field(const Json& object, std::string_view name);

}  // namespace scalegen
