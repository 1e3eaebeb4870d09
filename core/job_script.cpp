#include "core/job_script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/regex.hpp"

namespace scalegen {
namespace {

enum class Takes { nothing, a_value, perhaps };  // the last only behind `=`

struct OptionForm {
  std::string name{};
  char letter = ' ';
  Takes takes = Takes::a_value;
};

// Of sbatch 22.05 to 25.11, by their manuals, and four that sbatch knows and its manual does not.
// Each with its letter behind a '|'.
constexpr std::string_view kWithValue =
    "account|A acctg-freq array|a autocomplete batch bb bbf begin|b chdir|D cluster "
    "cluster-constraint clusters|M comment constraint|C container container-id context "
    "core-spec|S cores-per-socket cpu-freq cpus-per-gpu cpus-per-task|c deadline delay-boot "
    "dependency|d distribution|m error|e exclude|x export export-file extra extra-node-info|B "
    "gid gpu-bind gpu-freq gpus|G gpus-per-node gpus-per-socket gpus-per-task gres gres-flags "
    "hint input|i job-name|J kill-on-invalid-dep licenses|L mail-type mail-user mcs-label mem "
    "mem-bind mem-per-cpu mem-per-gpu mincpus network nodefile|F nodelist|w nodes|N ntasks|n "
    "ntasks-per-core ntasks-per-gpu ntasks-per-node ntasks-per-socket ntasks-per-tres open-mode "
    "output|o partition|p power prefer priority profile qos|q reservation segment signal "
    "sockets-per-node switches tasks-per-node thread-spec threads-per-core time|t time-min tmp "
    "tres-bind tres-per-task uid wait-all-nodes wckey wrap";
constexpr std::string_view kPerhapsWithValue =
    "exclusive get-user-env nice no-kill|k oom-kill-step propagate resv-ports";
constexpr std::string_view kWithoutValue =
    "consolidate-segments contiguous help|h hold|H ignore-pbs no-requeue overcommit|O "
    "oversubscribe|s parsable quiet|Q reboot requeue spread-job spread-segments stepmgr "
    "test-only usage use-min-nodes verbose|v version|V wait|W";

std::vector<OptionForm> read_forms() {
  std::vector<OptionForm> forms;
  const auto read = [&](std::string_view names, Takes takes) {
    while (!names.empty()) {
      const auto word = names.substr(0, names.find(' '));
      const auto bar = word.find('|');
      forms.push_back(
          {fmt::format("--{}", word.substr(0, bar)), bar == word.npos ? ' ' : word[bar + 1], takes});
      names.remove_prefix(std::min(word.size() + 1, names.size()));
    }
  };
  read(kWithValue, Takes::a_value);
  read(kPerhapsWithValue, Takes::perhaps);
  read(kWithoutValue, Takes::nothing);
  return forms;
}

const std::vector<OptionForm>& forms() {
  static const auto all = read_forms();
  return all;
}

const OptionForm* form_of_long(std::string_view name) {
  const OptionForm* found = nullptr;
  int count = 0;
  for (const auto& form : forms()) {
    if (form.name == name) return &form;
    if (name.size() <= 2 || !form.name.starts_with(name)) continue;
    found = &form;
    ++count;
  }
  return count == 1 ? found : nullptr;
}

const OptionForm* form_of_letter(char letter) {
  const auto found = std::ranges::find(forms(), letter, &OptionForm::letter);
  return letter == ' ' || found == forms().end() ? nullptr : &*found;
}

const OptionForm* form_of(std::string_view word) {
  if (word.starts_with("--")) return form_of_long(word.substr(0, word.find('=')));
  return word.size() > 1 && word.front() == '-' ? form_of_letter(word[1]) : nullptr;
}

/// The name that a manual has for it.
std::string_view name_of(const OptionForm& form) {
  if (form.name == "--tasks-per-node") return "--ntasks-per-node";
  if (form.name == "--cluster") return "--clusters";
  return form.name;
}

constexpr std::string_view kBlanks = " \t\r\f\v";
constexpr std::string_view kMark = "#SBATCH";

struct OptionWord {
  std::string text{};
  std::size_t begin = 0;
  std::size_t end = 0;
  bool is_open = false;  // lacks its closing quote
};

/// Adds the words of one line as sbatch takes them: it knows quotes, backslashes in and outside them, and
/// comments, which begin in the midst of a word, too.
void add_words_of_line(std::string_view text, std::size_t begin, std::size_t end,
                       std::vector<OptionWord>& words) {
  for (auto at = begin;;) {
    while (at < end && kBlanks.find(text[at]) != std::string_view::npos) ++at;
    if (at == end || text[at] == '#') return;
    OptionWord word{.begin = at};
    char quote = '\0';
    for (; at < end; ++at) {
      const char c = text[at];
      if (quote == '\0' && (c == '#' || kBlanks.find(c) != std::string_view::npos)) break;
      if (c == '\\') {
        if (at + 1 < end) word.text += text[++at];
      } else if (c == quote)
        quote = '\0';
      else if (quote == '\0' && (c == '"' || c == '\''))
        quote = c;
      else
        word.text += c;
    }
    word.end = at;
    word.is_open = quote != '\0';
    words.push_back(std::move(word));
  }
}

/// What the words of all lines say of options: of letters together, as in -Hn4, each. An option that lacks
/// its value in a line takes the first word of the next.
class DirectiveReader {
 public:
  explicit DirectiveReader(std::vector<Directive>& directives) : directives_(directives) {}

