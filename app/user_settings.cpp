#include "app/user_settings.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "core/files.hpp"
#include "core/try.hpp"

namespace scalegen {
namespace {

namespace fs = std::filesystem;

SlurmChoices slurm_variables() {
  return {environment("SBATCH_ACCOUNT"), environment("SBATCH_PARTITION"), environment("SBATCH_QOS"),
          environment("SBATCH_RESERVATION")};
}

}  // namespace

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string home_folder() { return environment("HOME"); }

Owner owner() {
  Owner owner{.home = home_folder()};
  const auto folder = fs::path(environment("XDG_CONFIG_HOME")) / "scalegen";
  std::error_code none;
  if (folder.is_absolute() && (fs::exists(folder, none) || !fs::exists(own_path(owner, ""), none)))
    owner.config = folder;
  return owner;
}

Result<SlurmChoices> user_defaults(const std::string& cluster) {
  const auto file = own_path(owner(), "settings.yaml");
  TRY_ASSIGN(const auto text, read_file_if_there(file));
  TRY_ASSIGN(auto settings, read_user_settings(file.string(), text.value_or(""), cluster));
  return with_fallbacks(std::move(settings), slurm_variables());
}

Result<std::vector<OwnTemplate>> user_templates(const std::string& folder) {
  if (folder.empty()) return own_templates(own_path(owner(), "templates"));
  TRY_ASSIGN(const auto exists, is_folder(folder));
  if (!exists)
    return failure(fmt::format("there is no folder '{}'", folder), "--templates names a folder of templates");
  return own_templates(folder);
}

}  // namespace scalegen
