#include "app/imported_script.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "core/json.hpp"
#include "core/text.hpp"
#include "core/try.hpp"

namespace scalegen {

Result<ExitCode> run_verb(const ImportCommand& command) {
  TRY_ASSIGN(const auto imported, import_job_script(command.request));
  if (!command.json) tell(imported.told);
  put(command.json
          ? json_page(
                {{"scalegen_import", 1}, {"sweep_file", imported.yaml}, {"notes", lines_of(imported.told)}})
          : imported.yaml);
  return kDone;
}

}  // namespace scalegen
