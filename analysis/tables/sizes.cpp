#include "analysis/tables/sizes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/text.hpp"
#include "core/try.hpp"

namespace scalegen {
namespace {

constexpr int kMost = 1'000'000;

// 8, 1,024 and "N=8".
std::optional<int> whole(std::string_view text, Comma comma) {
  if (text.size() > 2 && text[1] == '=' && !is_digit(text[0])) text.remove_prefix(2);
  const auto cell = read_cell(text, comma);
  if (!cell || !cell->number || !cell->unit.empty()) return std::nullopt;
  const bool is_count =
      *cell->number >= 0 && *cell->number <= kMost && *cell->number == std::floor(*cell->number);
  return is_count ? std::optional(static_cast<int>(*cell->number)) : std::nullopt;
}

std::string with_plain_cross(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text.substr(i).starts_with("×")) {
      plain += 'x';
      ++i;
    } else {
      plain += text[i] == '*' ? 'x' : text[i];
    }
  return plain;
}

bool is_model(std::string_view text) {
  return !text.empty() && std::isalpha(static_cast<unsigned char>(text.front())) != 0 &&
         std::ranges::any_of(text, is_digit);
}

std::string_view without_blanks(std::string_view text) {
  const auto begin = std::min(text.find_first_not_of(' '), text.size());
  return text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

// "2 x 4", "2x8xH100", "8xH100"
std::optional<SizeCell> product(std::string_view text, Comma comma) {
  const auto cross = text.find('x');
  if (cross == std::string_view::npos) return std::nullopt;
  const auto first = whole(without_blanks(text.substr(0, cross)), comma);
  auto rest = without_blanks(text.substr(cross + 1));
  if (!first || *first == 0) return std::nullopt;
  if (is_model(rest)) return SizeCell{.count = first, .device = DeviceKind::gpu};
  const auto model = rest.find_first_of("x ");
  std::optional<DeviceKind> device;
  if (model != std::string_view::npos && is_model(without_blanks(rest.substr(model + 1)))) {
    rest = without_blanks(rest.substr(0, model));
    device = DeviceKind::gpu;
  }
  const auto second = whole(rest, comma);
  if (!second || *second == 0 || *second > kMost / *first) return std::nullopt;
  return SizeCell{.nodes = first, .count = *first * *second, .device = device};
}

std::optional<SizeCell> plain_size(std::string_view text, Comma comma) {
  if (const auto number = whole(text, comma)) return SizeCell{.count = number};
  const auto plain = with_plain_cross(text);
  if (const auto shape = shape_of_name(plain); shape != RungShape{})
    return SizeCell{shape.nodes, shape.ranks, shape.device};
  return product(plain, comma);
}

/// The sizes of a row that are known.
struct RowSizes {
  std::map<Counted, int> of_run{};
  std::map<Counted, int> of_node{};
  std::optional<int> nodes{};
  std::optional<int> threads{};  // of a rank
  bool is_wrong = false;         // two sizes contradict each other
};

template <class Map>
std::optional<int> in(const Map& map, Counted counted) {
  const auto found = map.find(counted);
  return found == map.end() ? std::nullopt : std::optional(found->second);
}

/// The numbers of a column beside those of nodes, of the rows that have both.
struct BesideNodes {
  std::vector<std::pair<int, int>> pairs{};  // nodes, count
};

// The same whole number above 1 on each node: totals. A row of one node may have fewer, if another row has as
// many on a node.
std::optional<int> same_on_each_node(const BesideNodes& column) {
  std::set<int> shares;
  std::set<int> nodes_with;
  for (const auto& [nodes, count] : column.pairs)
    if (nodes > 1) {
      if (count % nodes != 0) return std::nullopt;
      shares.insert(count / nodes);
    }
  if (shares.size() != 1 || *shares.begin() < 2) return std::nullopt;
  for (const auto& [nodes, count] : column.pairs) {
    if (nodes == 1 && count > *shares.begin()) return std::nullopt;
    if (count == nodes * *shares.begin()) nodes_with.insert(nodes);
  }
  return nodes_with.size() > 1 ? std::optional(*shares.begin()) : std::nullopt;
}

/// Reads the cells of size columns, and finds what they count.
class SizeReader {
 public:
  SizeReader(const std::string& file, const CsvLine& header, const std::vector<CsvLine>& rows,
             std::vector<SizeColumn> columns, Comma comma)
      : file_(file), header_(header), rows_(rows), columns_(std::move(columns)), comma_(comma) {}

  Result<Sizes> read(std::optional<CountedOf> asked) {
    read_cells();
    TRY(close_open_columns(asked));
    Sizes sizes{.totals = totals_};
    for (std::size_t r = 0; r < rows_.size(); ++r) sizes.rungs.push_back(rung_of(sizes_of_row(r), r));
    if (!mistakes_.empty()) return tl::make_unexpected(mistakes_);
    for (const auto& column : columns_)
      if (divides_a_size(column.head.counted)) sizes.splits.push_back(column.position);
    return sizes;
  }

 private:
  void read_cells() {
    cells_.resize(rows_.size(), std::vector<std::optional<SizeCell>>(columns_.size()));
    for (std::size_t r = 0; r < rows_.size(); ++r)
      for (std::size_t c = 0; c < columns_.size(); ++c)
        if (columns_[c].position < rows_[r].fields.size())
          cells_[r][c] = read_size(rows_[r].fields[columns_[c].position].text, comma_);
  }

  [[nodiscard]] std::optional<std::size_t> column_of(Counted counted, CountedOf of) const {
    for (std::size_t c = 0; c < columns_.size(); ++c)
      if (columns_[c].head == SizeHead{counted, of}) return c;
    return std::nullopt;
  }

  [[nodiscard]] bool has(Counted counted) const {
    return std::ranges::any_of(columns_, [&](const auto& c) { return c.head.counted == counted; });
  }

  // A node counts one node wherever it stands.
  [[nodiscard]] std::optional<std::size_t> node_column() const {
    for (std::size_t c = 0; c < columns_.size(); ++c)
      if (columns_[c].head.counted == Counted::nodes) return c;
    return std::nullopt;
  }

  [[nodiscard]] BesideNodes beside_nodes(std::size_t column) const {
    BesideNodes beside;
    const auto nodes = node_column();
    for (const auto& row : cells_)
      if (row[*nodes] && row[*nodes]->count.value_or(row[*nodes]->nodes.value_or(0)) > 0 && row[column] &&
          row[column]->count)
        beside.pairs.emplace_back(row[*nodes]->count.value_or(row[*nodes]->nodes.value_or(0)),
                                  *row[column]->count);
    return beside;
  }

  // True if the column is the product of nodes and another column in each row.
  [[nodiscard]] bool follows_from(std::size_t column, Counted counted) const {
    const auto per_node = column_of(counted, CountedOf::node);
    if (!per_node) return false;
    const auto nodes = *node_column();
    return std::ranges::all_of(cells_, [&](const auto& row) {
      return row[column] && row[nodes] && row[*per_node] && row[column]->count && row[nodes]->count &&
             row[*per_node]->count && *row[column]->count == *row[nodes]->count * *row[*per_node]->count;
    });
  }

  Result<void> close_open_columns(std::optional<CountedOf> asked) {
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      auto& head = columns_[c].head;
      if (head.of != CountedOf::open || head.counted == Counted::nodes) continue;
      if (!node_column()) {
        head.of = CountedOf::run;
      } else if (asked) {
        head.of = *asked;
      } else if (const auto share = same_on_each_node(beside_nodes(c))) {
        totals_.push_back({columns_[c].name, *share});
        head.of = CountedOf::run;
      } else if (follows_from(c, Counted::gpus) || follows_from(c, Counted::ranks) ||
                 follows_from(c, Counted::cores) || is_one_node(c)) {
        head.of = CountedOf::run;
      } else {
        return tl::make_unexpected(
            Diagnostics{csv_error(file_, header_, header_.fields[columns_[c].position],
                                  fmt::format("'{}' beside '{}' may count those of a node or of all nodes",
                                              columns_[c].name, columns_[*node_column()].name),
                                  "say it: --sizes per-node or --sizes total")});
      }
    }
    return {};
  }

  // On one node both readings say the same.
  [[nodiscard]] bool is_one_node(std::size_t column) const {
    const auto pairs = beside_nodes(column).pairs;
    return std::ranges::all_of(pairs, [](const auto& pair) { return pair.first == 1; });
  }

  [[nodiscard]] RowSizes sizes_of_row(std::size_t r) const {
    RowSizes sizes;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const auto& cell = cells_[r][c];
      if (!cell) continue;
      const auto& head = columns_[c].head;
      const auto nodes = head.counted == Counted::nodes && !cell->nodes ? cell->count : cell->nodes;
      if (nodes && sizes.nodes.value_or(*nodes) != *nodes) sizes.is_wrong = true;
      if (nodes) sizes.nodes = nodes;
      if (!cell->count || (head.counted == Counted::nodes && !cell->nodes)) continue;
      if (head.counted == Counted::gpus && cell->device == DeviceKind::cpu) continue;
      if (head.counted == Counted::threads) {
        sizes.threads = cell->count;
      } else {
        auto& map = head.of == CountedOf::node ? sizes.of_node : sizes.of_run;
        map.emplace(head.counted == Counted::nodes ? Counted::ranks : head.counted, *cell->count);
      }
    }
    for (const auto& [counted, count] : sizes.of_node)
      if (sizes.nodes && *sizes.nodes <= kMost / std::max(count, 1)) {
        const auto [entry, is_new] = sizes.of_run.emplace(counted, count * *sizes.nodes);
        if (!is_new && entry->second != count * *sizes.nodes) sizes.is_wrong = true;
      }
    return with_cores(sizes);
  }

