#pragma once
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/json_fwd.hpp"

namespace scalegen {

/// Appends JSON to a text while it is made, without a tree in memory: for plans of 100,000 runs. The bytes
/// are those that Json::dump() gives for the same values. The caller balances begin and end, and gives each
/// field of an object a key.
class JsonWriter {
 public:
  enum class Layout { one_line, indented };

  JsonWriter(std::string& text, Layout layout) : text_(text), layout_(layout) {}

  void begin_object() { begin('{'); }
  void end_object() { end('}'); }
  void begin_array() { begin('['); }
  void end_array() { end(']'); }
  void key(std::string_view name);

  void value(std::string_view text);
  void value(double number);
  template <std::integral T>  // no overload for bool: text in quotes would be one
  void value(T whole) {
    if constexpr (std::same_as<T, bool>)
      raw(whole ? "true" : "false");
    else
      whole_number(static_cast<std::int64_t>(whole));
  }
  void tree(const Json& json);

  template <class T>
  void field(std::string_view name, const T& content) {
    key(name);
    value(content);
  }

 private:
  void begin(char bracket);
  void end(char bracket);
  void begin_element();
  void new_line();
  void raw(std::string_view text);
  void whole_number(std::int64_t number);
  void quoted(std::string_view text);

  std::string& text_;
  Layout layout_;
  std::size_t depth_ = 0;
  bool is_empty_ = true;  // the innermost object or array
  bool has_key_ = false;  // of the value that follows
};

}  // namespace scalegen
