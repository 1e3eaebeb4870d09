#include "app/history/store.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <system_error>

#include "core/files.hpp"
#include "core/json.hpp"
#include "core/try.hpp"

namespace scalegen::history {

namespace fs = std::filesystem;

namespace {

constexpr int kBusyMilliseconds = 5000;
constexpr auto kInMemory = ":memory:";

constexpr auto kTables = R"(
  CREATE TABLE sweep (folder TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, measured REAL NOT NULL,
    name TEXT NOT NULL, cluster TEXT NOT NULL, program TEXT NOT NULL, unit TEXT NOT NULL, is_time INTEGER NOT NULL,
    problem TEXT NOT NULL, runs TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE rung (folder TEXT NOT NULL REFERENCES sweep ON DELETE CASCADE, position INTEGER NOT NULL,
    name TEXT NOT NULL, rung TEXT NOT NULL, settings TEXT NOT NULL, logs TEXT NOT NULL, figures TEXT NOT NULL,
    is_marked INTEGER NOT NULL, is_speedup_starred INTEGER NOT NULL, PRIMARY KEY (folder, position)) WITHOUT ROWID;
)";

tl::unexpected<Diagnostics> refusal(sqlite3* database) {
  return failure(fmt::format("the history cannot be used: {}", sqlite3_errmsg(database)));
}

Result<void> execute(sqlite3* database, const std::string& sql) {
  if (sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK) return {};
  return refusal(database);
}

/// One statement; texts of a history may hold anything, so they are always bound.
class Statement {
 public:
  static Result<Statement> prepare(sqlite3* database, const char* sql) {
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(database, sql, -1, &statement, nullptr) != SQLITE_OK) return refusal(database);
    return Statement(database, statement);
  }

  Statement& bind(const std::string& text) {
    sqlite3_bind_text(statement_.get(), ++bound_, text.data(), static_cast<int>(text.size()),
                      SQLITE_TRANSIENT);
    return *this;
  }
  Statement& bind(double number) {
    sqlite3_bind_double(statement_.get(), ++bound_, number);
    return *this;
  }
  Statement& bind(std::int64_t number) {
    sqlite3_bind_int64(statement_.get(), ++bound_, number);
    return *this;
  }

  /// True if there is a row.
  Result<bool> step() {
    const int status = sqlite3_step(statement_.get());
    if (status == SQLITE_ROW) return true;
    if (status == SQLITE_DONE) return false;
    return refusal(database_);
  }

  [[nodiscard]] std::string text(int column) const {
    const auto* const begin = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
    const auto bytes = static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column));
    return begin == nullptr ? "" : std::string(begin, bytes);
  }
  [[nodiscard]] double number(int column) const { return sqlite3_column_double(statement_.get(), column); }
  [[nodiscard]] std::int64_t whole(int column) const {
    return sqlite3_column_int64(statement_.get(), column);
  }

 private:
  Statement(sqlite3* database, sqlite3_stmt* statement) : database_(database), statement_(statement) {}

  struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  sqlite3* database_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  int bound_ = 0;
};

/// Undoes what was begun unless it is committed.
class Transaction {
 public:
  explicit Transaction(sqlite3* database) : database_(database) {}
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  ~Transaction() {
    if (is_open_) sqlite3_exec(database_, "ROLLBACK", nullptr, nullptr, nullptr);
  }
  Result<void> begin() {
    TRY(execute(database_, "BEGIN IMMEDIATE"));  // waits for others here, not half-way
    is_open_ = true;
    return {};
  }
  Result<void> commit() {
    TRY(execute(database_, "COMMIT"));
    is_open_ = false;
    return {};
  }

 private:
  sqlite3* database_;
  bool is_open_ = false;
};

Json json_of(const std::optional<stats::Estimate>& estimate) {
  if (!estimate) return nullptr;
  if (!estimate->interval) return Json::array({estimate->centre});
  const auto& i = *estimate->interval;
  return Json::array({estimate->centre, i.low, i.high, i.coverage});
}

std::optional<stats::Estimate> estimate_of(const Json& json) {
  if (!json.is_array() || json.empty()) return std::nullopt;
  stats::Estimate estimate{.centre = json.at(0)};
  if (json.size() == 4) estimate.interval = stats::Interval{json.at(1), json.at(2), json.at(3)};
  return estimate;
}

