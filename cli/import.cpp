#include "app/imported_script.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "core/try.hpp"

namespace scalegen {

Result<ExitCode> run_verb(const ImportCommand& command) {
  TRY_ASSIGN(const auto imported, import_job_script(command.request));
  tell(imported.told);
  put(imported.yaml);
  return kDone;
}

}  // namespace scalegen
