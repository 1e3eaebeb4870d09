#include "app/cluster_profiles.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "app/user_settings.hpp"
#include "core/clock.hpp"
#include "core/try.hpp"
#include "generator/detect/profile_writer.hpp"
#include "generator/profile/profile_files.hpp"
#include "generator/profile/profile_layers.hpp"
#include "generator/profile/profile_reader.hpp"
#include "runner/slurm/slurm_client.hpp"

namespace scalegen {
namespace {

// A profile that cannot be read is listed too, so that its user finds it.
Profile list_entry(const FileName& known) {
  if (auto profile = load_profile(known.name)) {
    profile->name = known.name;  // the name that --cluster finds it by
    return *std::move(profile);
  }
  return {.name = known.name,
          .title = fmt::format("has mistakes: 'scalegen clusters show {}' names them", known.name),
          .origin = known.origin};
}

bool is_known(const std::string& name) {
  const auto known = known_files(profile_files(owner()));
  return std::ranges::any_of(known, [&](const auto& k) { return k.name == name; });
}

/// Extended profiles follow as further documents.
std::string layer_text(const FoundFile& layer, bool is_last) {
  return fmt::format("# {}{}{}\n{}{}{}", layer.name, layer.origin == "built in" ? ", built in" : "",
                     is_last ? "" : ": its keys replace those of the profile that follows", layer.text,
                     layer.text.ends_with('\n') ? "" : "\n", is_last ? "" : "---\n");
}

}  // namespace

std::chrono::sys_days today() {
  std::int64_t seconds = 0;
  const auto given = environment("SOURCE_DATE_EPOCH");
  const auto [end, error] = std::from_chars(given.data(), given.data() + given.size(), seconds);
  const bool is_given = !given.empty() && error == std::errc{} && end == given.data() + given.size();
  return std::chrono::floor<std::chrono::days>(
      is_given ? std::chrono::system_clock::time_point(std::chrono::seconds(seconds)) : SystemClock().now());
}

std::vector<Profile> list_profiles() {
  std::vector<Profile> profiles;
  for (const auto& known : known_files(profile_files(owner()))) profiles.push_back(list_entry(known));
  return profiles;
}

Result<Profile> load_profile(const std::string& name_or_path) { return find_profile(name_or_path, owner()); }

Result<std::string> profile_text(const std::string& name_or_path) {
  TRY_ASSIGN(const auto profile, load_profile(name_or_path));
  TRY_ASSIGN(const auto file, find_file(profile_files(owner()), name_or_path));
  TRY_ASSIGN(const auto layers, layers_of(file, owner()));
  std::string text;
  for (const auto& layer : layers) text += layer_text(layer, &layer == &layers.back());
  for (const auto& assumption : profile.assumed) text += fmt::format("# assumed: {}\n", assumption);
  return text;
}

Result<Profile> check_profile(const std::string& name_or_file) {
  std::error_code error;
  const bool is_file = !is_known(name_or_file) && name_or_file.find('/') == std::string::npos &&
                       std::filesystem::is_regular_file(name_or_file, error);
  return load_profile(is_file ? "./" + name_or_file : name_or_file);
}

// Slurm's own answers may contradict each other: a profile with mistakes is refused here, not when it is
// used.
Result<std::string> detect_profile() {
  TRY_ASSIGN(const auto answers, slurm::ask_slurm());
  const auto cluster = read_slurm(answers.partitions, answers.nodes, answers.config, answers.qos);
  TRY_ASSIGN(auto profile, write_profile(cluster, fmt::format("{:%Y-%m-%d}", today()),
                                         (owner().config / "clusters").string()));
  TRY(read_profile("the detected profile", profile));
  return profile;
}

}  // namespace scalegen
