#include "generator/read/job_extras.hpp"
#include "generator/read/profile/groups.hpp"

namespace scalegen {

std::optional<Placed<std::string>> read_architecture_of(MapReader& reader) {
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

}  // namespace scalegen
