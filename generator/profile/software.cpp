#include "generator/profile/group_readers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "core/directives.hpp"
#include "core/text.hpp"
#include "generator/profile/groups.hpp"
#include "generator/sweep_file/job_options.hpp"

namespace scalegen {

namespace {

bool is_name_character(char c) { return is_letter(c) || is_digit(c) || c == '_'; }
bool is_path_character(char c) {
  return is_name_character(c) || std::string_view("./:,-").find(c) != std::string_view::npos;
}

/// Removes $NAME or ${NAME} from the front. Returns false if there is none.
bool take_variable(std::string_view& text) {
  text.remove_prefix(1);
  const bool in_braces = text.starts_with('{');
  if (in_braces) text.remove_prefix(1);
  const auto* const end = std::ranges::find_if_not(text, is_name_character);
  const auto length = static_cast<std::size_t>(end - text.begin());
  if (!is_variable_name(text.substr(0, length))) return false;
  text.remove_prefix(length);
  if (!in_braces) return true;
  if (!text.starts_with('}')) return false;
  text.remove_prefix(1);
  return true;
}

/// The script puts binds into double quotes, so that bash replaces variables that modules set.
bool is_bind(std::string_view text) {
  if (text.empty()) return false;
  while (!text.empty()) {
    if (text.front() == '$') {
      if (!take_variable(text)) return false;
    } else {
      if (!is_path_character(text.front())) return false;
      text.remove_prefix(1);
    }
  }
  return true;
}

std::vector<std::string> read_binds(MapReader& group, std::string_view key) {
  std::vector<std::string> binds;
  for (auto& bind : group.texts(key)) {
    if (!is_bind(bind.value))
      group.report_at(bind.location, fmt::format("'{}' cannot hold '{}'", key, bind.value),
                      "letters, digits and _ . / : , - are allowed, and variables as $NAME or ${NAME}");
    binds.push_back(std::move(bind.value));
  }
  return binds;
}

/// A list of words, or one text with blanks between them.
std::vector<std::string> words_of(const std::vector<Located<std::string>>& texts) {
  std::vector<std::string> words;
  for (const auto& text : texts) {
    std::istringstream split(text.value);
    for (std::string word; split >> word;) words.push_back(std::move(word));
  }
  return words;
}

std::vector<std::string> read_srun(MapReader& group) {
  constexpr auto kKnown = std::to_array<std::string_view>({"{image}", "{mounts}", "{workdir}"});
  const auto texts = group.texts("srun");
  for (const auto& text : texts)
    for (auto at = text.value.find('{'); at != std::string::npos; at = text.value.find('{', at + 1)) {
      const auto name = text.value.substr(at, text.value.find('}', at) - at + 1);
      if (std::ranges::find(kKnown, name) == kKnown.end())
        group.report_at(location_within(text, at), fmt::format("'{}' is not a placeholder of 'srun'", name),
                        fmt::format("known: {}", fmt::join(kKnown, ", ")));
    }
  return words_of(texts);
}

std::vector<std::string> read_torchrun_options(MapReader& group) {
  std::vector<std::string> options;
  for (auto& option : group.texts("torchrun_options")) {
    if (!option.value.starts_with("--") || !fits_directive(option.value))
      group.report_at(option.location, fmt::format("'{}' is not a long option", option.value),
                      "write it as --option=value, as in --numa-binding=exclusive");
    options.push_back(std::move(option.value));
  }
  return options;
}

}  // namespace

void read_network(MapReader& group, Profile& profile) {
  profile.network_env = read_env(group);
  profile.network_env_of_several_nodes = read_env(group, "env_of_several_nodes");
}

void read_software(MapReader& group, Profile& profile) {
  profile.software_architecture = read_architecture(group).value_or(Located<std::string>{});
  profile.software_one_node_only = group.text("one_node_only").value_or(Located<std::string>{});
  profile.modules_first = read_modules_first(group);
  profile.modules = read_texts(group, "modules");
  profile.program = read_text(group, "program");
  profile.torch_root = read_text(group, "torch_root");
  profile.job_options.setup = read_setup(group);
  profile.job_options.env = read_env(group);
}

void read_container(MapReader& group, Profile& profile) {
  auto& container = profile.container;
  container.run = words_of(group.texts("run"));
  container.srun = read_srun(group);
  if (!container.run.empty() && !container.srun.empty())
    group.report(*group.node("srun"), "'run' and 'srun' both say how a program gets into the container",
                 "leave out one of the two; 'run: []' takes back that of the profile that this one extends");
  container.image = read_text(group, "image");
  container.torch_root = read_text(group, "torch_root");
  container.architecture = read_architecture(group).value_or(Located<std::string>{});
  container.modules_first = read_modules_first(group);
  container.binds = read_binds(group, "binds");
  container.binds_of_several_nodes = read_binds(group, "binds_of_several_nodes");
  container.modules = read_texts(group, "modules");
  container.setup = read_setup(group);
  container.torchrun_options = read_torchrun_options(group);
  container.env = read_env(group);
  container.env_of_several_nodes = read_env(group, "env_of_several_nodes");
}

void read_storage(MapReader& group, Profile& /*profile*/) {
  group.text("scratch");
  for (const auto& [key, value] : group.whole().entries)
    if (key.text != "scratch" && key.text != "source") group.text(key.text);
}

}  // namespace scalegen
