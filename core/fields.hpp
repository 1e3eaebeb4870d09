#pragma once
#include <chrono>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/json.hpp"
#include "core/json_writer.hpp"
#include "core/shared_const.hpp"
#include "core/words.hpp"

// One definition of a struct's fields writes it to JSON and reads it back:
//
//   template <class Visitor>
//   void visit_fields(Visitor& visit, FieldsOf<Visitor, Budget>& budget) {
//     visit.required("amount", budget.amount);
//     visit.unless_default("unit", budget.unit);
//   }
//
// A type that is no struct of fields has overloads of write_json and read_json beside it. Reading throws
// std::exception on what is missing or of another kind: the caller knows the file and the line.
namespace scalegen {

class FieldWriter;
class FieldReader;

/// T, const for a visitor that writes.
template <class Visitor, class T>
using FieldsOf = std::conditional_t<std::same_as<Visitor, FieldReader>, T, const T>;

template <class T>
concept HasFields = requires(FieldReader& reader, T& value) {
  visit_fields(reader, value);
};

// They throw std::out_of_range with the name of the field. The library would cut off what is too large.
int whole_number(const Json& json, std::string_view name, int least, int most);
std::int64_t any_whole_number(const Json& json, std::string_view name);
std::int64_t count_of_time(const Json& json, std::string_view name);
// They throw std::invalid_argument.
void check_list(const Json& json, std::string_view name);
[[noreturn]] void throw_unknown_word(std::string_view name, const std::string& word);

// Each kind of value; `name` is that of its field, for the message.
inline void write_json(JsonWriter& writer, const std::string& text) { writer.value(text); }
inline void read_json(const Json& json, std::string& text, std::string_view) { json.get_to(text); }

/// An object, in that order.
using NamedTexts = std::vector<std::pair<std::string, std::string>>;
inline void write_json(JsonWriter& writer, const NamedTexts& texts) {
  writer.begin_object();
  for (const auto& [name, text] : texts) writer.field(name, text);
  writer.end_object();
}
inline void read_json(const Json& json, NamedTexts& texts, std::string_view) {
  for (const auto& [name, text] : json.items()) texts.emplace_back(name, text.get<std::string>());
}

template <class T>
requires std::is_arithmetic_v<T>
void write_json(JsonWriter& writer, T number) { writer.value(number); }
template <class T>
requires std::is_arithmetic_v<T>
void read_json(const Json& json, T& number, std::string_view name) {
  if constexpr (std::same_as<T, int>)
    number = whole_number(json, name, 0, std::numeric_limits<int>::max());
  else if constexpr (std::integral<T> && !std::same_as<T, bool>)
    number = any_whole_number(json, name);
  else
    json.get_to(number);
}

template <class Period>
void write_json(JsonWriter& writer, std::chrono::duration<std::int64_t, Period> time) {
  writer.value(time.count());
}
template <class Period>
void read_json(const Json& json, std::chrono::duration<std::int64_t, Period>& time, std::string_view name) {
  time = std::chrono::duration<std::int64_t, Period>(count_of_time(json, name));
}

template <Worded T>
void write_json(JsonWriter& writer, T value) {
  writer.value(to_text(value));
}
template <Worded T>
void read_json(const Json& json, T& value, std::string_view name) {
  const auto word = json.get<std::string>();
  const auto known = value_of_word<T>(word);
  if (!known) throw_unknown_word(name, word);
  value = *known;
}

template <HasFields T>
void write_json(JsonWriter& writer, const T& value);
template <HasFields T>
void read_json(const Json& json, T& value, std::string_view name);

template <class T>
void write_json(JsonWriter& writer, const std::vector<T>& values) {
  writer.begin_array();
  for (const auto& value : values) write_json(writer, value);
  writer.end_array();
}
template <class T>
void read_json(const Json& json, std::vector<T>& values, std::string_view name) {
  check_list(json, name);
  values.clear();
  for (const auto& one : json) read_json(one, values.emplace_back(), name);
}

template <class T>
void write_json(JsonWriter& writer, const std::optional<T>& value) {
  write_json(writer, *value);
}
template <class T>
void read_json(const Json& json, std::optional<T>& value, std::string_view name) {
  read_json(json, value.emplace(), name);
}

template <class T>
void write_json(JsonWriter& writer, const SharedConst<T>& value) {
  write_json(writer, *value);
}
template <class T>
void read_json(const Json& json, SharedConst<T>& value, std::string_view name) {
  T read;
  read_json(json, read, name);
  value = std::move(read);
}

/// Writes the fields of the innermost object of a JsonWriter.
class FieldWriter {
 public:
  static constexpr bool kReads = false;
  explicit FieldWriter(JsonWriter& writer) : writer_(&writer) {}

