#include "generator/plan/workdir.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace scalegen {

std::string choose_workdir(const SweepFile& sweep, const std::string& sweep_folder, Diagnostics& errors) {
  if (!sweep.workdir) return sweep.program ? sweep_folder : "";
  const auto& [path, mark] = *sweep.workdir;
  if (path.starts_with('/') || path == "~" || path.starts_with("~/")) return path;
  if (sweep_folder.empty())
    errors.push_back(error_at(mark, fmt::format("the path '{}' is not absolute", path),
                              "write where it is on the cluster: /folder or ~/folder"));
  return (std::filesystem::path(sweep_folder) / path).lexically_normal().string();
}

}  // namespace scalegen
