#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>

#include <vector>

#include "cli/form.hpp"
#include "cli/verb_options.hpp"

namespace scalegen {
namespace {

/// What follows a word of the command line.
struct Followers {
  std::string after{};  // "", "report", "clusters show"
  std::string words{};  // that may come: verbs and options
  std::string verbs{};  // with what they do, as zsh has them: 'report:Print the results'
  std::vector<const CLI::Option*> options{};
  bool cluster = false;  // a cluster's name
};

/// Verbs that are understood, but no longer shown, have no group.
std::vector<const CLI::App*> shown_verbs(const CLI::App& app) {
  auto verbs = app.get_subcommands([](const CLI::App* verb) { return !verb->get_group().empty(); });
  return {verbs.begin(), verbs.end()};
}

std::vector<const CLI::Option*> shown_options(const CLI::App& app) {
  return app.get_options([](const CLI::Option* option) {
    return !option->get_group().empty() && (!option->get_lnames().empty() || !option->get_snames().empty());
  });
}

/// The first line of a description, for single quotes of zsh and fish, without what zsh would take for its
/// own there.
std::string plain(const std::string& text) {
  std::string quoted;
  for (const char c : text.substr(0, text.find('\n'))) {
    if (c == '\'')
      quoted += R"('\'')";
    else if (std::string_view("\\[]:").find(c) == std::string_view::npos)
      quoted += c;
  }
  return quoted;
}

void add_followers(const CLI::App& app, const std::string& path, std::vector<Followers>& all) {
  Followers mine{.after = path, .options = shown_options(app)};
  mine.cluster =
      !app.get_options([](const CLI::Option* option) { return option->get_name() == "NAME"; }).empty();
  std::vector<std::string> words;
  for (const auto* verb : shown_verbs(app)) {
    words.push_back(verb->get_name());
    mine.verbs += fmt::format(" '{}:{}'", verb->get_name(), plain(verb->get_description()));
  }
  for (const auto* option : mine.options)
    for (const auto& name : option->get_lnames()) words.push_back("--" + name);
  mine.words = fmt::format("{}", fmt::join(words, " "));
  all.push_back(std::move(mine));
  for (const auto* verb : shown_verbs(app))
    add_followers(*verb, path.empty() ? verb->get_name() : path + " " + verb->get_name(), all);
}

std::vector<Followers> followers_of(const CLI::App& app) {
  std::vector<Followers> all;
  add_followers(app, "", all);
  return all;
}

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

constexpr auto kClusters = "scalegen clusters list 2>/dev/null | awk 'NR > 1 { print $1 }'";

// The verb is the first word that is no option, and its own verb the next.
constexpr auto kBash = R"bash(# bash completion for scalegen
_scalegen() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} verb= words i
  case $before in
    --cluster) words=$({clusters}) ;;
    --format) words='{forms}' ;;
    *)
      for ((i = 1; i < COMP_CWORD; i++)); do
        [[ $verb && $verb != clusters ]] || [[ ${{COMP_WORDS[i]}} == -* ]] || verb+=${{verb:+ }}${{COMP_WORDS[i]}}
      done
      case $verb in
{verbs}      esac
      [[ $word == -* || ! $verb || $verb == clusters ]] || words=
      [[ $word == -* || $verb != @({named}) ]] || words=$({clusters})
      ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}}
complete -o default -F _scalegen scalegen
)bash";

std::string for_bash(const std::vector<Followers>& all) {
  std::string verbs;
  std::vector<std::string> named;
  for (const auto& f : all) {
    verbs += fmt::format("        '{}') words='{}' ;;\n", f.after, f.words);
    if (f.cluster) named.push_back(fmt::format("'{}'", f.after));
  }
  return fmt::format(kBash, fmt::arg("clusters", kClusters), fmt::arg("forms", fmt::join(forms(), " ")),
                     fmt::arg("named", fmt::join(named, "|")), fmt::arg("verbs", verbs));
}

