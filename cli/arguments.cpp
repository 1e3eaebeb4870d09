#include "cli/arguments.hpp"

#include <fmt/format.h>
#include <sys/auxv.h>

#include <CLI/CLI.hpp>

#include "cli/verb_options.hpp"
#include "core/gone.hpp"
#include "core/json.hpp"
#include "core/text.hpp"
#include "core/version.hpp"

namespace scalegen {
namespace {

std::vector<std::string> names_of(const std::vector<CLI::App*>& verbs) {
  std::vector<std::string> names;
  for (const auto* verb : verbs) names.push_back(verb->get_name());
  return names;
}

std::vector<std::string> options_of(const CLI::App& verb) {
  std::vector<std::string> names;
  for (const auto* option : verb.get_options())
    for (const auto& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

// "scalegen clusters show"
std::string path_of(const CLI::App& verb) {
  const auto* parent = verb.get_parent();
  return (parent == nullptr ? "" : path_of(*parent) + " ") + verb.get_name();
}

// True for the program itself, and for a verb that has verbs of its own.
bool wants_a_verb(const CLI::App& app) { return !const_cast<CLI::App&>(app).get_subcommands({}).empty(); }

// CLI11 knows which words are left over, but not what was meant by them.
std::optional<Diagnostics> leftover(const CLI::App& app, const CLI::App* verb) {
  const auto rest = verb != nullptr ? verb->remaining() : app.remaining();
  if (rest.empty()) return std::nullopt;
  const auto& word = rest.front();
  const auto name = word.substr(0, word.find('='));
  const auto of_verb = verb == nullptr ? "" : verb->get_name() + " ";
  for (const auto& one : {name, of_verb + name, of_verb + word.substr(0, 2)})  // the last of "-oFILE"
    if (auto was_there = said_of_gone(one); !was_there.empty()) return failure(std::move(was_there)).value();
  if (word.starts_with('-'))
    return failure("unknown option '" + word + "'",
                   did_you_mean(word, options_of(verb != nullptr ? *verb : app)))
        .value();
  const auto& last = verb != nullptr ? *verb : app;
  if (wants_a_verb(last))
    return failure("unknown command '" + (verb == nullptr ? "" : verb->get_name() + " ") + word + "'",
                   did_you_mean(word, names_of(const_cast<CLI::App&>(last).get_subcommands({}))))
        .value();
  const bool is_part_of_a_rule = word.find('=') != std::string::npos && last.get_option_no_throw("--advise");
  return failure("one argument too many: '" + word + "'",
                 is_part_of_a_rule ? "write --advise before each part of a rule: --advise '" + word + "'"
                                   : "see '" + path_of(*verb) + " --help'")
      .value();
}

// The innermost verb: 'show' of 'clusters show'.
const CLI::App* given_verb(const CLI::App& app) {
  const auto given = app.get_subcommands();
  if (given.empty()) return nullptr;
  const auto* inner = given_verb(*given.front());
  return inner == nullptr ? given.front() : inner;
}

std::string help_of(const CLI::App& app) {
  const auto* verb = given_verb(app);
  return verb == nullptr ? app.help() : verb->help(path_of(*verb->get_parent()));
}

// An unknown word may be the reason why something else is missing: it is reported first.
Diagnostics refusal(const CLI::App& app, const CLI::Error& error) {
  const auto* verb = given_verb(app);
  if (auto unknown = leftover(app, verb)) return *std::move(unknown);
  const bool is_gone = error.get_name() == kGoneError;
  return failure(error.what(), is_gone ? "" : "see '" + path_of(verb == nullptr ? app : *verb) + " --help'")
      .value();
}

// The command that was read for the verb of that path, such as "clusters show".
Command command_of(const std::string& verb, ParsedVerbs verbs) {
  if (verb == "sweep") return std::move(verbs.sweep);
  if (verb == "status") return std::move(verbs.status);
  if (verb == "list") return std::move(verbs.list);
  if (verb == "cancel") return std::move(verbs.cancel);
  if (verb == "plan") return std::move(verbs.plan);
  if (verb == "generate") return std::move(verbs.generate);
  if (verb == "build") return std::move(verbs.build);
  if (verb == "import") return std::move(verbs.import);
  if (verb == "advise") return std::move(verbs.advise);
  if (verb == "compare") return std::move(verbs.compare);
  if (verb == "table") return std::move(verbs.table);
  if (verb == "explain") return std::move(verbs.explain);
  if (verb == "lint") return std::move(verbs.lint);
  if (verb == "clusters list") return verbs.clusters_list;
  if (verb == "clusters show") return std::move(verbs.clusters_show);
  if (verb == "clusters check") return std::move(verbs.clusters_check);
  if (verb == "clusters detect") return ClustersDetectCommand{};
  return std::move(verbs.report);
}

// As JSON for who reports a bug: what is not known is null.
std::string version_text(bool as_json) {
  if (!as_json) return fmt::format("scalegen {}\n", kVersion);
  const auto known = [](std::string_view text) { return text.empty() ? Json() : Json(text); };
  return json_page({{"name", "scalegen"},
                    {"version", kVersion},
                    {"commit", known(kCommit)},
                    {"compiler", kCompiler},
                    {"static", getauxval(AT_BASE) == 0}});  // no loader has started it
}

/// The options that stand before all verbs.
struct OwnOptions {
  bool version = false;
  bool json = false;
  std::string completion{};  // a shell
};

Result<Command> understood(const CLI::App& app, const OwnOptions& own, ParsedVerbs verbs) {
  const auto* verb = given_verb(app);
  if (auto unknown = leftover(app, verb)) return tl::make_unexpected(*std::move(unknown));
  if (!own.completion.empty())
    return completion(app, own.completion).map([](auto text) { return PrintText{std::move(text)}; });
  if (own.version) return PrintText{version_text(own.json)};
  if (verb == nullptr || wants_a_verb(*verb)) return PrintText{help_of(app)};
  return command_of(path_of(*verb).substr(path_of(app).size() + 1), std::move(verbs));
}

}  // namespace

Result<Command> parse_arguments(int argc, const char* const* argv) {
  CLI::App app("How many GPUs should I ask for, and can I prove it?", "scalegen");
  // `leftover` has better messages if there is none; a second verb is a word of the first.
  app.require_subcommand(0, 1);
  app.allow_extras();
  OwnOptions own;
  auto* asked = app.add_flag("--version", own.version, "Print the version");
  app.add_flag("--json", own.json, "Also print how this scalegen was built, as JSON")->needs(asked);
  app.add_option("--completion", own.completion, "Print completions for a shell: bash, zsh or fish");
  ParsedVerbs verbs;
  add_verbs(app, verbs);
  for (auto* verb : app.get_subcommands({})) verb->allow_extras();
  add_help(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    if (given_verb(app) == nullptr)
      if (auto unknown = leftover(app, nullptr)) return tl::make_unexpected(*std::move(unknown));
    return PrintText{help_of(app)};
  } catch (const CLI::Error& error) {
    return tl::make_unexpected(refusal(app, error));
  }
  return understood(app, own, std::move(verbs));
}

}  // namespace scalegen
