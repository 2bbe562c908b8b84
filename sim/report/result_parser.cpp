#include "result_parser.h"

#include "json_member.h"
#include "ksmsim/base/error.h"

namespace ksmsim {
namespace {

constexpr std::size_t kDeepest = 64;
constexpr std::size_t kMostPoints = 100000;
constexpr int kVersion = 1;

}  // namespace

ResultParser::ResultParser(std::string name, bool samples, PointDone point_done)
    : name_(std::move(name)), point_done_(std::move(point_done)), rows_(name_, samples) {}

std::string ResultParser::path_of_point() const { return "points[" + std::to_string(points_) + "]"; }

std::string ResultParser::path() const {
  switch (in_ == In::value ? around_ : in_) {
    case In::nothing:
      return "";
    case In::document:
      return key_;
    case In::points:
      return path_of_point();
    case In::point:
      return path_of_point() + "." + key_;
    default:
      return rows_.path();
  }
}

void ResultParser::enter(In in, bool fits, const char* expected, const Json& got) {
  if (!fits) throw_wrong(name_, path(), expected_text(expected, got));
  in_ = in;
}

/// Is guarded: what does not fit is told with its place.
template <class Event>
bool ResultParser::take(Event event) {
  try {
    event();
  } catch (const Unfit& unfit) {
    throw_wrong(name_, path(), unfit.what);
  }
  return true;
}

bool ResultParser::open(Json empty) {
  return take([&] {
    if (++depth_ > kDeepest) throw Unfit{"more than 64 lists and objects within each other"};
    open_here(std::move(empty));
  });
}

bool ResultParser::close() {
  --depth_;
  return take([&] { close_here(); });
}

bool ResultParser::scalar(Json value) {
  return take([&] { scalar_here(std::move(value)); });
}

void ResultParser::begin_point() {
  if (points_ == kMostPoints) throw_wrong(name_, "points", "more than 100000");
  point_ = Json::object();
  has_samples_ = false;
  builder_.reset_count();
  rows_.begin_point(points_);
}

void ResultParser::end_point() {
  if (!has_samples_) throw_wrong(name_, path_of_point() + ".samples", "is missing");
  point_done_(point_, rows_);
  ++points_;
}

void ResultParser::open_here(Json empty) {
  switch (in_) {
    case In::nothing:
      return enter(In::document, empty.is_object(), "an object", empty);
    case In::document:
    case In::point:
      if (key_ == list_here()) return enter_list(empty);
      around_ = in_;
      in_ = In::value;
      return builder_.open(std::move(empty));
    case In::points:
      begin_point();
      return enter(In::point, empty.is_object(), "an object", empty);
    case In::samples:
      rows_.begin_row();
      return enter(In::row, empty.is_object(), "an object", empty);
    case In::row:
      throw_wrong(name_, path(), expected_text("a whole number", empty));
    case In::value:
      return builder_.open(std::move(empty));
  }
}

void ResultParser::enter_list(const Json& empty) {
  bool& seen = in_ == In::document ? has_points_ : has_samples_;
  if (seen) throw Unfit{"is there twice"};
  seen = true;
  enter(in_ == In::document ? In::points : In::samples, empty.is_array(), "a list", empty);
}

void ResultParser::close_here() {
  switch (in_) {
    case In::value:
      if (!builder_.close()) return;
      in_ = around_;
      return member(builder_.take());
    case In::row:
      rows_.end_row();
      in_ = In::samples;
      return;
    case In::samples:
      in_ = In::point;
      return;
    case In::point:
      end_point();
      in_ = In::points;
      return;
    case In::points:
      in_ = In::document;
      return;
    default:
      if (!has_points_) throw_wrong(name_, "points", "is missing");
  }
}

void ResultParser::scalar_here(Json value) {
  switch (in_) {
    case In::value:
      return builder_.add(std::move(value));
    case In::row:
      return rows_.set(key_, std::move(value));
    case In::document:
    case In::point:
      if (key_ == list_here()) enter_list(value);
      return member(std::move(value));
    default:
      throw_wrong(name_, path(), expected_text("an object", value));
  }
}

void ResultParser::member(Json value) {
  if (in_ == In::document && key_ == "version" && value != kVersion) {
    throw_wrong(name_, key_, expected_text(std::to_string(kVersion), value));
  }
  insert_member(in_ == In::document ? document_ : point_, key_, std::move(value));
}

bool ResultParser::key(std::string& key) {
  if (in_ == In::value) {
    builder_.key(std::move(key));
  } else {
    key_ = std::move(key);
  }
  return true;
}

bool ResultParser::parse_error(std::size_t byte, const std::string&, const nlohmann::detail::exception&) {
  throw_wrong(name_, "", "no JSON at byte " + std::to_string(byte));
}

}  // namespace ksmsim
