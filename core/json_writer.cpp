#include "core/json_writer.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/json.hpp"

namespace scalegen {
namespace {

constexpr std::size_t kIndent = 2;

/// Text without these is written as it is; the library does all else.
bool needs_library(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte >= 0x7F || c == '"' || c == '\\';
}

}  // namespace

void JsonWriter::key(std::string_view name) {
  begin_element();
  quoted(name);
  text_ += layout_ == Layout::indented ? ": " : ":";
  has_key_ = true;
}

void JsonWriter::value(std::string_view text) {
  begin_element();
  quoted(text);
}

void JsonWriter::value(double number) { raw(Json(number).dump()); }

void JsonWriter::tree(const Json& json) {
  begin_element();
  const bool indented = layout_ == Layout::indented;
  const auto lines = json.dump(indented ? int{kIndent} : -1, ' ', false, Json::error_handler_t::replace);
  for (const char c : lines) {
    text_ += c;
    if (c == '\n') text_.append(depth_ * kIndent, ' ');
  }
}

void JsonWriter::raw(std::string_view text) {
  begin_element();
  text_ += text;
}

void JsonWriter::whole_number(std::int64_t number) {
  const fmt::format_int digits(number);
  raw({digits.data(), digits.size()});
}

void JsonWriter::quoted(std::string_view text) {
  if (std::ranges::any_of(text, needs_library))
    text_ += json_line(Json(text));
  else
    text_.append(1, '"').append(text).append(1, '"');
}

void JsonWriter::begin(char bracket) {
  begin_element();
  text_ += bracket;
  ++depth_;
  is_empty_ = true;
}

void JsonWriter::end(char bracket) {
  --depth_;
  if (!is_empty_) new_line();
  text_ += bracket;
  is_empty_ = false;
}

void JsonWriter::begin_element() {
  if (has_key_) {
    has_key_ = false;
    return;
  }
  if (!is_empty_) text_ += ',';
  if (depth_ > 0) new_line();
  is_empty_ = false;
}

void JsonWriter::new_line() {
  if (layout_ == Layout::indented) text_.append(1, '\n').append(depth_ * kIndent, ' ');
}

}  // namespace scalegen
