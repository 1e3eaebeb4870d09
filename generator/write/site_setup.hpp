#pragma once
#include <string>
#include <utility>
#include <vector>

#include "core/plan.hpp"
#include "generator/plan/script_context.hpp"

namespace scalegen {

/// What a site's nodes need before a program runs on them.
struct SiteSetup {
  std::string modules_first{};  // reset or purge: what the submitting shell has loaded is not what is meant
  std::vector<std::string> modules{};
  std::vector<std::string> lines{};  // of bash
  std::vector<std::pair<std::string, std::string>> env{};
  std::vector<std::pair<std::string, std::string>> env_of_several_nodes{};
  std::vector<std::string> binds_of_several_nodes{};  // made of variables that the modules set
};

/// As the profile has it for the container, or for the bare machine. Nothing for nodes of another
/// architecture than the profile's software is for: there the sweep file sets up all.
SiteSetup site_setup(const Run& run, const ScriptContext& context);

}  // namespace scalegen
