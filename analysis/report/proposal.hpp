#pragma once
#include "analysis/document/document.hpp"
#include "analysis/report/facts.hpp"

namespace scalegen::report {

/// A report as the section of a proposal for computing time: machine, program, a table for each ladder, a
/// chart unless it has no id, method, and what is asked for. What nothing recorded is never guessed: it is
/// named as what the applicant has to add.
document::Document proposal_of(const Report& report, const RunFiles& files, const document::Figure& chart);

/// The table of a ladder: for each measured rung the GPUs or cores that its ranks use, not all that were
/// allocated, its time for the same work, its speedup and its efficiency.
document::Table proposal_table(const Report& report, const ScalingTable& table);

}  // namespace scalegen::report
