#include "core/launcher_options.hpp"

#include <algorithm>

#include "core/text.hpp"

namespace scalegen {
namespace {

// Options that take no word behind them. Of srun some are Pyxis's.
constexpr std::string_view kAloneOfSrun =
    " --bcast --contiguous --disable-status --exact --exclusive --hold --immediate --interactive --label "
    "--kill-on-bad-exit --multi-prog --nice --no-kill --overcommit --overlap --oversubscribe --propagate "
    "--preserve-env --pty --quiet --resv-ports --send-libs --spread-job --stepmgr --test-only --unbuffered "
    "--use-min-nodes --verbose --version --container-writable --container-readonly --container-remap-root "
    "--container-mount-home --no-container-mount-home --no-container-entrypoint -E -H -I -K -O -Q -V -X -Z "
    "-h -k -l -s -u -v ";
constexpr std::string_view kAloneOfOthers =
    " --standalone --no-python --no_python --module -m --run-path --run_path --use-env --use_env "
    "--allow-run-as-root --oversubscribe -oversubscribe --report-bindings -report-bindings --tag-output "
    "--display-map -v -q ";

bool is_in(std::string_view list, std::string_view name) {
  return list.find(" " + std::string(name) + " ") != list.npos;
}

/// Where the value of an option begins in its own word; 0 if it does not stand there.
std::size_t value_within(std::string_view word, bool is_srun) {
  if (const auto equals = word.find('='); word.starts_with("--") || !is_srun)
    if (equals != word.npos) return equals + 1;
  const bool is_letter = !word.starts_with("--") && word.size() > 2;
  return is_letter && (is_srun || is_digit(word[2])) ? 2 : 0;
}

}  // namespace

LauncherWords read_launcher(std::span<const std::string> words) {
  LauncherWords read;
  auto& at = read.program = std::min<std::size_t>(1, words.size());
  const bool is_srun = !words.empty() && words[0].ends_with("srun");
  for (; at < words.size() && words[at].size() > 1 && words[at].front() == '-'; ++at) {
    const std::string_view word = words[at];
    LauncherOption option{word, {}, at, at};
    if (const auto begin = value_within(word, is_srun)) {
      option.name = word.substr(0, word[begin - 1] == '=' ? begin - 1 : begin);
      option.value = word.substr(begin);
    } else if (!is_in(is_srun ? kAloneOfSrun : kAloneOfOthers, word) && at + 1 < words.size()) {
      option.value_word = ++at;
      option.value = words[at];
    }
    read.options.push_back(option);
    if (word.ends_with("-mca") && at + 1 < words.size()) ++at;  // a name and a value
  }
  return read;
}

}  // namespace scalegen