  void read(const std::vector<OptionWord>& words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (are_options_ && words[i].text == "--") {
        are_options_ = false;
        continue;
      }
      const auto* const next = i + 1 < words.size() ? &words[i + 1] : nullptr;
      const bool took_next = are_options_ && words[i].text.starts_with("--") ? read_long(words[i], next)
                                                                             : read_short(words[i], next);
      if (took_next) ++i;
    }
  }

 private:
  Directive& add(const OptionForm* form, const OptionWord& word, std::string_view name, std::string value,
                 std::size_t value_begin, std::size_t end) {
    directives_.push_back({std::string(form != nullptr ? name_of(*form) : name), std::move(value),
                           form != nullptr, word.begin, end, value_begin,
                           form != nullptr ? DirectiveFault::none : DirectiveFault::unknown});
    if (word.is_open) directives_.back().fault = DirectiveFault::open_quote;
    return directives_.back();
  }

  bool read_long(const OptionWord& word, const OptionWord* next) {
    const auto equals = word.text.find('=');
    const auto name = word.text.substr(0, equals);
    const auto* const form = form_of_long(name);
    if (equals == std::string::npos) return add_alone(form, word, name, next);
    auto& added = add(form, word, name, word.text.substr(equals + 1), word.begin + equals + 1, word.end);
    if (form != nullptr && form->takes == Takes::nothing) added.fault = DirectiveFault::takes_no_value;
    return false;
  }

  bool add_alone(const OptionForm* form, const OptionWord& word, std::string_view name,
                 const OptionWord* next) {
    const bool takes_a_value = form != nullptr && form->takes == Takes::a_value;
    if (!takes_a_value || next == nullptr) {
      auto& added = add(form, word, name, "", word.end, word.end);
      if (takes_a_value && !word.is_open) added.fault = DirectiveFault::no_value;
      return false;
    }
    auto& added = add(form, word, name, next->text, next->begin, next->end);
    if (next->is_open) added.fault = DirectiveFault::open_quote;
    return true;
  }

