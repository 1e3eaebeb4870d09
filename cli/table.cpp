#include "app/table_of_logs.hpp"

#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "core/json.hpp"
#include "core/text.hpp"
#include "core/try.hpp"

namespace scalegen {

Result<ExitCode> run_verb(const TableCommand& command) {
  TRY_ASSIGN(const auto table, table_of_logs(command.options));
  if (command.json) {
    put(json_page({{"scalegen_table", 1}, {"csv", table.csv}, {"notes", table.notes}}));
    return kDone;
  }
  for (const auto& note : table.notes) tell(without_control_characters(note) + "\n");
  put(table.csv);
  return kDone;
}

}  // namespace scalegen
