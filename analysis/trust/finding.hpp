#pragma once
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/words.hpp"

namespace scalegen {

/// The effect of a finding on the figures that it concerns: a starred one decides nothing.
enum class Consequence { note, warn, star, no_figure };

constexpr std::array<Word<Consequence>, 4> words_of(Consequence) {
  return {{{Consequence::note, "noted"},
           {Consequence::warn, "warned"},
           {Consequence::star, "starred"},
           {Consequence::no_figure, "no figure"}}};
}

/// The figures of a rung that a finding concerns: all of them, its ratios to other rungs, or one of these.
/// `sweep`: none of one rung.
enum class Concerns { sweep, value, ratio, speedup, doubling };

/// In the order in which a report tells them.
enum class FindingKind {
  worked_alone,
  edited_plan,
  control_run,
  no_speedups,
  no_speedup,
  difference,
  difference_to_both,
  doubling_difference,
  edited_script,
  changed_program,
  resumption,
  shared_folder,
  went_on,
  misplaced,
  unbound,
  more_switches,
  other_network,
  doubtful_time,
  mostly_start_up,
  too_short,
  silent,
  disturbed,
  too_short_for_load,
  unexplained_scatter,
  beyond_ideal,
  implausible,
  doubling_beyond_ideal,
  less_accurate,
  rate_of_one_rank,
  undivided_work,
  stated_batch,
  open_column,
  published,
  assumed_scaling,
  other_bill,
  totals,
  kinds_of_matches,
  spread_of_matches,
  number_of_matches,
  figure_of_a_part,
  foreign_gpus,
  unread_monitor,
  refused_phases,
  other_samples,
  contradiction,
  lost_steps,
  beyond_peak,
  slow_first,
  idle_gpus,
  emulated_precision,
  start_up,
  older_wall_times,
  no_scatter,
  few_values,
  other_nodes,
  other_clocks,
  noted_difference,
  not_checked,
  measured_again,
  completed_twice,
  replaced,
  disturbed_rounds,
};

/// A part of a finding's sentence.
struct Fact {
  std::string name{};
  std::string text{};
  bool operator==(const Fact&) const = default;
};

using Facts = std::vector<Fact>;

/// A reason to trust a figure less, or to read it with care.
struct Finding {
  FindingKind kind = FindingKind::edited_plan;
  std::vector<std::string> rungs{};  // that it concerns, as texts name them
  std::vector<int> rounds{};         // of these rungs; empty: all, or none more than others
  Facts facts{};
  bool operator==(const Finding&) const = default;
};

using Findings = std::vector<Finding>;

/// All that is the same for each finding of a kind.
struct KindTraits {
  FindingKind kind = FindingKind::edited_plan;
  std::string_view word{};  // in JSON, and an entry of docs/glossary.md
  Consequence consequence = Consequence::note;
  Concerns concerns = Concerns::sweep;
  // {rungs}, {rounds} (" in rounds 2 and 3") and the names of facts stand for what a finding has.
  std::string_view sentence{};
  std::string_view reason{};  // of a star: the end of "it has a star: ..."
};

const KindTraits& traits_of(FindingKind kind);
std::span<const KindTraits> all_kinds();

/// The sentence of a finding, without a full stop: "2cpu *: its script was edited by hand in round 2; ...".
std::string text_of(const Finding& finding);

/// Why a figure has a star, in a few words: "its script was edited by hand".
std::string reason_of(const Finding& finding);

/// The text of a fact; empty if the finding has none of that name.
std::string_view fact_of(const Finding& finding, std::string_view name);

const Finding* find(const Findings& findings, FindingKind kind);

/// The first finding for which a figure of a rung has a star; nullptr if it has none.
const Finding* star_of(const Findings& findings, Concerns figure);

}  // namespace scalegen
