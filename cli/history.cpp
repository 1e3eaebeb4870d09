#include "analysis/charts/terminal_chart.hpp"
#include "app/history/history_charts.hpp"
#include "app/history/history_text.hpp"
#include "cli/form.hpp"
#include "cli/plots.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "core/try.hpp"

namespace scalegen {

Result<ExitCode> run_verb(const HistoryCommand& command) {
  SystemClock clock;
  const auto folder = command.folder.empty() ? "." : command.folder;
  TRY_ASSIGN(const auto history,
             history::history_of(folder, history::history_file(), command.rebuild, clock));
  if (!command.plots.empty())
    return put_plots(history_charts(history, command.filter), command.plots,
                     "no sweep of one name was measured twice")
        .map([] { return kDone; });
  put(text_in(command.format, document_of(history, command.filter),
              [&] { return render_json(history, command.filter); }));
  if (command.plot)
    for (const auto& chart : history::history_charts(history, command.filter))
      put("\n" + charts::render_terminal(chart, output_width()));
  return kDone;
}

}  // namespace scalegen
