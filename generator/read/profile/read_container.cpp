#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "generator/read/job_extras.hpp"
#include "generator/read/profile/groups.hpp"

namespace scalegen {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_of_a_name(char c) { return is_letter(c) || (c >= '0' && c <= '9'); }
bool is_of_a_path(char c) {
  return is_of_a_name(c) || std::string_view("./:,-").find(c) != std::string_view::npos;
}

/// Takes $NAME or ${NAME} from the front.
bool take_variable(std::string_view& text) {
  text.remove_prefix(1);
  const bool in_braces = text.starts_with('{');
  if (in_braces) text.remove_prefix(1);
  const auto* const end = std::find_if_not(text.begin(), text.end(), is_of_a_name);
  const auto length = static_cast<std::size_t>(end - text.begin());
  if (length == 0 || !is_letter(text.front())) return false;
  text.remove_prefix(length);
  if (!in_braces) return true;
  if (!text.starts_with('}')) return false;
  text.remove_prefix(1);
  return true;
}

/// A bind stands in double quotes in the script, so that the variables of modules take their values there.
bool is_bind(std::string_view text) {
  if (text.empty()) return false;
  while (!text.empty()) {
    if (text.front() == '$') {
      if (!take_variable(text)) return false;
    } else {
      if (!is_of_a_path(text.front())) return false;
      text.remove_prefix(1);
    }
  }
  return true;
}

std::vector<std::string> read_binds(Group& group, std::string_view key) {
  std::vector<std::string> binds;
  for (auto& bind : group.reader.texts(key)) {
    if (!is_bind(bind.value))
      group.errors.push_back(
          error_at(bind.mark, fmt::format("'{}' cannot hold '{}'", key, bind.value),
                   "letters, digits and _ . / : , - are allowed, and variables as $NAME or ${NAME}"));
    binds.push_back(std::move(bind.value));
  }
  return binds;
}

/// A list of words, or one text with blanks between them.
std::vector<std::string> read_words(MapReader& reader, std::string_view key) {
  std::vector<std::string> words;
  for (const auto& text : reader.texts(key)) {
    std::istringstream split(text.value);
    for (std::string word; split >> word;) words.push_back(std::move(word));
  }
  return words;
}

}  // namespace

void read_container(Group& group, Profile& profile) {
  auto& reader = group.reader;
  auto& container = profile.container;
  container.run = read_words(reader, "run");
  if (auto image = reader.text("image")) container.image = std::move(image->value);
  if (auto root = reader.text("torch_root")) container.torch_root = std::move(root->value);
  if (auto of = read_architecture_of(reader)) container.architecture = *std::move(of);
  container.modules_first = read_modules_first(reader);
  container.binds = read_binds(group, "binds");
  container.binds_of_several_nodes = read_binds(group, "binds_of_several_nodes");
  container.modules = read_texts(reader, "modules");
  container.setup = read_setup(reader);
  container.env = read_env(reader, group.errors);
  container.env_of_several_nodes = read_env(reader, group.errors, "env_of_several_nodes");
}

}  // namespace scalegen
