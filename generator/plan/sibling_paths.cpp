#include "generator/plan/sibling_paths.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/bash_text.hpp"
#include "generator/plan/placeholders.hpp"

namespace scalegen::plan {
namespace {

using Kind = OwnProgram::Kind;
using Text = Located<std::string>;

/// A word of a text of bash, or a part of one: what stands between blanks, quotes and operators.
struct Piece {
  std::size_t offset = 0;
  std::string text{};
  bool stands_alone = true;  // a whole word of a command
};

// It is made in the run's own folder, whatever stands beside the sweep file.
bool is_written(const std::string& text, const BashWord& redirection) {
  const auto before = text.find_last_not_of(" \t|", redirection.begin - 1);
  return before != std::string::npos && text[before] == '>';
}

std::vector<Piece> pieces_of(const std::string& text) {
  constexpr auto kBetween = " \t\n'\"`;&|<>()=:";
  std::vector<Piece> pieces;
  const auto add = [&](const std::vector<BashWord>& words, bool are_words) {
    for (const auto& word : words)
      for (auto begin = text.find_first_not_of(kBetween, word.begin); begin < word.end;) {
        const auto end = std::min(text.find_first_of(kBetween, begin), word.end);
        pieces.push_back(
            {begin, text.substr(begin, end - begin), are_words && begin == word.begin && end == word.end});
        begin = text.find_first_not_of(kBetween, end);
      }
  };
  for (auto& command : read_bash(text).commands) {
    add(command.assignments, true);
    add(command.words, true);
    std::erase_if(command.redirections, [&](const auto& file) { return is_written(text, file); });
    add(command.redirections, false);
  }
  std::ranges::sort(pieces, {}, &Piece::offset);
  return pieces;
}

/// The words of a program: of a text those that bash reads, else all as they are.
std::vector<Piece> pieces_of(const OwnProgram& program, const Text& word) {
  return program.is_text ? pieces_of(word.value) : std::vector<Piece>{{0, word.value}};
}

bool is_relative(const std::string& path) {
  constexpr std::string_view kElsewhere = "/~{$-";
  return !path.empty() && path != "." && path != ".." &&
         kElsewhere.find(path.front()) == std::string_view::npos;
}

bool is_script_of_command(const std::string& word, const IsSibling& is_sibling) {
  const bool may_be = word.starts_with("./") || word.ends_with(".py") || word.ends_with(".sh");
  return may_be && is_relative(word) && is_sibling(word);
}

void put_folder_before(Text& text, std::size_t offset) {
  text.value.insert(offset, fmt::format("{{{}}}/", kSweepDir));
}

/// Puts the folder before the first word for which `is_it` is true.
bool put_before_first(OwnProgram& program, const IsSibling& is_it) {
  for (auto& word : program.words)
    for (const auto& piece : pieces_of(program, word)) {
      if (!piece.stands_alone || !is_relative(piece.text) || !is_it(piece.text)) continue;
      put_folder_before(word, piece.offset);
      return true;
    }
  return false;
}

OwnProgram with_script_found(OwnProgram program, const IsSibling& is_sibling) {
  if (starts_module(program)) return program;
  const auto is_script = [](const std::string& word) { return word.ends_with(".py"); };
  if (!put_before_first(program, is_script)) put_before_first(program, is_sibling);
  return program;
}

OwnProgram with_commands_found(OwnProgram program, const IsSibling& is_sibling) {
  for (auto& word : program.words) {
    const auto pieces = pieces_of(program, word);
    for (auto piece = pieces.rbegin(); piece != pieces.rend(); ++piece)  // offsets before it stay
      if (piece->stands_alone && is_script_of_command(piece->text, is_sibling))
        put_folder_before(word, piece->offset);
  }
  return program;
}

void warn_of(const Text& text, const std::vector<Piece>& pieces, const IsSibling& is_sibling,
             Findings& findings) {
  for (const auto& [offset, path, stands_alone] : pieces)
    if (is_relative(path) && is_sibling(path))
      findings.add_warning(
          error_at(location_within(text, offset),
                   fmt::format("'{}' is in the folder of the sweep file, and not in a run's own", path),
                   fmt::format("if the program reads it, write {{{}}}/{}; what it writes belongs into its "
                               "own folder",
                               kSweepDir, path)));
}

}  // namespace

bool has_own_folders(const SweepFile& sweep) {
  return sweep.workdir && !placeholders_in(sweep.workdir->value).empty();
}

OwnProgram found_from_any_folder(OwnProgram program, const IsSibling& is_sibling) {
  return program.kind == Kind::command ? with_commands_found(std::move(program), is_sibling)
                                       : with_script_found(std::move(program), is_sibling);
}

bool starts_module(const OwnProgram& program) {
  if (program.kind == Kind::command) return false;
  for (const auto& word : program.words)
    for (const auto& piece : pieces_of(program, word)) {
      if (piece.text == "-m") return true;
      if (!piece.text.starts_with('-')) return false;
    }
  return false;
}

void warn_of_sibling_paths(const SweepFile& sweep, const IsSibling& is_sibling, Findings& findings) {
  if (sweep.program)
    for (const auto& word : found_from_any_folder(*sweep.program, is_sibling).words)
      warn_of(word, pieces_of(word.value), is_sibling, findings);
  for (const auto& line : sweep.setup) warn_of(line, pieces_of(line.value), is_sibling, findings);
  for (const auto& variable : sweep.env)
    warn_of(variable.second, pieces_of(variable.second.value), is_sibling, findings);
  if (sweep.data.location.file) warn_of(sweep.data, {{0, sweep.data.value}}, is_sibling, findings);
}

}  // namespace scalegen::plan