  template <class T>
  void always(std::string_view name, const T& value) {
    writer_->key(name);
    write_json(*writer_, value);
  }
  template <class T>
  void required(std::string_view name, const T& value) {
    always(name, value);
  }
  void counted(std::string_view name, int value, int /*least*/) { always(name, value); }

  template <class T>
  void unless_default(std::string_view name, const T& value, const T& standard = {}) {
    if (!(value == standard)) always(name, value);
  }

  /// One of two words.
  void choice(std::string_view name, bool is_first, std::string_view first, std::string_view second) {
    writer_->field(name, is_first ? first : second);
  }

  /// The value under the word of `key`, as in "steps": 100.
  template <Worded Key, class T>
  void keyed(Key key, const T& value) {
    always(to_text(key), value);
  }

  /// True if fields that depend on this one are there: for a reader, if the object has it.
  bool has(std::string_view /*name*/, bool is_there) { return is_there; }

  /// The same for a part whose fields stand in this object.
  template <class T>
  bool has(std::string_view name, const std::optional<T>& part) {
    return has(name, part.has_value());
  }

 private:
  JsonWriter* writer_;
};

/// Reads the fields of an object. A member whose field is missing keeps its value, unless it is required.
class FieldReader {
 public:
  static constexpr bool kReads = true;
  explicit FieldReader(const Json& object) : object_(&object) {}

  template <class T>
  void required(std::string_view name, T& value) {
    read_json(object_->at(std::string(name)), value, name);
  }
  /// A required whole number from `least`.
  void counted(std::string_view name, int& value, int least) {
    value = whole_number(object_->at(std::string(name)), name, least, std::numeric_limits<int>::max());
  }
  template <class T>
  void always(std::string_view name, T& value) {
    if (const auto found = object_->find(std::string(name)); found != object_->end())
      read_json(*found, value, name);
  }
  template <class T>
  void unless_default(std::string_view name, T& value, const T& /*standard*/ = {}) {
    always(name, value);
  }

  void choice(std::string_view name, bool& is_first, std::string_view first, std::string_view /*second*/) {
    is_first = object_->at(std::string(name)) == first;
  }

  /// Returns false if there is no field of such a word.
  template <Worded Key, class T>
  bool keyed(Key& key, T& value) {
    for (const auto& known : words_of(key))
      if (const auto found = object_->find(std::string(known.word)); found != object_->end()) {
        key = known.value;
        read_json(*found, value, known.word);
        return true;
      }
    return false;
  }

  bool has(std::string_view name, bool /*is_there*/) { return object_->contains(std::string(name)); }

  template <class T>
  bool has(std::string_view name, std::optional<T>& part) {
    if (has(name, false)) part.emplace();
    return part.has_value();
  }

 private:
  const Json* object_;
};

template <HasFields T>
void write_json(JsonWriter& writer, const T& value) {
  FieldWriter fields(writer);
  writer.begin_object();
  visit_fields(fields, value);
  writer.end_object();
}

template <HasFields T>
void read_json(const Json& json, T& value, std::string_view) {
  FieldReader fields(json);
  value = T{};
  visit_fields(fields, value);
}

/// The value as a tree.
template <class T>
Json json_of(const T& value) {
  std::string text;
  JsonWriter writer(text, JsonWriter::Layout::one_line);
  write_json(writer, value);
  return parse_json(text).value_or(Json());
}

template <class T>
T value_of_json(const Json& json) {
  T value;
  read_json(json, value, "");
  return value;
}

}  // namespace scalegen
