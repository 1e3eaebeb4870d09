#include <fmt/format.h>

#include <algorithm>

#include "analysis/report/sections.hpp"
#include "app/advised_script.hpp"
#include "app/sweep_report.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "core/json.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "core/units.hpp"

namespace scalegen {
namespace {

void put_json(const AdviseCommand& command, const Json& advice) {
  Json json{{"scalegen_advise", 1}, {"script", command.script}};
  json.update(advice);
  put(json_page(json));
}

Json as_json(const EditedScript& edited, bool is_written) {
  Json json{{"diff", edited.diff}, {"written", is_written}, {"warnings", Json::array()}};
  for (const auto& one : edited.warnings) {
    const auto place = one.cited.value_or(CitedLine());
    json["warnings"].push_back(
        {{"line", place.line}, {"column", place.column}, {"message", one.message}, {"hint", one.hint}});
  }
  return json;
}

void tell_why_none(const std::vector<std::string>& sentences) {
  tell(sentences.empty() ? "No run has a figure.\n" : fmt::format("{}\n", fmt::join(sentences, "\n")));
}

}  // namespace

Result<ExitCode> run_verb(const AdviseCommand& command) {
  std::optional<Work> work;
  if (!command.work.empty()) {
    TRY_ASSIGN(work, read_work(command.work));
  }
  TRY_ASSIGN(const auto script, read_own_script(command.script));
  TRY_ASSIGN(const auto sweep, report_on(command.target, command.options));
  TRY_ASSIGN(const auto edited, advised_script(sweep.report, script, work));
  if (!edited) {
    const auto sentences = report::verdict_sentences(sweep.report);
    command.json ? put_json(command, {{"why_none", sentences}}) : tell_why_none(sentences);
    return kRunFailed;
  }
  tell(render(edited->warnings));
  if (!command.json) put(edited->diff);
  const bool is_written = command.write && !edited->diff.empty();
  if (is_written) TRY(write_own_script(script, edited->text));
  if (command.json) put_json(command, as_json(*edited, is_written));
  tell(fmt::format("{}: {}{}\n", script.file,
                   edited->diff.empty() ? "asks for this already"
                   : command.write      ? "changed"
                                        : "not changed; --write does it",
                   work ? "" : "; its time limit stays without --work, such as --work 90epochs"));
  return kDone;
}

}  // namespace scalegen