Result<void> put_rung(sqlite3* database, const std::string& folder, std::int64_t position,
                      const IndexedRung& rung) {
  TRY_ASSIGN(auto insert,
             Statement::prepare(database, "INSERT INTO rung VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"));
  const Json figures{json_of(rung.typical), json_of(rung.speedup), json_of(rung.efficiency)};
  insert.bind(folder).bind(position).bind(rung.name).bind(rung.rung).bind(rung.settings);
  insert.bind(Json(rung.logs).dump())
      .bind(figures.dump())
      .bind(std::int64_t{rung.is_marked})
      .bind(std::int64_t{rung.is_speedup_starred});
  TRY(insert.step());
  return {};
}

IndexedRung rung_of(const Statement& row) {
  const auto figures = Json::parse(row.text(4));
  return {.name = row.text(0),
          .rung = row.text(1),
          .settings = row.text(2),
          .logs = Json::parse(row.text(3)).get<std::vector<double>>(),
          .typical = estimate_of(figures.at(0)).value(),
          .speedup = estimate_of(figures.at(1)),
          .efficiency = estimate_of(figures.at(2)),
          .is_marked = row.whole(5) != 0,
          .is_speedup_starred = row.whole(6) != 0};
}

Result<std::int64_t> whole_of(sqlite3* database, const char* sql) {
  TRY_ASSIGN(auto question, Statement::prepare(database, sql));
  TRY(question.step());
  return question.whole(0);
}

// Damage shows when the pages are read, not when the file is opened.
Result<bool> is_sound(sqlite3* database) {
  TRY_ASSIGN(auto check, Statement::prepare(database, "PRAGMA quick_check(1)"));
  TRY_ASSIGN(const auto has_row, check.step());
  return has_row && check.text(0) == "ok";
}

Result<void> make_tables(sqlite3* database) {
  Transaction transaction(database);
  TRY(transaction.begin());
  TRY_ASSIGN(const auto schema, whole_of(database, "PRAGMA user_version"));
  if (schema == kSchema) return {};  // another program was first
  TRY(execute(database, kTables));
  TRY(execute(database, fmt::format("PRAGMA user_version = {}", kSchema)));
  return transaction.commit();
}

Result<void> check_writable(sqlite3* database) {
  Transaction transaction(database);
  return transaction.begin();
}

void remove_file(const fs::path& file) {
  std::error_code ignored;
  for (const auto* suffix : {"", "-journal", "-wal", "-shm"}) fs::remove(file.string() + suffix, ignored);
}

}  // namespace

void Store::Close::operator()(sqlite3* database) const { sqlite3_close_v2(database); }

Result<std::optional<std::string>> Store::fingerprint(const std::string& folder) const {
  TRY_ASSIGN(auto select,
             Statement::prepare(database_.get(), "SELECT fingerprint FROM sweep WHERE folder = ?"));
  TRY_ASSIGN(const auto is_known, select.bind(folder).step());
  return is_known ? std::optional(select.text(0)) : std::nullopt;
}

Result<IndexedSweep> Store::load(const std::string& folder) const {
  TRY_ASSIGN(auto select, Statement::prepare(database_.get(),
                                             "SELECT fingerprint, measured, name, cluster, program, unit, "
                                             "is_time, problem, runs FROM sweep WHERE folder = ?"));
  TRY_ASSIGN(const auto is_known, select.bind(folder).step());
  if (!is_known) return failure(fmt::format("the history does not hold '{}'", folder));
  IndexedSweep sweep{.folder = folder,
                     .fingerprint = select.text(0),
                     .measured = select.number(1),
                     .name = select.text(2),
                     .cluster = select.text(3),
                     .program = select.text(4),
                     .unit = select.text(5),
                     .quantity = select.whole(6) != 0 ? Quantity::time : Quantity::rate,
                     .problem = select.text(7)};
  TRY_ASSIGN(auto rungs,
             Statement::prepare(
                 database_.get(),
                 "SELECT name, rung, settings, logs, figures, is_marked, is_speedup_starred FROM rung "
                 "WHERE folder = ? ORDER BY position"));
  rungs.bind(folder);
  try {
    sweep.runs = Json::parse(select.text(8)).get<std::set<std::string>>();
    while (true) {
      TRY_ASSIGN(const auto has_row, rungs.step());
      if (!has_row) return sweep;
      sweep.rungs.push_back(rung_of(rungs));
    }
  } catch (const std::exception& e) {  // Json's, and an estimate that is none
    return failure(fmt::format("the history of '{}' cannot be read: {}", folder, e.what()));
  }
}