  // Ranks times threads are cores, and threads alone too.
  [[nodiscard]] static RowSizes with_cores(RowSizes sizes) {
    const auto ranks = in(sizes.of_run, Counted::ranks);
    const auto cores = in(sizes.of_run, Counted::cores);
    if (sizes.threads && !cores && *sizes.threads <= kMost / std::max(ranks.value_or(1), 1))
      sizes.of_run[Counted::cores] = *sizes.threads * ranks.value_or(1);
    return sizes;
  }

  // Ranks follow from cores and threads.
  [[nodiscard]] bool divides_a_size(Counted counted) const {
    if (counted == kind() || counted == Counted::nodes) return false;
    return counted != Counted::ranks || kind() == Counted::gpus || !has(Counted::threads);
  }

  // Rungs of this table count the devices, else the cores, else the ranks, else the nodes.
  [[nodiscard]] Counted kind() const {
    if (has(Counted::gpus)) return Counted::gpus;
    if (has(Counted::cores) || has(Counted::threads)) return Counted::cores;
    return has(Counted::ranks) ? Counted::ranks : Counted::nodes;
  }

  std::optional<SizedRung> rung_of(RowSizes sizes, std::size_t r) {
    const auto count = in(sizes.of_run, kind());
    const bool has_no_node = sizes.nodes == 0;  // as of a run without GPUs, where those of GPUs are counted
    if (has_no_node) sizes.nodes.reset();
    if (sizes.is_wrong || (has_no_node && count.value_or(0) > 0)) {
      add_mistake(r, "the sizes of this row contradict each other", "check nodes, and what is on each");
      return std::nullopt;
    }
    if (kind() == Counted::gpus && count.value_or(0) == 0) return without_gpu(sizes, r);
    if (kind() == Counted::nodes || !count) {
      const auto ranks = in(sizes.of_run, Counted::ranks);
      if (sizes.nodes.value_or(0) > 0 && !ranks)
        return SizedRung{nodes_text(*sizes.nodes), {.nodes = sizes.nodes}};
      if (sizes.nodes && ranks)
        return SizedRung{name_of(*ranks, sizes.nodes, "rank"), {.nodes = sizes.nodes, .ranks = ranks}};
      return no_size(r);
    }
    if (*count == 0) return no_size(r);
    if (kind() == Counted::ranks)
      return SizedRung{name_of(*count, sizes.nodes, "rank"), {.nodes = sizes.nodes, .ranks = count}};
    if (kind() == Counted::gpus)
      return SizedRung{name_of(*count, sizes.nodes, "gpu"), {DeviceKind::gpu, sizes.nodes, count}};
    return SizedRung{
        name_of(*count, sizes.nodes, has(Counted::cores) || has(Counted::ranks) ? "core" : "thread"),
        {DeviceKind::cpu, sizes.nodes, count}};
  }

