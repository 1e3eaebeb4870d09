#include "generator/write/site_setup.hpp"

namespace scalegen {
namespace {

bool is_for(const std::string& software, const std::string& nodes) {
  return software.empty() || nodes.empty() || software == nodes;
}

SiteSetup of_container(const Container& c) {
  return {c.modules_first, c.modules, c.setup, c.env, c.env_of_several_nodes, c.binds_of_several_nodes};
}

SiteSetup of_bare_machine(const Profile& site) {
  return {site.modules_first, site.modules, site.extras.setup, site.extras.env, {}, {}};
}

}  // namespace

SiteSetup site_setup(const Run& run, const ScriptContext& context) {
  const auto& site = context.site;
  const bool container = context.launcher.container;
  const auto& software = container ? site.container.architecture : site.software_architecture;
  if (!is_for(software.value, run.resources.architecture)) return {};
  return container ? of_container(site.container) : of_bare_machine(site);
}

}  // namespace scalegen
