#pragma once
// An SVG that is as wide as its place and keeps the size of its text: across, places are shares of the width (0 to 1)
// and offsets in pixels; down, they are pixels. What it looks like is said by classes, in style.css.
#include <string>
#include <string_view>
#include <vector>

#include "markup.h"

namespace ksmsim {

class Drawing {
 public:
  struct Point {
    double x, y;
  };
  enum class Mark { dot, ring, diamond, square, triangle };

  explicit Drawing(double height) : height_(height) {}
  double height() const { return height_; }

  void line(Point from, Point to, std::string_view look);
  void bar(Point corner, double width, double height, std::string_view look);
  /// `dx` moves it in pixels; the class says how it is aligned.
  void text(Point at, double dx, std::string_view text, std::string_view look);
  void mark(Point at, Mark mark, std::string_view look);
  /// Straight lines from one point to the next.
  void path(const std::vector<Point>& points, std::string_view look);
  /// What is between the points and the line at `base`.
  void area(const std::vector<Point>& points, double base, std::string_view look);

  /// The whole, for people who see it and for those who have it read to them.
  Markup svg(const std::string& id, const std::string& title, const std::string& description) const;

 private:
  double height_;
  Markup shapes_;
};

}  // namespace ksmsim
