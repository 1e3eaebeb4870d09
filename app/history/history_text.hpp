#pragma once
#include <string>
#include <vector>

#include "analysis/document/document.hpp"
#include "app/history/changes.hpp"
#include "app/history/history.hpp"
#include "core/json_fwd.hpp"

namespace scalegen::history {

/// The part of a history that is shown. Changes are those of the whole history.
struct Filter {
  std::string name{};  // of a sweep; empty: all
  std::string rung{};
};

/// The rungs of the history that the filter lets through, with their changes.
std::vector<Entry> wanted_entries(const History& history, const Filter& filter);

Json entry_json(const Entry& entry);

/// "2025-11-21", in UTC; "-" if it is unknown.
std::string day_text(double unix_seconds);

/// A row for each rung of each sweep, from the first measured to the last, then the notes.
document::Document document_of(const History& history, const Filter& filter);
std::string render_json(const History& history, const Filter& filter);

}  // namespace scalegen::history