  // 0 GPUs, or none: on CPUs, of which the row may say how many.
  std::optional<SizedRung> without_gpu(const RowSizes& sizes, std::size_t r) {
    if (in(sizes.of_run, Counted::gpus) != 0 && !is_called_cpu(r)) return no_size(r);
    const auto cores = cpu_cell(r) ? cpu_cell(r) : in(sizes.of_run, Counted::cores);  // of "cpu" 1
    if (cores.value_or(0) > 1 || (cores == 1 && !is_named_cpu(r)))
      return SizedRung{name_of(*cores, sizes.nodes, "core"), {DeviceKind::cpu, sizes.nodes, cores}};
    return SizedRung{"cpu", {DeviceKind::cpu, sizes.nodes, cores}};
  }

  // A cell among those of GPUs that names cores: "10 cores", cpu.
  [[nodiscard]] std::optional<int> cpu_cell(std::size_t r) const {
    for (std::size_t c = 0; c < columns_.size(); ++c)
      if (columns_[c].head.counted == Counted::gpus && cells_[r][c] &&
          cells_[r][c]->device == DeviceKind::cpu)
        return cells_[r][c]->count;
    return std::nullopt;
  }
  [[nodiscard]] bool is_called_cpu(std::size_t r) const { return cpu_cell(r).has_value(); }
  [[nodiscard]] bool is_named_cpu(std::size_t r) const {
    return std::ranges::any_of(rows_[r].fields, [](const CsvField& field) {
      return shape_of_name(field.text) == RungShape{.device = DeviceKind::cpu, .ranks = 1} &&
             !is_digit(field.text.front());
    });
  }

