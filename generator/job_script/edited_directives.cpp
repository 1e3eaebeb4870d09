#include "generator/job_script/edited_directives.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <ranges>
#include <string_view>

#include "core/job_request.hpp"
#include "core/regex.hpp"
#include "core/text.hpp"
#include "core/units.hpp"
#include "generator/job_script/size_words.hpp"

namespace scalegen {
namespace {

constexpr std::string_view kOwnComment = "# scalegen advises ";

// Empty if it is no whole number.
std::string ratio_text(int all, int parts) {
  return parts > 0 && all % parts == 0 ? std::to_string(all / parts) : "";
}

// The count in `4`, `a100:4` or gres' `gpu:a100:4,lscratch:10`; empty if GPUs of several types are asked for.
std::string with_gpus(const Directive& d, const std::string& count) {
  static const Regex kForm(
      R"(((?:[^,]+,)*?(?:gres[:/])?gpu(?::[^:,(]+?)??)(?::\d+)?((?:[(][^)]*[)])?(?:,.*)?))");
  const std::string_view hidden = d.name == "--gres" ? "" : "gpu:";
  std::string head;
  std::string rest;
  const bool is_one = full_match(fmt::format("{}{}", hidden, d.value), kForm, &head, &rest) &&
                      rest.find(hidden.empty() ? "gpu" : ",") == std::string::npos;
  return count.empty() || !is_one ? "" : (head + ":" + count + rest).substr(hidden.size());
}

// Its own value if that is as much. --mem=0 is all of a node.
std::optional<std::string> memory_for(const Directive& d, const WantedRequest& w) {
  if (!w.memory_mib_per_node || !d.name.starts_with("--mem") || d.value == "0") return std::nullopt;
  const int parts = d.name == "--mem-per-cpu"   ? w.cpus_per_node
                    : d.name == "--mem-per-gpu" ? w.gpus_per_node
                                                : 1;
  if (d.name == "--mem-bind" || parts == 0) return std::nullopt;
  const auto mib = (*w.memory_mib_per_node + parts - 1) / parts;
  return parse_memory_mib(d.value) == mib ? d.value : memory_text(mib);
}

// Empty if the option cannot say it; nullopt for one that says nothing of the request.
std::optional<std::string> value_for(const Directive& d, const WantedRequest& w) {
  const std::string_view name = d.name;
  const int gpus = w.gpus_per_node;
  if (name == "--nodes") return std::to_string(w.nodes);
  if (name == "--ntasks") return std::to_string(w.nodes * w.tasks_per_node);
  if (name == "--ntasks-per-node") return std::to_string(w.tasks_per_node);
  if (name == "--ntasks-per-gpu") return ratio_text(w.tasks_per_node, gpus);
  if (name == "--cpus-per-task") return ratio_text(w.cpus_per_node, w.tasks_per_node);
  if (name == "--cpus-per-gpu") return ratio_text(w.cpus_per_node, gpus);
  if (name == "--gpus") return with_gpus(d, std::to_string(w.nodes * gpus));
  if (name == "--gpus-per-node" || (name == "--gres" && d.value.find("gpu") != std::string::npos))
    return with_gpus(d, std::to_string(gpus));
  if (name == "--gpus-per-task") return with_gpus(d, ratio_text(gpus, w.tasks_per_node));
  for (const auto other : {"--gpus-per-socket", "--mincpus", "--nodelist", "--ntasks-per-socket",
                           "--time-min", "--tres-per-task", "--cores-per-socket", "--sockets-per-node"})
    if (name == other) return "";
  if (name == "--time" && w.time) return parse_time(d.value) == w.time ? d.value : slurm_time(*w.time);
  return memory_for(d, w);
}

const std::string& why(const Directive& d, const WantedRequest& wanted) {
  if (d.name == "--time") return wanted.why_time;
  return d.name.starts_with("--mem") ? wanted.why_memory : wanted.why_size;
}

std::string comment(const WantedRequest& wanted, const std::vector<std::string>& reasons) {
  auto text = fmt::format("{}{}: {}", kOwnComment, wanted.rung, fmt::join(reasons, "; "));
  std::ranges::replace(text, '\n', ' ');  // of an axis' value: it would begin a command
  return text;
}

// From the last value to the first, so that those before stay where they are.
std::string edited_line(const JobScript& script, std::size_t begin, const std::string& old,
                        const WantedRequest& wanted, Diagnostics& warnings) {
  auto line = old;
  std::vector<std::string> reasons;
  std::size_t end = 0;  // of the last directive: quoted words are none of the comment
  for (const auto& d : script.directives | std::views::reverse) {
    const bool is_here = d.begin >= begin && d.begin < begin + old.size();
    if (is_here) end = std::max(end, d.end - begin);
    const auto value = is_here && &d == find_directive(script, d.name) ? value_for(d, wanted) : std::nullopt;
    if (!value) continue;
    const auto at = d.value.empty() ? std::string::npos : line.find(d.value, d.value_begin - begin);
    if (value->empty() || at > d.end - begin) {
      warnings.push_back({Severity::warning, cite(script, d.begin),
                          fmt::format("'{}' may not fit {}, and is not changed", d.name, wanted.rung)});
      continue;
    }
    line.replace(at, d.value.size(), *value);
    if (std::ranges::find(reasons, why(d, wanted)) == reasons.end())
      reasons.insert(reasons.begin(), why(d, wanted));
  }
  const auto own = old.size() - std::min(old.find(kOwnComment, end), old.size());
  if (reasons.empty() || (line == old && own == 0)) return old;
  return line.substr(0, line.size() - own) + (own == 0 ? " " : "") + comment(wanted, reasons);
}

std::string missing_lines(const JobRequest& now, const WantedRequest& wanted) {
  std::string lines;
  const auto add = [&](std::string_view option, int value) {
    lines += fmt::format("\n#SBATCH {}={} {}", option, value, comment(wanted, {wanted.why_size}));
  };
  const int tasks = wanted.tasks_per_node;
  const int gpus = wanted.gpus_per_node;
  if (nodes_of(now) != wanted.nodes && wanted.nodes * tasks > 1) add("--nodes", wanted.nodes);
  if (!now.tasks && !now.tasks_per_gpu && tasks_per_node_of(now).value_or(1) != tasks)
    add("--ntasks-per-node", tasks);
  if (gpus == 0 && !now.cpus_per_task && wanted.cpus_per_node > tasks)
    add("--cpus-per-task", wanted.cpus_per_node / tasks);
  if (gpus > 0 && !now.gpus && !now.gpus_per_node && !now.gpus_per_task) add("--gpus-per-node", gpus);
  return lines;
}

// Each old line beside what it becomes: more than one where lines are added.
std::string unified_diff(const JobScript& script, const std::vector<std::string>& old,
                         const std::vector<std::string>& lines, std::ptrdiff_t added) {
  constexpr std::ptrdiff_t kContext = 3;
  if (old == lines) return "";
  const auto size = std::ssize(old);
  const auto first =
      std::max(std::ranges::mismatch(old, lines).in1 - old.begin() - kContext, std::ptrdiff_t{0});
  const auto same_at_end = std::mismatch(old.rbegin(), old.rend(), lines.rbegin()).first - old.rbegin();
  const auto end = std::min(size - same_at_end + kContext, size);
  auto diff = fmt::format("--- {0}\n+++ {0}\n@@ -{1},{2} +{1},{3} @@\n", script.file, first + 1, end - first,
                          end - first + added);
  for (auto i = static_cast<std::size_t>(first); i < static_cast<std::size_t>(end); ++i) {
    const bool stays = (lines[i] + "\n").starts_with(old[i] + "\n");
    diff += fmt::format("{}{}\n", stays ? ' ' : '-', old[i]);
    if (i + 1 == old.size() && !script.text.ends_with('\n')) diff += "\\ No newline at end of file\n";
    for (const auto& line : lines_of((lines[i] + "\n").substr(stays ? old[i].size() + 1 : 0)))
      diff += fmt::format("+{}\n", line);
  }
  return diff;
}

// Numbers that say the size that the directives had.
void warn_of_body(const JobScript& script, const WantedRequest& wanted, Diagnostics& warnings) {
  const auto size = job_script::size_of(script);
  if (!size) return;
  const int ranks = std::max(wanted.gpus_per_node, wanted.tasks_per_node);
  const std::map<std::string_view, int> now = {{"{nodes}", wanted.nodes},
                                               {"{ranks}", wanted.nodes * ranks},
                                               {"{gpus_per_node}", ranks},
                                               {"{ranks_per_node}", ranks}};
  for (const auto& word : job_script::size_words_in(script, *size).edits) {
    const auto found = now.find(word.text);
    if (found == now.end() ||
        script.text.substr(word.begin, word.end - word.begin) == std::to_string(found->second))
      continue;
    warnings.push_back(
        {Severity::warning,
         cite(script, word.begin),
         fmt::format("this was the size, and {} has {}: it is not changed", wanted.rung, found->second),
         {},
         fmt::format("write {}", found->second)});
  }
}

}  // namespace

EditedScript edited_directives(const JobScript& script, const WantedRequest& wanted) {
  EditedScript edited;
  const auto old = lines_of(script.text);
  auto lines = old;
  for (std::size_t i = 0; i < old.size() && script.lines[i] < script.body; ++i)
    lines[i] = edited_line(script, script.lines[i], old[i], wanted, edited.warnings);
  const auto with_changes = read_job_script(script.file, fmt::format("{}", fmt::join(lines, "\n")));
  const auto last = static_cast<std::size_t>(cite(script, script.directives.back().begin).line - 1);
  lines[last] += missing_lines(read_job_request(with_changes), wanted);
  edited.text = fmt::format("{}{}", fmt::join(lines, "\n"), script.text.ends_with('\n') ? "\n" : "");
  const auto added = std::ranges::count(edited.text, '\n') - std::ranges::count(script.text, '\n');
  edited.diff = unified_diff(script, old, lines, added);
  warn_of_body(script, wanted, edited.warnings);
  return edited;
}

}  // namespace scalegen
