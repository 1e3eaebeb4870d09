#include "app/history/history_text.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "core/try.hpp"

namespace scalegen {

Result<ExitCode> run_verb(const HistoryCommand& command) {
  SystemClock clock;
  const auto folder = command.folder.empty() ? "." : command.folder;
  TRY_ASSIGN(const auto history,
             history::history_of(folder, history::history_file(), command.rebuild, clock));
  put(command.json ? render_json(history, command.filter) : render_terminal(history, command.filter));
  return kDone;
}

}  // namespace scalegen