Result<void> Store::put(const IndexedSweep& sweep) {
  Transaction transaction(database_.get());
  TRY(transaction.begin());
  TRY_ASSIGN(auto old, Statement::prepare(database_.get(), "DELETE FROM sweep WHERE folder = ?"));
  TRY(old.bind(sweep.folder).step());
  TRY_ASSIGN(auto insert,
             Statement::prepare(database_.get(), "INSERT INTO sweep VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
  insert.bind(sweep.folder).bind(sweep.fingerprint).bind(sweep.measured).bind(sweep.name).bind(sweep.cluster);
  insert.bind(sweep.program).bind(sweep.unit).bind(std::int64_t{sweep.quantity == Quantity::time});
  TRY(insert.bind(sweep.problem).bind(Json(sweep.runs).dump()).step());
  for (std::size_t i = 0; i < sweep.rungs.size(); ++i)
    TRY(put_rung(database_.get(), sweep.folder, static_cast<std::int64_t>(i), sweep.rungs[i]));
  return transaction.commit();
}

Result<void> Store::forget_missing(const fs::path& top) {
  TRY_ASSIGN(auto select, Statement::prepare(database_.get(), "SELECT folder FROM sweep"));
  std::vector<std::string> gone;
  const auto begin = (top / "").string();
  while (true) {
    TRY_ASSIGN(const auto has_row, select.step());
    if (!has_row) break;
    const auto folder = select.text(0);
    std::error_code error;
    const bool is_there = fs::exists(folder, error);
    if ((folder == top.string() || folder.starts_with(begin)) && !is_there && !error) gone.push_back(folder);
  }
  for (const auto& folder : gone) {
    TRY_ASSIGN(auto remove, Statement::prepare(database_.get(), "DELETE FROM sweep WHERE folder = ?"));
    TRY(remove.bind(folder).step());
  }
  return {};
}

// With its tables, if it is new. Returns an error if the file cannot be read and written, or is none of
// these.
Result<Store> store_in(const fs::path& file) {
  Store store;
  sqlite3* database = nullptr;
  const int status =
      sqlite3_open_v2(file.c_str(), &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
  store.database_.reset(database);
  if (status != SQLITE_OK) return refusal(database);
  sqlite3_busy_timeout(database, kBusyMilliseconds);
  TRY(execute(database, "PRAGMA foreign_keys = ON"));
  TRY_ASSIGN(const auto tables, whole_of(database, "SELECT count(*) FROM sqlite_master"));
  if (tables == 0) TRY(make_tables(database));
  TRY(check_writable(database));
  return store;
}

namespace {

/// The state of a file that exists.
enum class Condition { good, of_another_version, damaged };

Condition condition_of(const fs::path& file) {
  sqlite3* database = nullptr;
  const int status = sqlite3_open_v2(file.c_str(), &database, SQLITE_OPEN_READONLY, nullptr);
  const std::unique_ptr<sqlite3, int (*)(sqlite3*)> closed(database, &sqlite3_close_v2);
  if (status != SQLITE_OK) return Condition::good;  // store_in says why it cannot be opened
  sqlite3_busy_timeout(database, kBusyMilliseconds);
  // All of it at one moment: another process may be making the tables.
  sqlite3_exec(database, "BEGIN", nullptr, nullptr, nullptr);
  const auto schema = whole_of(database, "PRAGMA user_version");
  const int reason = sqlite3_errcode(database);
  if (!schema)
    return reason == SQLITE_NOTADB || reason == SQLITE_CORRUPT ? Condition::damaged : Condition::good;
  const auto tables = whole_of(database, "SELECT count(*) FROM sqlite_master");
  const auto sound = is_sound(database);
  if ((sound && !*sound) || sqlite3_errcode(database) == SQLITE_CORRUPT) return Condition::damaged;
  const bool is_new = *schema == 0 && tables && *tables == 0;
  return *schema == kSchema || is_new ? Condition::good : Condition::of_another_version;
}

Result<OpenedStore> in_memory(const std::string& why) {
  TRY_ASSIGN(auto store, store_in(kInMemory));
  return OpenedStore{std::move(store), why + "; all is read anew each time"};
}

}  // namespace

Result<OpenedStore> open_store(const fs::path& file) {
  if (file.empty())
    return in_memory("the history has no file, since there is no cache folder (HOME is not set)");
  if (const auto made = make_folders(file.parent_path()); !made)
    return in_memory("the history has no file: " + made.error().front().message);
  std::string note;
  const auto condition = condition_of(file);
  if (condition == Condition::damaged)
    note = fmt::format("the history in '{}' was damaged, and is made again", file.string());
  if (condition == Condition::of_another_version)
    note = fmt::format("the history in '{}' was of another version of scalegen, and is made again",
                       file.string());
  if (condition != Condition::good) remove_file(file);
  auto store = store_in(file);
  if (!store) return in_memory(fmt::format("'{}': {}", file.string(), store.error().front().message));
  return OpenedStore{std::move(*store), note};
}

}  // namespace scalegen::history
