#include "app/user_settings.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "core/files.hpp"
#include "core/try.hpp"

namespace scalegen {

namespace fs = std::filesystem;

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string home_folder() { return environment("HOME"); }

Result<SlurmChoices> user_defaults(const std::string& cluster) {
  const SlurmChoices of_slurm{environment("SBATCH_ACCOUNT"), environment("SBATCH_PARTITION"),
                             environment("SBATCH_QOS"), environment("SBATCH_RESERVATION")};
  const auto home = home_folder();
  if (home.empty()) return of_slurm;
  const auto file = fs::path(home) / ".config/scalegen/settings.yaml";
  TRY_ASSIGN(const auto text, read_file_if_there(file));
  return read_user_settings(file.string(), text.value_or(""), cluster).map([&](SlurmChoices of_user) {
    return with_fallbacks(std::move(of_user), of_slurm);
  });
}

Result<std::vector<OwnTemplate>> templates_in(const std::string& given) {
  const auto home = home_folder();
  if (given.empty() && home.empty()) return std::vector<OwnTemplate>();
  if (given.empty()) return own_templates(fs::path(home) / ".config/scalegen/templates");
  TRY_ASSIGN(const auto there, is_folder(given));
  if (!there)
    return failure(fmt::format("there is no folder '{}'", given), "--templates names a folder of templates");
  return own_templates(given);
}

}  // namespace scalegen
