#include "core/named_files.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/files.hpp"
#include "core/text.hpp"

namespace scalegen {

namespace fs = std::filesystem;

namespace {

Result<FoundFile> read_named(const fs::path& path) {
  return read_file(path).map([&](std::string text) {
    return FoundFile{path.string(), std::move(text), path.string()};
  });
}

fs::path without_tilde(const std::string& path, const fs::path& home) {
  return path.starts_with("~/") && !home.empty() ? home / path.substr(2) : fs::path(path);
}

std::vector<std::string> names_of(const std::vector<FileName>& files) {
  std::vector<std::string> names;
  names.reserve(files.size());
  for (const auto& file : files) names.push_back(file.name);
  return names;
}

}  // namespace

fs::path own_path(const Owner& owner, const fs::path& name) {
  return without_tilde((owner.config / name).string(), owner.home);
}

std::vector<FileName> known_files(const NamedFiles& files) {
  std::vector<FileName> known;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(own_path(files.owner, files.folder), none))
    if (entry.path().extension() == ".yaml")
      known.push_back({entry.path().stem().string(), entry.path().string()});
  for (const auto& file : *files.built_in) {
    const auto name = fs::path(file.name).stem().string();
    const bool own = std::ranges::any_of(known, [&](auto& k) { return k.name == name; });
    if (!own) known.push_back({name, "built in"});
  }
  std::ranges::sort(known, {}, [](const auto& file) { return file.name; });
  return known;
}

Result<FoundFile> find_file(const NamedFiles& files, const std::string& name, const std::string& except) {
  if (name.find('/') != std::string::npos || name.ends_with(".yaml"))
    return read_named(without_tilde(name, files.owner.home));
  const auto file_name = name + ".yaml";
  const auto own = own_path(files.owner, files.folder) / file_name;
  std::error_code none;
  if (fs::exists(own, none) && !fs::equivalent(own, except, none)) return read_named(own);
  for (const auto& file : *files.built_in)
    if (file.name == file_name)
      return FoundFile{files.folder + "/" + file_name, std::string(file.text), "built in"};
  return failure(fmt::format("unknown {} '{}'", files.kind, name),
                 did_you_mean(name, names_of(known_files(files))),
                 {fmt::format("put your own {} into {}, or give its path", files.content,
                              (files.owner.config / files.folder).string())});
}

}  // namespace scalegen
