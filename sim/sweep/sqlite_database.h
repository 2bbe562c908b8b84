#pragma once
// The little of SQLite that writing tables takes. What goes wrong is an Error with SQLite's reason.
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace ksmsim {

class SqliteDatabase {
 public:
  /// In memory.
  SqliteDatabase();
  void execute(const std::string& sql);
  /// The bytes of the file that it would be.
  void write(std::ostream& out) const;
  sqlite3* handle() const { return handle_.get(); }
  [[noreturn]] void fail() const;

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  std::unique_ptr<sqlite3, Close> handle_;
};

/// Rows for one table: values in the columns' order, then end_row().
class SqliteRows {
 public:
  /// `columns`: as CREATE TABLE has them between its brackets; makes the table.
  SqliteRows(SqliteDatabase& database, const std::string& table, const std::string& columns, int count);
  SqliteRows& add(std::int64_t value);
  SqliteRows& add(std::uint64_t value) { return add(static_cast<std::int64_t>(value)); }
  SqliteRows& add(std::optional<double> value);  ///< whole numbers as integers
  SqliteRows& add(std::string_view text);
  void end_row();

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  void check(int result) const;

  SqliteDatabase& database_;
  std::unique_ptr<sqlite3_stmt, Finalize> insert_;
  int column_ = 0;
};

/// As a name in SQL: in double quotes.
std::string sql_name(std::string_view name);

}  // namespace ksmsim
