#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "generator/profile/groups.hpp"
#include "generator/sweep_file/job_extras.hpp"

namespace scalegen {

std::optional<Located<std::string>> read_architecture_of(MapReader& reader) {
  return reader.choice<std::string>("architecture", {{"x86_64", "x86_64"}, {"aarch64", "aarch64"}});
}

std::string read_modules_first(MapReader& reader) {
  auto word = reader.choice<std::string>("modules_first", {{"reset", "reset"}, {"purge", "purge"}});
  return word ? std::move(word->value) : "";
}

void read_network(Group& group, Profile& profile) {
  profile.network_env = read_env(group.reader, group.errors);
  profile.network_env_of_several_nodes = read_env(group.reader, group.errors, "env_of_several_nodes");
}

void read_software(Group& group, Profile& profile) {
  if (auto of = read_architecture_of(group.reader)) profile.software_architecture = *std::move(of);
  profile.modules_first = read_modules_first(group.reader);
  profile.modules = read_texts(group.reader, "modules");
  if (auto program = group.reader.text("program")) profile.program = std::move(program->value);
  if (auto root = group.reader.text("torch_root")) profile.torch_root = std::move(root->value);
  profile.extras.setup = read_setup(group.reader);
  profile.extras.env = read_env(group.reader, group.errors);
}

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
          error_at(bind.location, fmt::format("'{}' cannot hold '{}'", key, bind.value),
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

/// For people alone: each key names a place, and a machine knows none of them.
void read_storage(Group& group, Profile& profile) {
  if (auto scratch = group.reader.text("scratch")) profile.scratch = std::move(scratch->value);
  for (const auto& [key, value] : group.map.entries) {
    if (key.text == "scratch" || key.text == "source") continue;
    if (auto place = group.reader.text(key.text))
      profile.storage.emplace_back(key.text, std::move(place->value));
  }
}

}  // namespace scalegen
