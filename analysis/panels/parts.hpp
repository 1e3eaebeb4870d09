#pragma once
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analysis/cost/campaign_cost.hpp"
#include "analysis/document/document.hpp"
#include "analysis/panels/panel.hpp"
#include "analysis/report/report.hpp"

namespace scalegen::panels {

/// The batch script of a job, as it ran.
struct Script {
  std::string file{};
  std::string rung{};
  std::string text{};
};

/// What a document says of the files of runs beside their report.
struct RunFiles {
  std::optional<Script> script{};  // of a run of the largest rung
  std::set<std::string> cpus{};    // models that the runs' nodes have
};

/// The columns that a table with these rows can have.
std::vector<std::string> column_names(Rows rows);

/// The ladders that rows of that kind speak of and of which something was measured. None for other rows.
std::vector<const ScalingTable*> ladders_of(Rows rows, const report::Report& report);

/// A panel's table with the values of a sweep: one for each ladder that it speaks of, none if there is
/// nothing to have a row. "-" is in the cells of what is not known.
std::vector<document::Table> tables_of(const PanelTable& table, const report::Report& report);

/// The largest rung that was measured: by ranks, then nodes. Null without one.
const ScalingPoint* largest_rung(const report::Report& report);

// What a method paragraph says of a sweep: sentences that follow from what was recorded. A fact that was not
// recorded is never guessed: it is what the author has to find out.

/// The facts that a panel can name.
std::vector<std::string> fact_names();

/// The sentences of a fact; empty if it does not concern this sweep, or is not known.
std::string fact_of(const std::string& name, const report::Report& report, const RunFiles& files);

/// What the author has to add to a fact, or to write in its place; empty if nothing is missing.
std::string to_add(const std::string& name, const report::Report& report, const RunFiles& files);

/// True of a rung that has whole nodes, or leaves none of their GPUs or cores, as far as anybody says it.
bool is_whole_node(const ScalingPoint& point);

/// What a panel wants and a sweep lacks, each with what would bring it. Empty if nothing that can be checked
/// is missing.
std::vector<std::string> unmet_requirements(const Panel& panel, const report::Report& report);

/// What the panel's rule comes to, whose verdicts the report has: which rungs meet it with their whole
/// interval, which miss it, and which cannot be told from its limit. Then the report's own sentences.
std::vector<std::string> rule_verdict(const Panel& panel, const report::Report& report);

/// A line of the campaign with its price.
struct PricedLine {
  CampaignCost cost{};
  const ScalingPoint* rung = nullptr;   // that it is priced by; null: no figure
  const ScalingTable* table = nullptr;  // of that rung
  std::string planned{};                // the size that the campaign has, if that rung is another
};

/// Each line by the first ladder that has a figure for it, else with the first one's reason why there is
/// none. A line on a rung that is not shown to meet the rule has the price on the advised rung: a proposal
/// asks for what it prices.
std::vector<PricedLine> priced_campaign(const report::Report& report);

/// A report in the words and the order of a panel's form. Its verdicts must have been made by the panel's
/// rule, if it has one.
document::Document document_for(const Panel& panel, const report::Report& report, const RunFiles& files);

}  // namespace scalegen::panels
