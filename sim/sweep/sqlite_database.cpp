#include "sqlite_database.h"

#include <sqlite3.h>

#include <cmath>
#include <ostream>

#include "ksmsim/base/error.h"

namespace ksmsim {

void SqliteDatabase::Close::operator()(sqlite3* database) const { sqlite3_close(database); }
void SqliteRows::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

SqliteDatabase::SqliteDatabase() {
  sqlite3* opened = nullptr;
  const int result = sqlite3_open(":memory:", &opened);
  handle_.reset(opened);
  if (result != SQLITE_OK) fail();
}

void SqliteDatabase::fail() const {
  throw Error(std::string("cannot make a database: ") + (handle_ ? sqlite3_errmsg(handle_.get()) : "out of memory"));
}

void SqliteDatabase::write(std::ostream& out) const {
  sqlite3_int64 size = 0;
  const std::unique_ptr<unsigned char, decltype(&sqlite3_free)> bytes(sqlite3_serialize(handle(), "main", &size, 0),
                                                                      &sqlite3_free);
  if (!bytes) fail();
  out.write(reinterpret_cast<const char*>(bytes.get()), static_cast<std::streamsize>(size));
}

void SqliteDatabase::execute(const std::string& sql) {
  if (sqlite3_exec(handle_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail();
}

SqliteRows::SqliteRows(SqliteDatabase& database, const std::string& table, const std::string& columns, int count)
    : database_(database) {
  database.execute("CREATE TABLE " + table + " (" + columns + ")");
  std::string marks = "?";
  for (int i = 1; i < count; ++i) marks += ",?";
  const std::string sql = "INSERT INTO " + table + " VALUES (" + marks + ")";
  sqlite3_stmt* prepared = nullptr;
  check(sqlite3_prepare_v2(database.handle(), sql.c_str(), -1, &prepared, nullptr));
  insert_.reset(prepared);
}

void SqliteRows::check(int result) const {
  if (result != SQLITE_OK) database_.fail();
}

SqliteRows& SqliteRows::add(std::int64_t value) {
  check(sqlite3_bind_int64(insert_.get(), ++column_, value));
  return *this;
}

SqliteRows& SqliteRows::add(std::optional<double> value) {
  constexpr double kWhole = 9007199254740992.0;  // 2^53
  if (value && std::floor(*value) == *value && std::abs(*value) < kWhole) {
    return add(static_cast<std::int64_t>(*value));
  }
  ++column_;
  check(value ? sqlite3_bind_double(insert_.get(), column_, *value) : sqlite3_bind_null(insert_.get(), column_));
  return *this;
}

SqliteRows& SqliteRows::add(std::string_view text) {
  check(sqlite3_bind_text(insert_.get(), ++column_, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT));
  return *this;
}

void SqliteRows::end_row() {
  if (sqlite3_step(insert_.get()) != SQLITE_DONE) database_.fail();
  check(sqlite3_reset(insert_.get()));
  column_ = 0;
}

std::string sql_name(std::string_view name) {
  std::string quoted = "\"";
  for (const char c : name) {
    quoted += c;
    if (c == '"') quoted += c;
  }
  return quoted + "\"";
}

}  // namespace ksmsim
