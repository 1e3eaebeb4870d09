#include <fmt/format.h>

#include <array>
#include <optional>

#include "app/cluster_profiles.hpp"
#include "app/linted_file.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "core/json.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "core/units.hpp"

namespace scalegen {
namespace {

std::size_t index_of(Severity severity) { return static_cast<std::size_t>(severity); }

std::string as_text(const LintedFile& file) {
  Diagnostics all;
  for (const auto& f : file.findings)
    all.push_back(
        {f.severity, cite(file.script, f.offset), fmt::format("{} [{}]", f.message, f.rule), {}, f.hint});
  return render(all);
}

/// GitHub reads % as the beginning of an escape, a line's end as that of the message, and colons and commas
/// as ends of properties.
std::string escaped(std::string_view text, std::string_view signs) {
  std::string result;
  for (const char c : text)
    result += signs.find(c) == std::string_view::npos ? std::string(1, c)
                                                      : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return result;
}

std::string for_github(const LintedFile& file) {
  constexpr auto kLevels = std::to_array<const char*>({"error", "warning", "notice"});
  std::string text;
  for (const auto& f : file.findings) {
    const auto place = cite(file.script, f.offset);
    text +=
        fmt::format("::{} file={},line={},col={},title={}::{}\n", kLevels[index_of(f.severity)],
                    escaped(place.file, "%\n\r:,"), place.line, place.column, f.rule,
                    escaped(f.hint.empty() ? f.message : fmt::format("{} ({})", f.message, f.hint), "%\n\r"));
  }
  return without_control_characters(text);
}

Json as_json(const LintedFile& file) {
  Json json{{"file", file.script.file}, {"findings", Json::array()}};
  if (!file.skipped.empty()) json["skipped"] = file.skipped;
  if (!file.partly.empty()) json["partly"] = file.partly;
  for (const auto& f : file.findings) {
    const auto place = cite(file.script, f.offset);
    json["findings"].push_back({{"rule", f.rule},
                                {"severity", to_text(f.severity)},
                                {"line", place.line},
                                {"column", place.column},
                                {"message", f.message},
                                {"hint", f.hint}});
  }
  return json;
}

/// How many findings all files have.
struct Tally {
  std::array<int, 3> found{};  // by severity
  int skipped = 0;
  bool all_read = true;
};

std::string last_line(const Tally& tally, std::ptrdiff_t files) {
  return fmt::format("{}: {}, {}, {}{}\n", counted(files, "file"), counted(tally.found[0], "error"),
                     counted(tally.found[1], "warning"), counted(tally.found[2], "note"),
                     tally.skipped > 0 ? fmt::format("; {} skipped", tally.skipped) : "");
}

void tell_note(std::string text) { tell(render({{Severity::note, std::nullopt, std::move(text), {}, {}}})); }

Tally judge(const LintCommand& command, const Profile* profile) {
  Tally tally;
  Json json{{"scalegen_lint", 1}, {"files", Json::array()}};
  for (const auto& name : command.files) {
    const auto file = lint_file(name, profile);
    tally.all_read = tally.all_read && file;
    if (!file) tell(render(file.error()));
    if (!file) continue;
    for (const auto& finding : file->findings) ++tally.found[index_of(finding.severity)];
    if (!file->skipped.empty()) {
      ++tally.skipped;
      tell_note(fmt::format("'{}' is skipped: {}", name, file->skipped));
    }
    if (!file->partly.empty())
      tell_note(fmt::format("of '{}' only the directives are judged: {}", name, file->partly));
    if (command.format == "json")
      json["files"].push_back(as_json(*file));
    else
      put(command.format == "github" ? for_github(*file) : as_text(*file));
  }
  if (command.format == "json") put(json_page(json));
  if (command.format == "text") put(last_line(tally, std::ssize(command.files)));
  return tally;
}

}  // namespace

Result<ExitCode> run_verb(const LintCommand& command) {
  if (!command.explained.empty()) {
    TRY_ASSIGN(const auto text, explain_rule(command.explained));
    put(text);
    return kDone;
  }
  if (command.files.empty()) return failure("lint needs a FILE", "give job scripts, or - for standard input");
  std::optional<Profile> profile;
  if (!command.cluster.empty()) {
    TRY_ASSIGN(profile, load_profile(command.cluster));
  }
  const auto tally = judge(command, profile ? &*profile : nullptr);
  if (!tally.all_read) return kCouldNotGoOn;
  return tally.found[0] + tally.found[1] > 0 ? kRunFailed : kDone;
}

}  // namespace scalegen
