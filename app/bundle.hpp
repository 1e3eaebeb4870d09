#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "core/diagnostics.hpp"
#include "core/run_directory.hpp"
#include "core/scratch_folder.hpp"

namespace scalegen {

/// True of a name as bundles have it: *.tar.gz or *.tgz.
bool is_bundle_name(const std::string& path);

struct WrittenBundle {
  std::size_t files = 0;
  std::uintmax_t bytes = 0;  // of the bundle
};

/// Packs what a report of the run directory rests on: plan, sweep file, journal, scripts and what each
/// attempt recorded, but no files that the user's program wrote, and no links. The same files give the same
/// bundle. Returns an error if there is no `tar`, if `file` exists, or if a file changes while it is packed.
Result<WrittenBundle> write_bundle(const RunDirectory& directory, const std::filesystem::path& file);

/// A bundle's run directory, in a folder that ends with this.
struct OpenedBundle {
  std::shared_ptr<const ScratchFolder> folder{};
  RunDirectory directory{};
};

/// Unpacks a bundle. Nothing in it can write beyond its folder: of links, devices, absolute names and names
/// with '..' it is refused as a whole, and if it unpacks to more than there is room for.
Result<OpenedBundle> open_bundle(const std::filesystem::path& file);

}  // namespace scalegen