  std::optional<SizedRung> no_size(std::size_t r) {
    for (const auto& column : columns_)
      if (column.head.counted == kind() || columns_.size() == 1) {
        const auto& fields = rows_[r].fields;
        const auto text = column.position < fields.size() ? fields[column.position].text : "";
        mistakes_.push_back(
            csv_error(file_, rows_[r], fields[std::min(column.position, fields.size() - 1)],
                      fmt::format("'{}' is not a number of {}", text, to_text(column.head.counted)),
                      "write a number above 0, or a rung such as cpu"));
        return std::nullopt;
      }
    add_mistake(r, "no cell of this row says its size", "write a number above 0");
    return std::nullopt;
  }

  void add_mistake(std::size_t r, std::string message, std::string hint) {
    const auto& fields = rows_[r].fields;
    const auto& field = fields[std::min(columns_.front().position, fields.size() - 1)];
    mistakes_.push_back(csv_error(file_, rows_[r], field, std::move(message), std::move(hint)));
  }

  static std::string nodes_text(int nodes) { return fmt::format("{}node{}", nodes, nodes == 1 ? "" : "s"); }

  // 8gpu, 2x4gpu; 6gpu on 4 nodes, which do not divide it.
  static std::string name_of(int count, std::optional<int> nodes, const std::string& word) {
    const auto plural = [&](int n) { return word == "gpu" || n == 1 ? word : word + "s"; };
    if (nodes.value_or(1) == 1) return fmt::format("{}{}", count, plural(count));
    if (count % *nodes != 0) return fmt::format("{}{} on {} nodes", count, plural(count), *nodes);
    return fmt::format("{}x{}{}", *nodes, count / *nodes, plural(count / *nodes));
  }

  const std::string& file_;
  const CsvLine& header_;
  const std::vector<CsvLine>& rows_;
  std::vector<SizeColumn> columns_;
  Comma comma_;
  std::vector<std::vector<std::optional<SizeCell>>> cells_;  // of each row, for each column
  std::vector<TotalColumn> totals_;
  Diagnostics mistakes_;
};

}  // namespace

std::optional<SizeCell> read_size(std::string_view text, Comma comma) {
  text = without_blanks(text);
  const auto open = text.find('(');
  if (open == std::string_view::npos || open == 0) return plain_size(text, comma);
  auto size = plain_size(without_blanks(text.substr(0, open)), comma);
  const auto close = std::min(text.find(')', open), text.size());
  const auto inner = text.substr(open + 1, close - open - 1);
  const auto more = plain_size(inner, comma);
  if (!size || !more) return size;
  if (size->nodes && !size->count) size->count = more->count;
  if (!size->nodes) size->nodes = more->nodes;
  if (size->count && more->count && *size->count != *more->count) return std::nullopt;
  if (!size->device) size->device = more->device;
  return size;
}

Result<Sizes> sizes_of(const std::string& file, const CsvLine& header, const std::vector<CsvLine>& rows,
                       const std::vector<SizeColumn>& columns, std::optional<CountedOf> asked, Comma comma) {
  return SizeReader(file, header, rows, columns, comma).read(asked);
}

}  // namespace scalegen
