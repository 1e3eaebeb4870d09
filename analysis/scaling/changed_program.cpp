#include "analysis/scaling/changed_program.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <unordered_map>

namespace scalegen {
namespace {

bool is_of_the_program(std::string_view name) {
  constexpr auto kEndings = std::to_array<std::string_view>({".py", ".sh", ".bash", ".jl", ".lua", ".R"});
  return std::ranges::any_of(kEndings, [&](auto ending) { return name.ends_with(ending); });
}

}  // namespace

void find_changed_programs(const FolderRuns& runs) {
  std::unordered_map<std::string, std::string> as_it_was;  // of each file the last run before its change
  std::string last;                                        // measured run
  std::set<std::string> made;
  for (const auto& [run, rung] : runs) {
    for (const auto& name : run->folder.there) {
      if (!is_of_the_program(name) || made.contains(name)) continue;
      const auto& before = as_it_was.emplace(name, last).first->second;
      if (!before.empty() && !run->changed_program) run->changed_program = ChangedProgram{name, before};
    }
    made.insert(run->folder.made.begin(), run->folder.made.end());
    if (run->unmeasured.empty()) last = run->run;
  }
}

}  // namespace scalegen
