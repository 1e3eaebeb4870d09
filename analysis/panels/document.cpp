#include "analysis/panels/document.hpp"

namespace scalegen::panels {

std::vector<const Table*> tables_of(const Document& document) {
  std::vector<const Table*> tables;
  for (const auto& block : document.blocks)
    if (const auto* const table = std::get_if<Table>(&block)) tables.push_back(table);
  return tables;
}

}  // namespace scalegen::panels
