#include "analysis/trust/finding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/text.hpp"

namespace scalegen {
namespace {

using Kind = FindingKind;
using enum Consequence;
using enum Concerns;

constexpr auto kKinds = std::to_array<KindTraits>({
    {Kind::worked_alone, "opened no process group", star, value,
     "{rungs} *: its ranks opened no process group at $MASTER_PORT{rounds}: unless they met elsewhere, each "
     "worked alone; {last_line}",
     "its ranks opened no process group"},
    {Kind::edited_plan, "edited by hand", star, value,
     "all rungs *: plan.jsonl was edited by hand: ranks, nodes and all that follows from them may not be "
     "what ran",
     "plan.jsonl was edited by hand"},
    {Kind::control_run, "control", star, value,
     "rungs *: their ranks exchange no gradients (sync: none in the start line): the speed of such a control "
     "is no training speed; measure the same with synchronisation beside it",
     "its ranks exchange no gradients"},
    {Kind::no_speedups, "no speedups", no_figure, sweep, "no speedups: {why}", ""},
    {Kind::no_speedup, "no speedup", no_figure, speedup, "{rungs}: no speedup: {why}", ""},
    {Kind::difference, "difference", star, speedup, "{rungs} *: {differences}", "{differences}"},
    {Kind::difference_to_both, "difference", star, ratio, "{rungs} *: {differences}", "{differences}"},
    {Kind::doubling_difference, "difference", star, doubling,
     "{rungs} *: beside {half}, of half the size: {differences}", "beside {half}, {differences}"},
    {Kind::edited_script, "edited by hand", star, value,
     "{rungs} *: its script was edited by hand{rounds}; the script that ran is {script}",
     "its script was edited by hand"},
    {Kind::changed_program, "changed program", warn, sweep,
     "'{file}' was changed {when}: if it does other work now, these do not compare; "
     "measure all with it in a new run directory: -o NEW_FOLDER",
     ""},
    {Kind::resumption, "go on with", star, value,
     "{rungs} *: {run} seems to go on with {file}: {evidence}{others}: such a figure is of other work; let "
     "the "
     "program write to a path in {run_dir}, or, if it opens no other file by a relative path, write workdir: "
     "\"{run_dir}\"; then measure again in a new run directory: -o NEW_FOLDER",
     "{run} seems to go on with what an earlier run left"},
    {Kind::shared_folder, "checkpoint", warn, sweep,
     "runs share the folder {folder}: {run} found '{file}', which {maker} had left{others}: see 'scalegen "
     "explain checkpoint'",
     ""},
    {Kind::went_on, "went on", warn, value,
     "{rungs}: when the command of {run} had returned, '{process}' went on and was ended: its figure may not "
     "be of the whole work; start it in the foreground",
     ""},
    {Kind::misplaced, "placement", star, value, "{rungs} *: not placed as asked: {differences}",
     "it was not placed as asked"},
    {Kind::unbound, "not bound to their cores", warn, sweep, "ranks are not bound to their cores: {where}",
     ""},
    {Kind::more_switches, "more leaf switches", star, value,
     "{rungs} *: its nodes were under more leaf switches in some rounds than in others: {switches}",
     "its nodes were under more leaf switches in some rounds than in others"},
    {Kind::other_network, "did not use the same network", warn, sweep,
     "NCCL did not use the same network in all runs: {networks}", ""},
    {Kind::doubtful_time, "wall time", star, value, "{rungs} *: its wall time is uncertain{rounds}: {doubt}",
     "{doubt}"},
    {Kind::mostly_start_up, "start-up", star, value,
     "{rungs} *: most of its wall time is start-up: {seconds} passed before its ranks met; let it train "
     "longer, or name the figure that it prints with 'metrics:'",
     "most of its wall time is start-up"},
    {Kind::too_short, "too short to tell", star, value,
     "too short to tell anything about training: {runs}: of a wall time below {limit} s, without what other "
     "programs "
     "took, most may be start-up; make the runs longer, with more epochs, say, or name the figure that the "
     "program prints with 'metrics:'",
     "it is too short to tell anything about training"},
    {Kind::silent, "nothing shows that it did any work", star, value,
     "{rungs} *: ended with status 0 after {seconds} and printed nothing{rounds}: nothing shows that it did "
     "any work",
     "nothing shows that it did any work"},
    {Kind::disturbed, "disturbed", star, value,
     "{rungs} *: {disturbance}{rounds}: its values hold for such a load only", "{disturbance}"},
    {Kind::too_short_for_load, "disturbed", star, value,
     "{rungs} *: uncertain: in runs below 0.2 s nothing shows whether other programs disturbed them; make "
     "the runs longer, with more steps or epochs, say",
     "it is too short to tell whether other programs disturbed it"},
    {Kind::unexplained_scatter, "its rounds differ", star, value,
     "{rungs} *: its rounds differ by {range}, of which the steps within them explain {explained}: the "
     "machine changed between them, and the interval holds for such changes only",
     "its rounds differ by {range}"},
    {Kind::beyond_ideal, "above 105 %", star, speedup,
     "{rungs} *: an efficiency of {efficiency} is above 105 %: the baseline may not be comparable; {why}",
     "{efficiency} is more than equal work allows, so precision, batch or program may differ"},
    {Kind::implausible, "above 105 %", star, speedup,
     "{larger} * and {baseline} *: an efficiency of {efficiency} is above 105 %, which no cache explains in "
     "weak "
     "scaling: measure {baseline} again, and check that each rank has the same work at both sizes; {why}",
     "an efficiency of {efficiency} is above 105 %, which no cache explains"},
    {Kind::doubling_beyond_ideal, "above 2.1x", star, doubling,
     "{rungs} *: a doubling of {factor} from {half} is above 2.1x: {half} and {rungs} may not be comparable",
     "{factor} is above 2.1x"},
    {Kind::less_accurate, "less accurate", warn, sweep,
     "{rungs}: it learned less than {baseline} (an accuracy of {here}, and not {there}): its speedup is not "
     "that of reaching the same; another learning rate, batch or number of epochs may",
     ""},
    {Kind::rate_of_one_rank, "rate of one rank", star, ratio,
     "{rungs} *: no larger rung has clearly more {unit} than {baseline}{matches}: is this the rate of one "
     "rank? Then write the unit as {unit}/rank, else as '{unit} total'",
     "its rate may be that of one rank"},
    {Kind::undivided_work, "each rank do all of the work", warn, sweep,
     "no larger rung is more than 5 % faster than {baseline}: does each rank do all of the work?{hint}", ""},
    {Kind::stated_batch, "in no command", warn, sweep,
     "global_batch is in no command: this is strong scaling only if the program itself keeps one batch at "
     "all sizes; else write {global_batch} or {per_rank_batch} where the program takes it",
     ""},
    {Kind::open_column, "their rows differ", star, value,
     "{which} *: their rows differ in column '{column}' ({values}): if these are settings, take one of them, "
     "as in --where '{column}={value}'; if they are parts of one run, give one row a run",
     "its rows differ in column '{column}', so they may be no rounds of one thing"},
    {Kind::published, "published", warn, sweep, "{doubt}", ""},
    {Kind::assumed_scaling, "assumed scaling", warn, sweep, "{question}", ""},
    {Kind::other_bill, "price", warn, value,
     "{rungs}: Slurm gave {given}{rounds}, and the plan has {planned} ({reason}): the cost of "
     "these runs is of what Slurm gave",
     ""},
    {Kind::totals, "only grow or only fall", warn, sweep, "{metric}: {looks}", ""},
    {Kind::kinds_of_matches, "lines that match differ", star, value,
     "{rungs} *: {metric}: the lines that match differ in words and in value: {lines}: the {use} of all "
     "counts; "
     "write the words of those to count into the regex in 'metrics:'{example}, or 'use: last' for the last "
     "line alone, or 'use: median' if all are meant",
     "the lines that match differ in words and in value"},
    {Kind::spread_of_matches, "matches of a run do not agree", star, value,
     "{rungs} *: {metric}: the {matches} matches of a run do not agree ({least} to {most} {unit}), and their "
     "median "
     "could as well be another of them: the regex matches several things, or something slowed the run: write "
     "a regex "
     "that matches one thing alone, or measure again, or write 'use: median' into 'metrics:' if all of them "
     "count",
     "the matches of a run do not agree"},
    {Kind::number_of_matches, "number of matches", warn, sweep,
     "{metric}: runs of a rung differ in the number of matches: {runs}: if one of them ended early, let its "
     "command fail then; if they append to one file, write it into {run_dir}",
     ""},
    {Kind::figure_of_a_part, "does not say of what", warn, sweep,
     "{metric}: a run prints it many times, and '{unit}' does not say of what: no price, deadline or time of "
     "a run "
     "follows from it; write 'unit: {unit}/step' or '{unit}/epoch', or 'use: sum' if the matches add up to "
     "the run",
     ""},
    {Kind::foreign_gpus, "GPU columns leave out", warn, sweep,
     "{rungs}: GPU columns leave out round {round}: the monitor saw {seen} GPUs, but the run has {own}", ""},
    {Kind::unread_monitor, "GPU columns do without", warn, sweep, "GPU columns do without {files}: {reason}",
     ""},
    {Kind::refused_phases, "where its time goes", warn, sweep,
     "{rungs}: where its time goes is not taken from round {round}, metrics.jsonl: {refused}", ""},
    {Kind::other_samples, "samples a step", star, value,
     "{rungs} *: step lines say {said} samples a step, and the global batch is {batch}: 'samples' are those "
     "of all ranks{micro_steps}",
     "its step lines say {said} samples a step, and the global batch is {batch}"},
    {Kind::contradiction, "contradicts itself", star, value,
     "{rungs} *{rounds}: metrics.jsonl of {run} contradicts itself: {why}: was it edited?",
     "its event lines contradict themselves"},
    {Kind::lost_steps, "taught it nothing", star, value,
     "{rungs} *{rounds}: {lost}: such steps taught it nothing, and may take less time than others; lower "
     "learning_rate, or set warmup_steps or clip_norm",
     "{lost}"},
    {Kind::beyond_peak, "more than the peak", warn, sweep,
     "{rungs}: {tflops} TFLOP/s a device are more than the peak of {peak} TFLOP/s: correct 'peak_tflops', or "
     "the trainer's flops_per_sample",
     ""},
    {Kind::slow_first, "work that is done once", star, value,
     "{rungs} *: {slow}: work that is done once may be in it; {again}",
     "its first run was slow: work that is done once may be in it"},
    {Kind::idle_gpus, "idle", star, value,
     "{rungs} *: {idle} of {gpus} {was} idle in {run}: less than 5 % busy and without memory in all samples",
     "GPUs of it were idle"},
    {Kind::emulated_precision, "precision", warn, sweep,
     "{rungs}: bf16 on CPUs without units for it takes many times as long as fp32: no measure of a machine "
     "that has them",
     ""},
    {Kind::start_up, "start-up", note, sweep, "start-up, until ranks met: {shares}", ""},
    {Kind::older_wall_times, "wall time", warn, sweep,
     "wall times of several nodes, measured before 0.3, may include Slurm's waits", ""},
    {Kind::no_scatter, "no scatter", note, sweep,
     "no scatter: all {word}s of {rungs} have the same value{nothing}; measured values differ, so these were "
     "rounded or copied",
     ""},
    {Kind::few_values, "few different values", note, sweep,
     "few different values: {values}: rounded values tie, and their intervals may be too narrow; give more "
     "digits",
     ""},
    {Kind::other_nodes, "placement", note, sweep,
     "not all runs were on the same nodes, so differences between nodes appear as scaling: {nodes}", ""},
    {Kind::other_clocks, "clock", note, sweep,
     "GPUs ran at different clocks, which appears as scaling: {low}, {high}", ""},
    {Kind::noted_difference, "difference", note, speedup, "{rungs}: {differences}", ""},
    {Kind::not_checked, "not checked", note, sweep, "not checked: {keys} ({why})", ""},
    {Kind::measured_again, "work that is done once", note, sweep, "{slow}: {again}", ""},
    {Kind::completed_twice, "attempt", note, sweep, "completed more than once, started by hand: {runs}", ""},
    {Kind::replaced, "measured again", note, sweep,
     "measured again with their round, by --again; what they had counts no more: {runs}", ""},
    {Kind::disturbed_rounds, "disturbed", note, sweep,
     "disturbed runs: left out with the whole round where each size keeps {needed} other rounds "
     "({left_out}), "
     "else their sizes are uncertain; 'scalegen sweep DIR --again RUN' measures such a round again, "
     "'scalegen sweep DIR --rounds N' adds others",
     ""},
});

constexpr bool is_in_order() {
  for (std::size_t i = 0; i < kKinds.size(); ++i)
    if (kKinds[i].kind != static_cast<FindingKind>(i)) return false;
  return true;
}
static_assert(is_in_order(), "traits_of() looks a kind up by its position");

std::string value_of(const Finding& finding, std::string_view name) {
  if (name == "rungs") return join_truncated(finding.rungs);
  if (name == "rounds") return finding.rounds.empty() ? "" : " in " + numbered_rounds(finding.rounds);
  const auto fact = std::ranges::find(finding.facts, name, &Fact::name);
  return fact == finding.facts.end() ? fmt::format("{{{}}}", name) : fact->text;
}

// In one pass: what a fact says is no placeholder.
std::string filled_in(std::string_view form, const Finding& finding) {
  std::string text;
  while (!form.empty()) {
    const auto begin = std::min(form.find('{'), form.size());
    text += form.substr(0, begin);
    form.remove_prefix(begin);
    if (form.empty()) break;
    const auto end = form.find('}');
    text += value_of(finding, form.substr(1, end - 1));
    form.remove_prefix(end + 1);
  }
  return text;
}

bool concern(Concerns concerned, Concerns figure) {
  if (concerned == value || concerned == figure) return true;
  return concerned == ratio && figure != value;
}

}  // namespace

const KindTraits& traits_of(FindingKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }

std::span<const KindTraits> all_kinds() { return kKinds; }

std::string text_of(const Finding& finding) { return filled_in(traits_of(finding.kind).sentence, finding); }

std::string reason_of(const Finding& finding) { return filled_in(traits_of(finding.kind).reason, finding); }

std::string_view fact_of(const Finding& finding, std::string_view name) {
  const auto fact = std::ranges::find(finding.facts, name, &Fact::name);
  return fact == finding.facts.end() ? std::string_view() : fact->text;
}

const Finding* find(const Findings& findings, FindingKind kind) {
  const auto found = std::ranges::find(findings, kind, &Finding::kind);
  return found == findings.end() ? nullptr : &*found;
}

const Finding* star_of(const Findings& findings, Concerns figure) {
  const auto found = std::ranges::find_if(findings, [&](const Finding& finding) {
    const auto& traits = traits_of(finding.kind);
    return traits.consequence == star && concern(traits.concerns, figure);
  });
  return found == findings.end() ? nullptr : &*found;
}

}  // namespace scalegen
