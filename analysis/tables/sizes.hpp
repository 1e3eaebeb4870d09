#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/tables/cells.hpp"
#include "analysis/tables/heads.hpp"
#include "core/diagnostics.hpp"
#include "core/rung.hpp"

namespace scalegen {

/// A column that sizes rungs.
struct SizeColumn {
  std::size_t position = 0;
  std::string name{};
  SizeHead head{};
  bool operator==(const SizeColumn&) const = default;
};

/// The rung of a row.
struct SizedRung {
  std::string name{};
  RungShape shape{};
  bool operator==(const SizedRung&) const = default;
};

/// A column of totals beside nodes, as its numbers show: so many on each node, in each row.
struct TotalColumn {
  std::string name{};
  int on_each_node = 1;
  bool operator==(const TotalColumn&) const = default;
};

struct Sizes {
  std::vector<std::optional<SizedRung>> rungs{};  // of each row
  std::vector<TotalColumn> totals{};              // that nobody called so
  std::vector<std::size_t> splits{};  // positions of columns that divide a size: threads beside ranks
};

/// A cell of such a column: 8, 2x4, "8xH100", "128 GPUs (16 nodes)". Returns nullopt if it has no size.
struct SizeCell {
  std::optional<int> nodes{};
  std::optional<int> count{};  // on all nodes; of nodes themselves none
  std::optional<DeviceKind> device{};
  bool operator==(const SizeCell&) const = default;
};
std::optional<SizeCell> read_size(std::string_view text, Comma comma);

/// The rung of each row from its sizes: nodes with gpus, tasks or cores, per node or in total, ranks with
/// threads as cores. `asked` says what columns beside nodes count if their heads do not: of a node or of a
/// run. Returns an error if neither they nor their numbers tell.
Result<Sizes> sizes_of(const std::string& file, const CsvLine& header, const std::vector<CsvLine>& rows,
                       const std::vector<SizeColumn>& columns, std::optional<CountedOf> asked, Comma comma);

}  // namespace scalegen