std::string zsh_value(const CLI::Option& option) {
  if (!takes_value(option)) return "";
  const auto name = option.get_lnames().empty() ? "" : option.get_lnames().front();
  if (name == "cluster") return ":cluster:_scalegen_clusters";
  return name == "format" ? fmt::format(":form:({})", fmt::join(forms(), " ")) : ":value:_files";
}

std::string zsh_arguments(const Followers& followers) {
  std::string text;
  for (const auto* option : followers.options)
    for (const auto& name : option->get_lnames())
      text += fmt::format(" \\\n        '*--{}[{}]{}'", name, plain(option->get_description()),
                          zsh_value(*option));
  return text;
}

constexpr auto kZsh = R"zsh(#compdef scalegen
_scalegen_clusters() {{ compadd -- ${{(f)"$({clusters})"}} }}
_scalegen() {{
  local -a verbs
  local verb=${{words[2]}}
  [[ $verb != clusters ]] || (( CURRENT < 4 )) || verb+=" ${{words[3]}}"
  if (( CURRENT == 2 )); then verb=; fi
  case $verb in
{verbs}  esac
}}
_scalegen "$@"
)zsh";

std::string for_zsh(const std::vector<Followers>& all) {
  std::string verbs;
  for (const auto& f : all)
    verbs +=
        f.verbs.empty()
            ? fmt::format("    '{}')\n      _arguments{} \\\n        '*:{}' ;;\n", f.after, zsh_arguments(f),
                          f.cluster ? "cluster:_scalegen_clusters" : "file:_files")
            : fmt::format("    '{}')\n      verbs=({})\n      _describe verb verbs ;;\n", f.after, f.verbs);
  return fmt::format(kZsh, fmt::arg("clusters", kClusters), fmt::arg("verbs", verbs));
}

constexpr auto kFish = R"fish(# fish completion for scalegen
function __scalegen_verb
    set -l words (string match --invert -- '-*' (commandline -opc))
    set -e words[1]
    test "$words[1]" = clusters; or set words $words[1]
    echo "$words[1..2]"
end
complete -c scalegen -n "test (__scalegen_verb) = ''" -f
)fish";

std::string fish_condition(const std::string& after) {
  return fmt::format("test (__scalegen_verb) = \\'{}\\'", after);
}

constexpr auto kFishClusters = "scalegen clusters list 2>/dev/null | tail -n +2 | string match -r '^\\S+'";

std::string fish_value(const CLI::Option& option, const std::string& name) {
  if (!takes_value(option)) return "";
  if (name == "cluster") return fmt::format(" -x -a \"({})\"", kFishClusters);
  return name == "format" ? fmt::format(" -x -a '{}'", fmt::join(forms(), " ")) : " -r";
}

std::string for_fish(const std::vector<Followers>& all) {
  std::string text = kFish;
  for (const auto& f : all) {
    if (!f.after.empty()) {
      const auto space = f.after.rfind(' ');
      const auto outer = space == std::string::npos ? "" : f.after.substr(0, space);
      text += fmt::format("complete -c scalegen -f -n '{}' -a {}\n", fish_condition(outer),
                          f.after.substr(space == std::string::npos ? 0 : space + 1));
    }
    if (f.cluster)
      text += fmt::format("complete -c scalegen -f -n '{}' -a \"({})\"\n", fish_condition(f.after),
                          kFishClusters);
    for (const auto* option : f.options)
      for (const auto& name : option->get_lnames())
        text += fmt::format("complete -c scalegen -n '{}' -l {}{} -d '{}'\n", fish_condition(f.after), name,
                            fish_value(*option, name), plain(option->get_description()));
  }
  return text;
}

}  // namespace

Result<std::string> completion(const CLI::App& app, const std::string& shell) {
  const auto all = followers_of(app);
  if (shell == "bash") return for_bash(all);
  if (shell == "zsh") return for_zsh(all);
  if (shell == "fish") return for_fish(all);
  return failure(fmt::format("no completion is known for '{}'", shell), "write bash, zsh or fish");
}

}  // namespace scalegen
