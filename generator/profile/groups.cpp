#include "generator/profile/groups.hpp"

namespace scalegen {

std::optional<bool> read_yes_or_no(MapReader& reader, std::string_view key) {
  const auto word = reader.choice<bool>(key, {{"yes", true}, {"no", false}});
  return word ? std::optional(word->value) : std::nullopt;
}

std::optional<Located<std::string>> read_architecture(MapReader& reader) {
  return reader.choice<std::string>("architecture", {{"x86_64", "x86_64"}, {"aarch64", "aarch64"}});
}

std::string read_modules_first(MapReader& reader) {
  auto word = reader.choice<std::string>("modules_first", {{"reset", "reset"}, {"purge", "purge"}});
  return word ? std::move(word->value) : "";
}

std::string read_text(MapReader& reader, std::string_view key) {
  auto text = reader.text(key);
  return text ? std::move(text->value) : "";
}

std::vector<std::string> read_texts(MapReader& reader, std::string_view key) {
  std::vector<std::string> texts;
  for (auto& text : reader.texts(key)) texts.push_back(std::move(text.value));
  return texts;
}

}  // namespace scalegen
