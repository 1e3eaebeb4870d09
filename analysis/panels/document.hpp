#pragma once
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "analysis/statistics/intervals.hpp"

namespace scalegen::panels {

struct Heading {
  std::string text{};
};

struct Paragraph {
  std::string text{};
};

/// Items, each with a bullet.
struct Bullets {
  std::vector<std::string> items{};
};

/// What stands in a cell. A figure also has its value, for CSV.
struct Cell {
  std::string text{};
  std::optional<stats::Estimate> figure{};
};

struct Table {
  std::string caption{};
  std::vector<std::string> header{};
  std::vector<std::vector<Cell>> rows{};  // each as long as the header
  std::vector<std::string> notes{};       // below it
};

/// A plot to be drawn from a table: its caption, and how.
struct Figure {
  std::string caption{};
  std::string drawn_from{};
};

/// The text of a file, word for word.
struct Listing {
  std::string caption{};
  std::string file{};
  std::string text{};
};

using Block = std::variant<Heading, Paragraph, Bullets, Table, Figure, Listing>;

/// A text for a panel, in no format yet. Tables and figures are numbered in their order, from 1.
struct Document {
  std::string title{};
  std::vector<Block> blocks{};       // the text, to be pasted as it is
  std::vector<std::string> to_do{};  // what its author has to do before: behind the text, and no part of it
};

/// Above what its author has to do.
inline constexpr auto kToDoHeading = "For the author: not part of the text";

/// The tables of a document, in their order.
std::vector<const Table*> tables_of(const Document& document);

std::string render_markdown(const Document& document);

/// A whole file for pdflatex, with tables as booktabs sets them.
std::string render_latex(const Document& document);

/// The cells of a table. A column with intervals has two more behind it, for their ends.
std::string render_csv(const Table& table);

}  // namespace scalegen::panels
