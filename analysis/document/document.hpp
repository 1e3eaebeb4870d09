#pragma once
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "analysis/statistics/intervals.hpp"
#include "core/text_table.hpp"

namespace scalegen::document {

struct Heading {
  std::string text{};
  bool is_detail = false;
};

struct Paragraph {
  std::string text{};
};

/// What lines are for. The first of an answer is what the reader came for; details are left out of a short
/// text.
enum class Role { text, answer, warnings, details };

/// Items of a list: lines on a terminal, where a warning says that it is one.
struct Bullets {
  std::vector<std::string> items{};
  Role role = Role::text;
};

/// What stands in a cell. A figure also has its value, for CSV. A star stands behind the text.
struct Cell {
  std::string text{};
  std::optional<stats::Estimate> figure{};
  bool is_starred = false;
  std::optional<double> heat{};  // from 0, the worst of its column, to 1, the best
};

/// The text of a cell of which nothing is known.
inline constexpr auto kUnknown = "-";

struct Table {
  std::string caption{};  // with a number before it; empty: the heading above says what it is
  std::vector<std::string> header{};
  std::vector<std::vector<Cell>> rows{};  // each as long as the header
  std::vector<std::string> notes{};       // below it
  std::vector<bool> right_aligned{};      // by column; default: left
  std::size_t keys = 1;                   // the first columns, which say what a row is of
  bool is_detail = false;
};

/// A chart in files beside the document: `chart`.svg and, for LaTeX, `chart`.pdf.
struct Figure {
  std::string caption{};
  std::string chart{};       // its id
  std::string written_by{};  // the command that writes these files
};

using Block = std::variant<Heading, Paragraph, Bullets, Table, Figure>;

/// What a person reads, in no form yet. Tables with captions and figures are numbered in their order, from 1.
struct Document {
  std::string title{};
  std::string subtitle{};  // a line below it
  std::vector<Block> blocks{};
  int level = 1;  // of the title in Markdown; headings are one below
};

/// A part with a heading, a table unless it has no rows, lines, and details about them.
struct Section {
  std::string title{};
  Table table{};
  std::vector<std::string> lines{};
  std::vector<std::string> details{};
};

bool is_empty(const Section& section);

/// Adds what a section has; a table without rows is none, and nothing is added of an empty one.
void add(std::vector<Block>& blocks, const Section& section);

/// Without the blocks that are details.
Document without_details(Document document);

/// The first line of the answer alone; empty without one.
Document answer_of(const Document& document);

/// A table of texts.
Table table_of(const TextTable& texts);

/// Tables of at most `width` columns of characters, as far as columns allow: those that have no room come in
/// one below, behind the keys.
std::vector<Table> narrowed(const Table& table, std::size_t width);

/// The cells as texts, with their stars.
TextTable texts_of(const Table& table);

/// The tables of a document, in their order.
std::vector<const Table*> tables_of(const Document& document);

// Each form deals with what would break it: control characters and bytes that are not UTF-8 become '?', and
// nothing in a text is read as markup, a link or a formula.

/// Where a text is shown: by default in a file or a pipe, whose lines are as long as they are.
struct Screen {
  std::optional<std::size_t> width{};  // in columns
  bool has_styles = false;             // bold type and colours
  bool is_ascii = false;               // shows no other characters
};

/// Wraps lines, and puts columns that have no room into a table below, behind its keys.
std::string render_terminal(const Document& document, const Screen& screen = {});

std::string render_markdown(const Document& document);

/// A whole file for pdflatex, or for xelatex if it has letters that pdflatex lacks; tables are set by
/// booktabs.
std::string render_latex(const Document& document);

/// The cells of a table. A column with intervals has two more behind it, for their ends; one with stars has
/// one that says where.
std::string render_csv(const Table& table);

/// All tables of a document, with an empty line between them.
std::string render_csv(const Document& document);

/// A text that nothing of Markdown is read in, on one line.
std::string escaped_markdown(const std::string& text);

}  // namespace scalegen::document
