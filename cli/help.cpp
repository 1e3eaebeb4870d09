#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <set>
#include <vector>

#include "app/glossary.hpp"
#include "cli/verb_options.hpp"
#include "cli/verbs.hpp"
#include "core/embedded_file.hpp"
#include "core/text.hpp"
#include "core/text_table.hpp"

namespace scalegen {

const std::vector<EmbeddedFile>& embedded_verbs();  // docs/verbs.md, alone

namespace {

constexpr std::size_t kWidth = 80;
constexpr std::size_t kOptionColumn = 26;  // where their texts begin
constexpr std::size_t kVerbColumn = 12;

// A name, and behind it in a column of their own the lines of its text.
std::string entry(const std::string& name, const std::string& text, std::size_t column) {
  auto lines = lines_of(wrapped(text, kWidth - column));
  for (auto& line : lines) line.erase(0, std::min(line.find_first_not_of(' '), line.size()));
  const bool fits = name.size() + 4 <= column;
  return fmt::format("  {:<{}}{}{}\n", name, fits ? column - 2 : 0,
                     fits ? "" : "\n" + std::string(column, ' '),
                     fmt::join(lines, "\n" + std::string(column, ' ')));
}

// The lines of a section of docs/verbs.md below a heading; empty if there is none.
std::string commands_of(const std::string& section, const std::string& heading) {
  static const auto sections = read_glossary(embedded_verbs().front().text);
  const auto found = std::ranges::find(sections, section, &GlossaryEntry::term);
  return found == sections.end() ? "" : heading + ":\n" + found->paragraph;
}

// "; not with --format, --json"
std::string relation(const std::string& word, const std::set<CLI::Option*>& others) {
  std::vector<std::string> names;
  for (const auto* other : others) names.push_back(other->get_name());
  std::ranges::sort(names);
  return names.empty() ? "" : fmt::format("; {} {}", word, fmt::join(names, ", "));
}

class Formatter : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    auto text = CLI::Formatter::make_help(app, std::move(name), mode);
    while (text.find("\n\n\n") != std::string::npos) text.erase(text.find("\n\n\n"), 1);
    text.erase(text.find_last_not_of('\n') + 1);
    return text + "\n";
  }

  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    const auto text = option->get_description() + relation("needs", option->get_needs()) +
                      relation("not with", option->get_excludes());
    return entry(make_option_name(option, is_positional) + value_of(*option), text, kOptionColumn);
  }

  std::string make_subcommand(const CLI::App* verb) const override {
    return entry(verb->get_name(), verb->get_description(), kVerbColumn);
  }

  // CLI11 2.3 ends what precedes it with an empty line, and 2.4 does not.
  std::string make_footer(const CLI::App* app) const override { return "\n" + app->get_footer(); }

 private:
  // " TEXT=local". A check is no part of a type's name.
  static std::string value_of(const CLI::Option& option) {
    if (option.get_type_size() == 0 || option.get_positional()) return "";
    const auto& standard = option.get_default_str();
    const auto type = option.get_type_name();
    return " " + type.substr(0, type.find(':')) + (standard.empty() ? "" : "=" + standard);
  }
};

// The path of a verb is "clusters show".
void add_to_verbs(CLI::App& app, const std::string& prefix, const std::shared_ptr<Formatter>& form) {
  for (auto* verb : app.get_subcommands({})) {
    const auto path = prefix + verb->get_name();
    verb->footer([path] { return commands_of(path, "Examples"); });
    verb->formatter(form);
    if (!verb->get_group().empty()) verb->group("Verbs");
    add_to_verbs(*verb, path + " ", form);
  }
}

std::string first_steps_and_statuses() {
  auto text = commands_of("First steps", "First steps") + "\nExit status:\n";
  for (const auto& [status, meaning] : kExitMeanings)
    text += entry(std::string(status), std::string(meaning), kVerbColumn);
  return text;
}

}  // namespace

// Footers are made when they are read: scripts start the tool often, and ask for no help.
void add_help(CLI::App& app) {
  const auto form = std::make_shared<Formatter>();
  form->label("SUBCOMMAND", "VERB");
  app.formatter(form);
  add_to_verbs(app, "", form);
  app.footer(first_steps_and_statuses);
}

}  // namespace scalegen
