#include "cli/read_plan_of.hpp"

#include <fmt/format.h>

#include "core/files.hpp"
#include "core/plan_file.hpp"

namespace scalegen {

Result<Plan> read_plan_of(const RunDirectory& directory) {
  const auto there = is_there(directory.plan_file());
  if (!there) return tl::make_unexpected(there.error());
  if (!*there)
    return failure(fmt::format("'{}' is not a run directory: it has no plan.jsonl", directory.root.string()),
                   "'scalegen sweep' and 'scalegen generate' make one");
  const auto text = read_file(directory.plan_file());
  if (!text) return tl::make_unexpected(text.error());
  return read_plan(directory.plan_file().string(), *text);
}

}  // namespace scalegen
