#include "core/json.hpp"

#include <fmt/format.h>

#include "core/text.hpp"

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
  const auto valid = is_utf8(text) ? std::string(text) : without_control_characters(text);
  auto json = Json::parse(valid, keep, /*allow_exceptions=*/false);
  if (!json.is_object() || json.empty()) return std::nullopt;
  return std::move(json.front());
}

std::string json_line(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string json_page(const Json& json) {
  const auto text = json.dump(2, ' ', false, Json::error_handler_t::replace);
  std::string page;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const auto next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0U;
    const bool is_c1 = byte == 0xC2U && next >= 0x80U && next < 0xA0U;
    page += is_c1 || byte == 0x7FU ? fmt::format("\\u{:04x}", is_c1 ? next : byte) : std::string(1, text[i]);
    if (is_c1) ++i;
  }
  return page + "\n";
}

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
