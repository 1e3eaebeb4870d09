#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "core/diagnostics.hpp"
#include "core/embedded_file.hpp"

namespace scalegen {

/// The person who names files, and where their own files are.
struct Owner {
  std::filesystem::path home{};                         // what ~ stands for; empty: nobody's
  std::filesystem::path config = "~/.config/scalegen";  // the folder of their own files, as people write it
};

/// The path of a file or folder of the owner's own. It is relative, and leads nowhere, if that is in the home
/// and they have none.
std::filesystem::path own_path(const Owner& owner, const std::filesystem::path& name);

/// YAML files of one kind that people find by name: their own in a folder, and those built in.
struct NamedFiles {
  std::string kind{};     // what a name means, for messages: cluster
  std::string content{};  // what such a file is called: profile
  std::string folder{};   // clusters, among the owner's own files
  Owner owner{};
  const std::vector<EmbeddedFile>* built_in = nullptr;  // never null
};

struct FileName {
  std::string name{};
  std::string origin{};  // "built in", or the path
};

/// All names, sorted. A file of the user's own hides one of the same name that is built in.
std::vector<FileName> known_files(const NamedFiles& files);

/// A file before it is parsed.
struct FoundFile {
  std::string name{};  // for messages
  std::string text{};
  std::string origin{};  // "built in", or the path
};

/// Finds a file: by its path if `name` holds a '/' or ends in .yaml, else a file of this name of the user's
/// own, else one that is built in. The user's file `except` is skipped.
Result<FoundFile> find_file(const NamedFiles& files, const std::string& name, const std::string& except = {});

}  // namespace scalegen
