#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "app/history/indexed_sweep.hpp"
#include "core/diagnostics.hpp"

struct sqlite3;

namespace scalegen::history {

/// The version of the tables. A file of any other is made again.
inline constexpr int kSchema = 2;

/// An index of sweeps in one file of SQLite, by their folders. All of it can be made again from the run
/// directories. Several programs may use it at once: each write is one transaction, and waits for others.
class Store {
 public:
  /// The fingerprint of a folder; nullopt if it is not in the index.
  [[nodiscard]] Result<std::optional<std::string>> fingerprint(const std::string& folder) const;

  /// A sweep that is in the index.
  [[nodiscard]] Result<IndexedSweep> load(const std::string& folder) const;

  /// Puts a sweep into the index, in place of what it has of that folder.
  Result<void> put(const IndexedSweep& sweep);

  /// Takes out the folders below `top` that are gone from the disk.
  Result<void> forget_missing(const std::filesystem::path& top);

 private:
  friend Result<Store> store_in(const std::filesystem::path& file);

  struct Close {
    void operator()(sqlite3* database) const;
  };
  std::unique_ptr<sqlite3, Close> database_{};
};

/// A store, and what a person should know about it; empty if all is as usual.
struct OpenedStore {
  Store store{};
  std::string note{};
};

/// Opens the index, or makes it. One with other tables, or a damaged one, is made again. Where the file
/// cannot be written the index is in memory, for this time alone. An empty path is such a place.
Result<OpenedStore> open_store(const std::filesystem::path& file);

}  // namespace scalegen::history
