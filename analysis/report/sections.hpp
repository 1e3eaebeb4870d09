#pragma once
#include <string>
#include <vector>

#include "analysis/document/document.hpp"
#include "analysis/report/report.hpp"
#include "analysis/verdict/verdict.hpp"
#include "core/json_fwd.hpp"

namespace scalegen::report {

/// A report as people read it: the answer, the table of each ladder, warnings, notes, and the parts below.
document::Document document_of(const Report& report);

/// True of so many combinations of the axes that tables with a row for each rung of each are details.
inline bool has_many_tables(const Report& report) { return report.tables.size() > 2; }

/// The parts below the tables, in the order in which people read them. Empty ones are left out.
std::vector<document::Section> sections_of(const Report& report);

/// The tables of the report, one row per rung: for each kind of scaling one that is as wide as a terminal,
/// titled if there are two, with the reasons of rungs that have no figure; those of the columns that have no
/// room there; and, as a detail, one of sizes and single runs. Columns that are empty for all rungs are left
/// out.
std::vector<document::Section> ladder_sections(const Report& report);

/// What `assert:` of the sweep file says, and whether it holds. Empty without it.
document::Section assertion_section(const Report& report);

/// Null without assertions.
Json assertions_json(const Report& report);

/// True if an assertion fails with the whole interval of its value.
bool an_assertion_fails(const Report& report);

/// Why rungs are not faster: what each loses on the way from 100 % to its efficiency, in percent points that
/// add up.
document::Section loss_section(const Report& report);

/// Adds the field `losses`, unless nothing is known.
void put_losses(Json& json, const ScalingTable& table, const std::vector<losses::RungLosses>& rungs);

/// "node n3 is slow; its own work takes 20.1 % longer than others', ..."
std::string slow_node_text(const losses::SlowNode& node);

Json slow_nodes_json(const Report& report);

/// What the next doubling would give, for each ladder with at least three sizes of which none is uncertain.
document::Section prediction_section(const Report& report);

/// The same for the ladders of a table.
Json prediction_json(const ScalingTable& table, const ReportHead& head);

/// What a run of each rung cost. Empty for cores of one's own machine, which nobody is billed for.
document::Section cost_section(const Report& report);

/// The cost of a run of each rung, for each table, with all figures, of one's own machine too. Null if no
/// rung has a price.
Json cost_json(const Report& report);

/// The lines to change in the sweep file, from what the jobs used.
document::Section next_time_section(const Report& report);

Json next_time_json(const Report& report);

/// The answer in sentences: which rung to ask for, what it gives and costs against its neighbours, and what
/// is not known yet. Empty if nothing was measured.
std::vector<std::string> verdict_sentences(const Report& report);

/// The answers of several tables together: a sentence for each rung that some of them advise.
std::vector<std::string> advice_over_tables(const Report& report, const std::vector<std::size_t>& tables);

/// The fastest combination of the axes at each rung, and which others are told from it.
std::vector<std::string> choice_sentences(const Report& report);

Json choices_json(const Report& report);

/// The most accurate combination, and the cheapest of those that are as accurate.
std::vector<std::string> accuracy_sentences(const Report& report);

/// The figures of all combinations of the axes by rung; empty for fewer than three.
document::Section choice_section(const Report& report);

/// The rule in a line, and whether the first sentence says it already. Empty without an answer.
std::vector<std::string> rule_lines(const Report& report);
bool is_rule_in_answer(const Report& report);

/// The verdict on a table as a value.
Json verdict_json(const ScalingTable& table, const verdict::Verdict& verdict);

/// "mnist_cnn on local · Fashion-MNIST · strong scaling, global batch 512, fp32". Shows only conditions that
/// all measured runs share.
std::string subject_of(const Report& report);

/// The same in one line with its rounds: "... · 3 rounds, order shuffled (seed 7)".
std::string title_of(const Report& report);

/// "3 rounds, order shuffled (seed 7) · measured 2025-11-21 10:00 to 10:40 UTC"; empty of a table.
std::string subtitle_of(const Report& report);

/// From the first begin of a measured run to the last end of one, where, and by what: "measured 2025-11-21
/// 10:00 to 10:40 UTC on della, commit 1a2b3c4, scalegen 0.1.0". Leaves out what is unknown.
std::string measured_text(const Report& report);

/// "weak scaling, batch 64 per rank": the heading of a ladder's tables in a report of several. Shows the
/// batch only if all of its measured runs share it.
std::string ladder_title(const Report& report, Scaling scaling);

/// The batch that the steps of ladders of one scaling have: of each rank in weak scaling, else the global
/// one. Empty if it is unknown or differs.
std::string batch_of(const std::vector<const ScalingTable*>& ladders);

}  // namespace scalegen::report
