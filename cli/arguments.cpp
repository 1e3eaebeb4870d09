#include "cli/arguments.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "cli/completion.hpp"
#include "cli/verb_options.hpp"
#include "core/text.hpp"
#include "core/version.hpp"

namespace scalegen {
namespace {

constexpr auto kFooter =
    "\nFirst steps:\n"
    "  scalegen sweep mnist.yaml                                measure on this machine\n"
    "  scalegen plan mnist.yaml --cluster cyclone               see runs and price before anything is "
    "written\n"
    "  scalegen generate mnist.yaml --cluster cyclone -o DIR    write the sbatch scripts\n"
    "  scalegen status DIR                                      show the state of each run\n"
    "  scalegen report DIR                                      print the table again\n";

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
  return failure(error.what(), "see '" + path_of(verb == nullptr ? app : *verb) + " --help'").value();
}

/// The options that stand before all verbs.
struct OwnOptions {
  bool version = false;
  std::string completion{};  // a shell
};

Result<Command> understood(const CLI::App& app, const OwnOptions& own, ParsedVerbs verbs) {
  const auto* verb = given_verb(app);
  if (auto unknown = leftover(app, verb)) return tl::make_unexpected(*std::move(unknown));
  if (!own.completion.empty())
    return completion(app, own.completion).map([](auto text) { return PrintText{std::move(text)}; });
  if (own.version) return PrintText{std::string("scalegen ") + kVersion + "\n"};
  if (verb == nullptr || wants_a_verb(*verb)) return PrintText{help_of(app)};
  return command_of(path_of(*verb).substr(path_of(app).size() + 1), std::move(verbs));
}

}  // namespace

Result<Command> parse_arguments(int argc, const char* const* argv) {
  CLI::App app("How many GPUs should I ask for, and can I prove it?", "scalegen");
  app.footer(kFooter);
  // `leftover` has better messages if there is none; a second verb is a word of the first.
  app.require_subcommand(0, 1);
  app.allow_extras();
  OwnOptions own;
  app.add_flag("--version", own.version, "Print the version");
  app.add_option("--completion", own.completion, "Print completions for a shell: bash, zsh or fish");
  ParsedVerbs verbs;
  add_verbs(app, verbs);
  for (auto* verb : app.get_subcommands({})) verb->allow_extras();
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
