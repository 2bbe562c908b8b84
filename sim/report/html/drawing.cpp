#include "drawing.h"

#include <fmt/format.h>

#include "../format.h"

namespace ksmsim {
namespace {

constexpr double kPathWidth = 1000;  // units across of a path, which is stretched to the drawing's width

/// At most `decimals`, none of them a trailing zero.
std::string number(double value, int decimals = 1) {
  std::string text = fixed_text(value, decimals);  // with a point
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string percent(double share) { return number(share * 100, 2).append(1, '%'); }

std::string path_data(const std::vector<Drawing::Point>& points) {
  std::string data;
  for (const Drawing::Point& point : points) {
    data.append(1, data.empty() ? 'M' : 'L').append(number(point.x * kPathWidth));
    data.append(1, ' ').append(number(point.y));
  }
  return data;
}

std::string_view outline(Drawing::Mark mark) {
  switch (mark) {
    case Drawing::Mark::diamond:
      return "M0-6L6 0L0 6L-6 0Z";
    case Drawing::Mark::square:
      return "M-5-5H5V5H-5Z";
    case Drawing::Mark::triangle:
      return "M0-5L5 4H-5Z";
    default:
      return "M-4 0A4 4 0 1 1 4 0A4 4 0 1 1-4 0Z";
  }
}

}  // namespace

void Drawing::line(Point from, Point to, std::string_view look) {
  shapes_ += empty_element("line", {{"class", std::string(look)},
                                    {"x1", percent(from.x)},
                                    {"y1", number(from.y)},
                                    {"x2", percent(to.x)},
                                    {"y2", number(to.y)}});
}

void Drawing::bar(Point corner, double width, double height, std::string_view look) {
  shapes_ += empty_element("rect", {{"class", std::string(look)},
                                    {"x", percent(corner.x)},
                                    {"y", number(corner.y)},
                                    {"width", percent(width)},
                                    {"height", number(height)}});
}

void Drawing::text(Point at, double dx, std::string_view text, std::string_view look) {
  shapes_ += element("text",
                     {{"class", std::string(look)},
                      {"x", percent(at.x)},
                      {"y", number(at.y)},
                      {"dx", dx == 0 ? std::string() : number(dx)}},
                     escaped(text));
}

void Drawing::mark(Point at, Mark mark, std::string_view look) {
  const Markup shape = empty_element("path", {{"class", std::string(look)}, {"d", std::string(outline(mark))}});
  shapes_ += element("svg", {{"class", "mark"}, {"x", percent(at.x)}, {"y", number(at.y)}}, shape);
}

void Drawing::path(const std::vector<Point>& points, std::string_view look) {
  const Markup shape = empty_element("path", {{"class", std::string(look)}, {"d", path_data(points)}});
  shapes_ += element("svg",
                     {{"class", "stretched"},
                      {"width", "100%"},
                      {"height", number(height_)},
                      {"viewBox", fmt::format("0 0 {} {}", kPathWidth, height_)},
                      {"preserveAspectRatio", "none"}},
                     shape);
}

void Drawing::area(const std::vector<Point>& points, double base, std::string_view look) {
  if (points.empty()) return;
  std::vector<Point> around{{points.front().x, base}};
  around.insert(around.end(), points.begin(), points.end());
  around.push_back({points.back().x, base});
  path(around, look);
}

Markup Drawing::svg(const std::string& id, const std::string& title, const std::string& description) const {
  Markup content = element("title", {{"id", id + "-title"}}, escaped(title));
  content += element("desc", {{"id", id + "-desc"}}, escaped(description));
  content += shapes_;
  return element("svg",
                 {{"role", "img"},
                  {"aria-labelledby", id + "-title"},
                  {"aria-describedby", id + "-desc"},
                  {"width", "100%"},
                  {"height", number(height_)}},
                 content);
}

}  // namespace ksmsim
