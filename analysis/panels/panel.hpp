#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/advice.hpp"
#include "core/embedded_file.hpp"
#include "core/named_files.hpp"
#include "core/plan.hpp"

namespace scalegen {

const std::vector<EmbeddedFile>& embedded_panels();  // NAME.yaml

}  // namespace scalegen

namespace scalegen::panels {

/// What a table has a row for: each rung of the ladders of one scaling or of all, each measured run, each GPU
/// or rank of a run of the largest rung, each line of the campaign.
enum class Rows { ladder, strong, weak, runs, gpus, ranks, campaign };

/// A column of a table: the value, by its name in parts.hpp, and the panel's own words above it.
struct PanelColumn {
  std::string name{};
  std::string heading{};
};

struct PanelTable {
  Rows rows = Rows::ladder;
  std::string caption{};
  std::vector<PanelColumn> columns{};
};

/// A plot of one column of the table before it against another one.
struct PanelFigure {
  std::string caption{};
  std::string x{};
  std::string y{};
  bool has_log_axes = false;
  int dpi = 300;
};

struct PanelHeading {
  std::string text{};
};

/// Words of the panel's own form.
struct PanelText {
  std::string text{};
};

/// Sentences from facts of the sweep, in one paragraph.
struct PanelFacts {
  std::vector<std::string> names{};
};

/// A part that comes from the sweep as a whole.
enum class PanelPart { verdict, script };

using PanelItem = std::variant<PanelHeading, PanelText, PanelTable, PanelFigure, PanelFacts, PanelPart>;

/// What a panel asks for that a sweep can lack, besides what its tables and facts show.
struct PanelWants {
  std::vector<Scaling> scalings{};
  int node_counts = 0;                                 // different ones, at least
  bool whole_nodes = false;                            // the smallest rung is one
  std::optional<std::chrono::seconds> shortest_run{};  // of measured steps, at least
};

/// A panel decides on computing time, and asks for proof that a program scales.
struct Panel {
  std::string name{};
  std::string title{};
  std::vector<std::string> sources{};
  std::optional<Advice> rule{};  // none: the sweep's own
  PanelWants wants{};
  std::vector<std::string> yourself{};  // what only the author can do
  std::vector<PanelItem> items{};       // in the order of the form
};

/// The panels that --for finds by name.
NamedFiles panel_files(const Owner& owner = {});

/// Reads a panel's file. Errors name line and column.
Result<Panel> read_panel(const FoundFile& file);

}  // namespace scalegen::panels