  bool read_short(const OptionWord& word, const OptionWord* next) {
    if (!are_options_ || word.text.size() < 2 || word.text.front() != '-') {
      if (!word.text.empty() || word.is_open)
        add(nullptr, word, word.text, "", word.end, word.end).fault =
            word.is_open ? DirectiveFault::open_quote : DirectiveFault::no_option;
      return false;
    }
    for (std::size_t i = 1; i < word.text.size(); ++i) {
      const auto* const form = form_of_letter(word.text[i]);
      const auto name = form != nullptr ? std::string(form->name) : std::string("-") + word.text[i];
      const bool is_last = i + 1 == word.text.size();
      if (form == nullptr || (form->takes != Takes::nothing && !is_last)) {
        add(form, word, name, form != nullptr ? word.text.substr(i + 1) : "", word.begin + i + 1, word.end);
        return false;
      }
      if (is_last) return add_alone(form, word, name, next);
      add(form, word, name, "", word.end, word.end);
    }
    return false;
  }

  std::vector<Directive>& directives_;
  bool are_options_ = true;  // up to the word --
};

}  // namespace

std::string_view sbatch_option_named(std::string_view word) {
  const auto* const form = form_of(word);
  return form == nullptr ? "" : name_of(*form);
}

std::vector<std::string> sbatch_options() {
  std::vector<std::string> names;
  for (const auto& form : forms()) names.push_back(form.name);
  return names;
}

// sbatch reads lines that begin with #SBATCH up to the first that is neither blank nor a comment.
JobScript read_job_script(std::string file, std::string text) {
  JobScript script{.file = std::move(file), .text = std::move(text)};
  const std::string_view all = script.text;
  script.bash = read_bash(all);
  script.body = all.size();
  std::vector<OptionWord> words;
  for (std::size_t begin = 0; begin < all.size();) {
    const auto end = std::min(all.find('\n', begin), all.size());
    script.lines.push_back(begin);
    const auto first = std::min(all.find_first_not_of(kBlanks, begin), end);
    const bool is_head = script.body == all.size();
    if (is_head && all.substr(begin).starts_with(kMark))
      add_words_of_line(all, begin + kMark.size(), end, words);
    else if (is_head && first < end && all[first] != '#')
      script.body = begin;
    begin = end + 1;
  }
  DirectiveReader(script.directives).read(words);
  return script;
}

std::string interpreter_of(const JobScript& script) {
  static const Regex kLine(R"(^#![ \t]*(?:\S*/env[ \t]+(?:-\S+[ \t]+)*)?(?:[^ \t\r\n]*/)?([^ \t\r\n]+))");
  std::string name;
  partial_match(std::string_view(script.text).substr(0, 256), kLine, &name);
  return name;
}

bool is_shell(std::string_view interpreter) {
  return interpreter == "bash" || interpreter == "sh" || interpreter == "dash" || interpreter == "ksh";
}

const Directive* first_part(const JobScript& script) {
  const auto found = std::ranges::find_if(
      script.directives, [](const Directive& d) { return d.name == "hetjob" || d.name == "packjob"; });
  return found == script.directives.end() ? nullptr : &*found;
}

std::optional<std::size_t> line_of_pbs(std::string_view text) {
  static const Regex kLine("(?m)^(#PBS|#BSUB)");
  std::string_view found;
  if (!partial_match(text, kLine, &found)) return std::nullopt;
  return static_cast<std::size_t>(found.data() - text.data());
}

CitedLine cite(const JobScript& script, std::size_t offset) {
  const auto after = std::ranges::upper_bound(script.lines, offset);
  if (after == script.lines.begin()) return {script.file, 1, 1, ""};
  const auto begin = *(after - 1);
  const auto end = std::min(script.text.find('\n', begin), script.text.size());
  const auto before = std::string_view(script.text).substr(begin, std::min(offset, end) - begin);
  const auto characters =
      std::ranges::count_if(before, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; });
  return {script.file, static_cast<int>(after - script.lines.begin()), static_cast<int>(characters) + 1,
          script.text.substr(begin, end - begin)};
}

const Directive* find_directive(const JobScript& script, std::string_view name) {
  const auto last = std::find_if(script.directives.rbegin(), script.directives.rend(),
                                 [&](const Directive& d) { return d.name == name; });
  return last == script.directives.rend() ? nullptr : &*last;
}

}  // namespace scalegen
