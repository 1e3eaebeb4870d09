#include "core/bash_text.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "core/text.hpp"

namespace scalegen {
namespace {

constexpr int kDeepest = 50;  // of `$( )` within each other; deeper ones are read as words

constexpr auto kMeta = std::string_view(" \t\r\n|&;()<>");

bool is_assignment(std::string_view word) {
  const auto equals = word.find('=');
  if (equals == word.npos || equals == 0) return false;
  const auto name = word.substr(0, word[equals - 1] == '+' ? equals - 1 : equals);
  return is_variable_name(name.substr(0, name.find('[')));
}

class BashReader {
 public:
  explicit BashReader(std::string_view text) : text_(text) {}

  BashText read() {
    read_commands();
    return std::move(result_);
  }

 private:
  enum class Group { parentheses, braces, condition, loop, choice };
  struct Opened {
    Group kind{};
    std::size_t command = 0;
    int depth = 0;   // outside
    int branch = 0;  // outside
  };
  struct HereDocument {
    std::string end{};
    bool is_literal = false;
    bool has_tabs = false;
  };

  [[nodiscard]] char at(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  [[nodiscard]] bool ends() const { return at_ >= text_.size(); }
  [[nodiscard]] bool is_open(Group kind) const { return !opened_.empty() && opened_.back().kind == kind; }

  void mark(std::size_t begin, BashQuoting quoting) {
    if (begin < at_) result_.stretches.push_back({begin, at_, quoting});
  }

  void read_commands() {
    while (!ends()) {
      const char c = at();
      if (c == ')' && is_substitution_ && opened_.empty()) return;
      if (c == ' ' || c == '\t' || c == '\r')
        ++at_;
      else if (c == '\\' && at(1) == '\n')
        at_ += 2;
      else if (c == '#')
        read_comment();
      else if (kMeta.find(c) == kMeta.npos || (at(1) == '(' && (c == '<' || c == '>')))
        read_word_of_command();
      else if (is_test_ && c != '\n')
        ++at_;
      else if (c == '<' || c == '>')
        read_redirection();
      else
        read_operator();
    }
  }

  void read_comment() {
    const auto begin = at_;
    at_ = std::min(text_.find('\n', at_), text_.size());
    mark(begin, BashQuoting::comment);
  }

  void read_operator() {
    const char c = at();
    if (c == '\n') {
      end_command(BashOperator::end);
      ++at_;
      read_here_documents();
    } else if (c == '&' && at(1) == '>') {
      at_ += at(2) == '>' ? 3U : 2U;
      read_target();
    } else if (c == '(' || c == ')') {
      c == '(' ? read_open_parenthesis() : read_close_parenthesis();
    } else if (c == ';') {
      end_command(BashOperator::end);
      if (at(1) == ';' || at(1) == '&') begin_branch(kPattern);
      while (at() == ';' || at() == '&') ++at_;
    } else {
      const bool is_double = at(1) == c;
      if (c == '&')
        end_command(is_double ? BashOperator::and_then : BashOperator::background);
      else
        end_command(is_double ? BashOperator::or_else : BashOperator::pipe);
      at_ += is_double || at(1) == '&' ? 2U : 1U;  // |& is a pipe, too
    }
  }

  void read_open_parenthesis() {
    auto* const command = current();
    const bool is_head = command != nullptr && command->words.size() == 1 && command->words[0].text == "for";
    if ((command == nullptr || is_head) && at(1) == '(') return skip_arithmetic(2);
    ++at_;
    if (command == nullptr && is_open(Group::choice)) return;  // before a pattern
    if (command == nullptr || command->is_group) return open(Group::parentheses);
    const auto close = text_.find_first_not_of(" \t", at_);
    if (command->words.size() != 1 || close == text_.npos || text_[close] != ')') return;
    at_ = close + 1;  // the head of a function
    function_ = command->words.front().text;
    result_.commands.pop_back();
    current_.reset();
  }

  void read_close_parenthesis() {
    ++at_;
    if (is_open(Group::parentheses)) return close(Group::parentheses);
    end_command(BashOperator::end);
    if (is_open(Group::choice)) begin_branch(++branches_);  // behind a pattern of `case`
  }

  /// Up to the parenthesis that closes the first of `open` ones.
  void skip_arithmetic(int open) {
    at_ += static_cast<std::size_t>(open);
    for (; !ends() && open > 0; ++at_) open += at() == '(' ? 1 : at() == ')' ? -1 : 0;
  }

  void open(Group kind) {
    end_command(BashOperator::end);
    opened_.push_back({kind, result_.commands.size(), depth_, branch_});
    if (!function_.empty()) ++depth_;
    result_.commands.push_back({.begin = at_,
                                .depth = depth_,
                                .is_group = true,
                                .is_loop = kind == Group::loop,
                                .function = std::exchange(function_, {}),
                                .branch = branch_});
    ++depth_;
    begin_branch(kind == Group::condition ? kCondition : kind == Group::choice ? kPattern : 0);
  }

  /// A branch within a condition is a part of it.
  void begin_branch(int branch) {
    if (!opened_.empty() && (opened_.back().branch >= 0 || branch == kPattern)) branch_ = branch;
  }

  void close(Group kind) {
    if (!is_open(kind)) return;
    end_command(BashOperator::end);
    current_ = opened_.back().command;
    depth_ = opened_.back().depth;
    branch_ = opened_.back().branch;
    opened_.pop_back();
  }

  BashCommand* current() { return current_ ? &result_.commands[*current_] : nullptr; }

  BashCommand& command_at(std::size_t begin) {
    if (!current_) {
      current_ = result_.commands.size();
      result_.commands.push_back({.begin = begin, .depth = depth_, .branch = branch_});
    }
    return result_.commands[*current_];
  }

  void end_command(BashOperator after) {
    if (auto* const command = current()) command->after = after;
    current_.reset();
    is_test_ = false;
  }

  void read_word_of_command() {
    auto word = read_word();
    if (word.is_bare && is_all_digits(word.text) && (at() == '<' || at() == '>')) return;  // a descriptor
    const auto* const before = current();
    const bool is_first = before == nullptr || before->words.empty();
    if (is_first && word.is_bare && (before == nullptr || before->assignments.empty()) && take_reserved(word))
      return;
    if (is_first && is_assignment(text_.substr(word.begin, word.end - word.begin))) {
      if (at() == '(' && word.text.ends_with('=')) {
        skip_arithmetic(1);  // an array
        word.end = at_;
      }
      command_at(word.begin).assignments.push_back(std::move(word));
      return;
    }
    if (word.is_bare && word.text == "[[" && is_first) is_test_ = true;
    if (word.is_bare && word.text == "]]") is_test_ = false;
    command_at(word.begin).words.push_back(std::move(word));
  }

  /// True for a reserved word that is no part of a command.
  bool take_reserved(const BashWord& word) {
    constexpr auto kBetween =
        std::to_array<std::string_view>({"then", "else", "do", "elif", "!", "time", "-p"});
    const auto between = std::find(kBetween.begin(), kBetween.end(), word.text);
    if (between < kBetween.begin() + 3) begin_branch(++branches_);
    if (word.text == "elif") begin_branch(kCondition);
    if (between != kBetween.end()) return true;
    if (word.text == "function") return take_function();
    const auto begins = [&](std::string_view name, Group kind) {
      if (word.text == name) open(kind);
      return word.text == name;
    };
    const auto ends = [&](std::string_view name, Group kind) {
      if (word.text == name) close(kind);
      return word.text == name;
    };
    if (word.text == "while" || word.text == "until") {
      open(Group::loop);
      begin_branch(kCondition);
      return true;
    }
    if (begins("for", Group::loop) || begins("select", Group::loop) || begins("case", Group::choice))
      return false;  // their words name no program, and bash's word before them says so
    return begins("{", Group::braces) || ends("}", Group::braces) || begins("if", Group::condition) ||
           ends("fi", Group::condition) || ends("done", Group::loop) || ends("esac", Group::choice);
  }

  /// `function NAME {` and `function NAME() {`, behind the first word.
  bool take_function() {
    skip_blanks();
    function_ = read_word().text;
    skip_blanks();
    if (at() == '(' && at(1) == ')') at_ += 2;
    return true;
  }

  void read_redirection() {
    if (text_.substr(at_).starts_with("<<") && at(2) != '<') {
      at_ += 2;
      const bool has_tabs = at() == '-';
      if (has_tabs) ++at_;
      skip_blanks();
      auto end = read_word();
      here_documents_.push_back({std::move(end.text), !end.is_bare, has_tabs});
      return;
    }
    while (at() == '<' || at() == '>' || at() == '&' || at() == '|') ++at_;
    read_target();
  }

  void skip_blanks() {
    while (at() == ' ' || at() == '\t') ++at_;
  }

  void read_target() {
    skip_blanks();
    if (ends() || (kMeta.find(at()) != kMeta.npos && at(1) != '(')) return;
    auto word = read_word();
    command_at(word.begin).redirections.push_back(std::move(word));
  }

  void read_here_documents() {
    for (const auto& document : std::exchange(here_documents_, {})) {
      const auto begin = at_;
      while (!ends()) {
        const auto end = std::min(text_.find('\n', at_), text_.size());
        auto line = text_.substr(at_, end - at_);
        if (document.has_tabs) line.remove_prefix(std::min(line.find_first_not_of('\t'), line.size()));
        at_ = std::min(end + 1, text_.size());
        if (line == document.end) break;
      }
      mark(begin, document.is_literal ? BashQuoting::literal_here_document : BashQuoting::here_document);
    }
  }

  BashWord read_word() {
    BashWord word{.begin = at_};
    if (at(1) == '(' && (at() == '<' || at() == '>')) {
      ++at_;
      read_substitution(word);
    }
    while (!ends() && kMeta.find(at()) == kMeta.npos) read_part(word);
    word.end = at_;
    return word;
  }

  void read_part(BashWord& word) {
    const char c = at();
    if (c == '\\') {
      word.is_bare = false;
      if (at(1) != '\n' && at(1) != '\0') word.text += at(1);
      at_ = std::min(at_ + 2, text_.size());
    } else if (c == '\'') {
      read_single_quotes(word);
    } else if (c == '"') {
      read_double_quotes(word);
    } else if (c == '$' || c == '`') {
      read_expansion(word);
    } else {
      if (std::string_view("*?[{").find(c) != std::string_view::npos || (c == '~' && at_ == word.begin))
        word.is_literal = false;
      word.text += c;
      ++at_;
    }
  }

  void read_single_quotes(BashWord& word) {
    word.is_bare = false;
    const auto begin = ++at_;
    at_ = std::min(text_.find('\'', at_), text_.size());
    word.text += text_.substr(begin, at_ - begin);
    mark(begin, BashQuoting::single);
    if (!ends()) ++at_;
  }

  void read_double_quotes(BashWord& word) {
    word.is_bare = false;
    auto begin = ++at_;
    while (!ends() && at() != '"') {
      if (at() == '\\' && std::string_view("$`\"\\\n").find(at(1)) != std::string_view::npos) {
        if (at(1) != '\n' && at(1) != '\0') word.text += at(1);
        at_ = std::min(at_ + 2, text_.size());
      } else if (at() == '`' || (at() == '$' && at(1) == '(')) {
        mark(begin, BashQuoting::doubled);
        read_expansion(word);
        begin = at_;
      } else {
        word.is_literal = word.is_literal && at() != '$';
        word.text += at();
        ++at_;
      }
    }
    mark(begin, BashQuoting::doubled);
    if (!ends()) ++at_;
  }

  /// `$name` `${name}` `$(command)` `$((1 + 2))` `$'text'` and backticks.
  void read_expansion(BashWord& word) {
    const auto begin = at_;
    word.is_literal = false;
    if (at() == '$' && at(1) == '(') {
      ++at_;
      if (at(1) == '(')
        skip_arithmetic(2);
      else
        read_substitution(word);
    } else if (at() == '`') {
      do at_ += at() == '\\' ? 2U : 1U;
      while (!ends() && at() != '`');
      at_ = std::min(at_ + 1, text_.size());
    } else if (at(1) == '{') {
      skip_braces();
    } else if (at(1) == '\'') {
      skip_escaped_quotes();
      word.is_bare = false;
    } else {
      ++at_;  // a name is read on as a part of the word
    }
    word.text += text_.substr(begin, at_ - begin);
  }

  void skip_braces() {
    ++at_;
    int open = 0;
    do {
      open += at() == '{' ? 1 : at() == '}' ? -1 : 0;
      at_ = std::min(at_ + (at() == '\\' ? 2 : 1), text_.size());
    } while (!ends() && open > 0);
  }

  void skip_escaped_quotes() {
    const auto begin = at_ += 2;
    while (!ends() && at() != '\'') at_ = std::min(at_ + (at() == '\\' ? 2 : 1), text_.size());
    mark(begin, BashQuoting::single);
    if (!ends()) ++at_;
  }

  /// At the parenthesis that opens it.
  void read_substitution(BashWord& word) {
    word.is_literal = false;
    ++at_;
    if (nesting_ == kDeepest) return;
    BashReader inner(text_);
    inner.at_ = at_;
    inner.nesting_ = nesting_ + 1;
    inner.is_substitution_ = true;
    inner.read_commands();
    at_ = std::min(inner.at_ + 1, text_.size());
    auto& stretches = inner.result_.stretches;
    result_.stretches.insert(result_.stretches.end(), stretches.begin(), stretches.end());
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int nesting_ = 0;
  bool is_substitution_ = false;  // ends at a parenthesis that nothing in it opens
  bool is_test_ = false;          // within [[ ]], where < and && are no operators
  std::string function_{};        // whose body follows
  int depth_ = 0;
  int branch_ = 0;
  int branches_ = 0;                      // so far
  std::optional<std::size_t> current_{};  // the command that is read, or the group that has just ended
  std::vector<Opened> opened_{};
  std::vector<HereDocument> here_documents_{};  // whose texts begin with the next line
  BashText result_{};
};

}  // namespace

BashText read_bash(std::string_view text) { return BashReader(text).read(); }

BashQuoting quoting_at(const BashText& text, std::size_t offset) {
  const auto& all = text.stretches;
  const auto after = std::ranges::upper_bound(all, offset, {}, &BashStretch::begin);
  if (after == all.begin()) return BashQuoting::none;
  const auto& stretch = *(after - 1);
  return offset < stretch.end ? stretch.quoting : BashQuoting::none;
}

}  // namespace scalegen
