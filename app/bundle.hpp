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

/// What a bundle may hold, so that a hostile one ends soon and fills no disk.
constexpr std::uintmax_t kMostBundleBytes = 4'000'000'000;  // unpacked
constexpr std::size_t kMostBundleFiles = 200'000;

struct WrittenBundle {
  std::size_t files = 0;
  std::uintmax_t bytes = 0;  // of the bundle
  std::string digest{};      // as OpenedBundle has it
  std::string secret{};      // the variable whose value it holds; empty: none is known
};

/// Packs what a report of the run directory rests on: plan, sweep file, journal, scripts and what each
/// attempt recorded, but no files that the user's program wrote, and no links; beside them bundle.sha256, a
/// list of their sums as `sha256sum --check` reads it. The same files give the same bundle. One with a secret
/// is its owner's alone to read. Returns an error if there is no `tar` or `sha256sum`, if `file` exists, if a
/// file changes while it is packed, or if there is more than a bundle may hold.
Result<WrittenBundle> write_bundle(const RunDirectory& directory, const std::filesystem::path& file);

/// A bundle's run directory, in a folder that ends with this.
struct OpenedBundle {
  std::shared_ptr<const ScratchFolder> folder{};
  RunDirectory directory{};
  std::string digest{};  // SHA-256 of the list of the sums of its files, whoever packed them
};

/// Unpacks a bundle. Nothing in it can write beyond its folder: of links, devices, absolute names and names
/// with '..' it is refused as a whole, if it unpacks to more than a bundle may hold or there is room for, and
/// if its files do not have the sums of its bundle.sha256.
Result<OpenedBundle> open_bundle(const std::filesystem::path& file);

}  // namespace scalegen
