#include "core/json.hpp"

namespace scalegen {
namespace {

const Json* field(const Json& object, std::string_view name) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(std::string(name));
  return found == object.end() ? nullptr : &*found;
}

}  // namespace

std::optional<Json> parse_json(std::string_view text) {
  auto json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) return std::nullopt;
  return json;
}

std::optional<Json> parse_json_field(std::string_view text, std::string_view name) {
  const auto keep = [&](int depth, Json::parse_event_t event, const Json& parsed) {
    return depth != 1 || event != Json::parse_event_t::key || parsed.get_ref<const std::string&>() == name;
  };
  auto json = Json::parse(text, keep, /*allow_exceptions=*/false);
  if (!json.is_object() || json.empty()) return std::nullopt;
  return std::move(json.front());
}

std::string json_line(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::optional<std::string> text_field(const Json& object, std::string_view name) {
  const auto* value = field(object, name);
  return value != nullptr && value->is_string() ? std::optional(value->get<std::string>()) : std::nullopt;
}

std::optional<std::int64_t> integer_field(const Json& object, std::string_view name) {
  const auto* value = field(object, name);
  return value != nullptr && value->is_number_integer() ? std::optional(value->get<std::int64_t>())
                                                        : std::nullopt;
}

std::optional<double> number_field(const Json& object, std::string_view name) {
  const auto* value = field(object, name);
  return value != nullptr && value->is_number() ? std::optional(value->get<double>()) : std::nullopt;
}

}  // namespace scalegen
