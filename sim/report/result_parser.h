#pragma once
// A result's JSON as it comes: what is small is kept as values, a point at a time; samples, of which there may be 10^6,
// are read row by row.
#include <cstdint>
#include <functional>
#include <string>

#include "json_builder.h"
#include "sample_rows.h"

namespace ksmsim {

class ResultParser final : public nlohmann::json_sax<Json> {
 public:
  /// Is given each point's members but its samples, which are in the rows.
  using PointDone = std::function<void(const Json& members, SampleRows& rows)>;

  ResultParser(std::string name, bool samples, PointDone point_done);
  /// All members of the document but its points.
  const Json& document() const { return document_; }

  bool null() override { return scalar(nullptr); }
  bool boolean(bool value) override { return scalar(value); }
  bool number_integer(std::int64_t value) override { return scalar(value); }
  bool number_unsigned(std::uint64_t value) override { return scalar(value); }
  bool number_float(double value, const std::string&) override { return scalar(value); }
  bool string(std::string& value) override { return scalar(std::move(value)); }
  bool binary(Json::binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool key(std::string& key) override;
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool parse_error(std::size_t byte, const std::string&, const nlohmann::detail::exception&) override;

 private:
  enum class In : std::uint8_t { nothing, document, points, point, samples, row, value };
  template <class Event>
  bool take(Event event);
  bool scalar(Json value);
  bool open(Json empty);
  bool close();
  void scalar_here(Json value);
  void open_here(Json empty);
  void close_here();
  void enter(In in, bool fits, const char* expected, const Json& got);
  void enter_list(const Json& empty);
  void begin_point();
  void end_point();
  void member(Json value);
  /// The list that is read item by item.
  const char* list_here() const { return in_ == In::document ? "points" : "samples"; }
  std::string path() const;
  std::string path_of_point() const;

  std::string name_;
  PointDone point_done_;
  In in_ = In::nothing, around_ = In::nothing;  ///< around the value that is being built
  std::size_t depth_ = 0, points_ = 0;
  bool has_points_ = false, has_samples_ = false;
  std::string key_;
  Json document_ = Json::object(), point_ = Json::object();
  JsonBuilder builder_;
  SampleRows rows_;
};

}  // namespace ksmsim
