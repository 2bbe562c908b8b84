#include "../../sim/report/html/drawing.h"
#include "../../sim/report/html/markup.h"
#include "catch.h"
#include "html_check.h"

using namespace ksmsim;

TEST_CASE("text in HTML is text: no character of it acts") {
  CHECK(escaped("a <b> & \"c\" 'd'").text() == "a &lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;");
  CHECK(escaped("</script><script>alert(1)</script>").text().find('<') == std::string::npos);
  CHECK(escaped("\xc3\xa9\xe2\x82\xac\xf0\x9f\x90\xa7").text() == "\xc3\xa9\xe2\x82\xac\xf0\x9f\x90\xa7");
}

TEST_CASE("what is not UTF-8 becomes a replacement character, byte by byte") {
  const std::string replaced = "\xef\xbf\xbd";
  CHECK(escaped("\xff").text() == replaced);
  CHECK(escaped("a\xc3").text() == "a" + replaced);
  CHECK(escaped("\xc0\xbc").text() == replaced + replaced);  // an overlong '<'
  CHECK(escaped("\xe0\x80\xbc").text() == replaced + replaced + replaced);
  CHECK(escaped("\xed\xa0\x80").text() == replaced + replaced + replaced);  // half of a surrogate pair
  CHECK(escaped("\xf4\x90\x80\x80").text() == replaced + replaced + replaced + replaced);
}

TEST_CASE("control characters become spaces, and marks that reorder text are replaced") {
  CHECK(escaped(std::string("a\0b\x1b[31m\x7f", 9)).text() == "a b [31m ");
  CHECK(escaped("a\nb").text() == "a\nb");
  CHECK(escaped("\xe2\x80\xae"
                "txt.exe")
            .text() == "\xef\xbf\xbdtxt.exe");
}

TEST_CASE("attributes are escaped, and empty ones left out") {
  CHECK(element("p", {{"class", ""}, {"title", "\"><script>"}}, "x").text() ==
        "<p title=\"&quot;&gt;&lt;script&gt;\">x</p>");
  CHECK(empty_element("path", {{"d", "M0 0"}}).text() == "<path d=\"M0 0\"/>");
}

TEST_CASE("a drawing has a title and a description that are referred to") {
  Drawing drawing(100);
  drawing.bar({0, 10}, 0.5, 20, "bar");
  drawing.text({0.25, 20}, -8, "<vm>", "row");
  drawing.path({{0, 1}, {1. / 3, 2.25}}, "line");
  const std::string svg = drawing.svg("x", "Title", "Says").text();
  CHECK(html_problem(svg) == "");
  CHECK_THAT(svg, contains_text("role=\"img\" aria-labelledby=\"x-title\" aria-describedby=\"x-desc\""));
  CHECK_THAT(svg, contains_text("width=\"50%\""));
  CHECK_THAT(svg, contains_text("dx=\"-8\">&lt;vm&gt;</text>"));
  CHECK_THAT(svg, contains_text("d=\"M0 1L333.3 2.2\""));
}
