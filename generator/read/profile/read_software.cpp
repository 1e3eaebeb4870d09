#include "generator/read/job_extras.hpp"
#include "generator/read/profile/groups.hpp"

namespace scalegen {

void read_network(Group& group, Profile& profile) {
  profile.network_env = read_env(group.reader, group.errors);
  profile.network_env_of_several_nodes = read_env(group.reader, group.errors, "env_of_several_nodes");
}

void read_software(Group& group, Profile& profile) {
  profile.modules = read_texts(group.reader, "modules");
  if (auto program = group.reader.text("program")) profile.program = std::move(program->value);
  profile.extras.setup = read_setup(group.reader);
  profile.extras.env = read_env(group.reader, group.errors);
}

}  // namespace scalegen
