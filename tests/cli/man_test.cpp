// Manual pages as tools/man/make_pages makes them of the command and as man shows them.
#include <sstream>

#include "catch.h"
#include "longest_line.h"
#include "shell.h"

using namespace ksmsim;

namespace {

constexpr const char* kMakePages =
    "python3 '" KSMSIM_SOURCE_DIR "/tools/man/make_pages' --ksmsim '" KSMSIM_COMMAND "' ";
constexpr const char* kPages[] = {"ksmsim.1", "ksmsim-scenario.5", "ksmsim-trace.5"};

/// Makes the pages in `folder`.
void make_pages(const Shell& shell, const std::string& folder) {
  const Finished done = shell.run(kMakePages + ("--output " + folder));
  REQUIRE(done.err.empty());
  REQUIRE(done.exit_code == 0);
}

/// The page as a terminal of 80 columns shows it. Nothing is wrong with it.
std::string shown(const Shell& shell, const std::string& page) {
  const Finished done = shell.run("MANWIDTH=80 LC_ALL=C.UTF-8 man --warnings -E UTF-8 -l pages/" + page);
  CHECK(done.exit_code == 0);
  CHECK(done.err.empty());
  return done.out;
}

bool has_man() { return Shell().run("man --version && command -v nroff").exit_code == 0; }

}  // namespace

TEST_CASE("manual pages of equal commands are equal") {
  const Shell shell;
  make_pages(shell, "pages");
  make_pages(shell, "again/and/again");
  for (const std::string page : kPages) {
    CAPTURE(page);
    CHECK(shell.read("pages/" + page).size() > 1000);
    CHECK(shell.read("pages/" + page) == shell.read("again/and/again/" + page));
  }
}

TEST_CASE("manual pages are shown without warnings and fit 80 columns") {
  if (!has_man()) SKIP_TEST("no man here");
  const Shell shell;
  make_pages(shell, "pages");
  for (const std::string page : kPages) {
    CAPTURE(page);
    const std::string text = shown(shell, page);
    CHECK_THAT(text, contains_text("NAME\n       " + page.substr(0, page.find('.')) + " - "));
    CHECK(longest_line(text) <= 80);
  }
}

TEST_CASE("ksmsim(1) has every verb with its options, as their helps have them") {
  if (!has_man()) SKIP_TEST("no man here");
  const Shell shell;
  make_pages(shell, "pages");
  const std::string text = shown(shell, "ksmsim.1");
  std::istringstream verbs(
      shell
          .run("for verb in '' $(ksmsim --help | sed -n '/^S.*:$/,/^$/s/^  \\([a-z]*\\) .*/\\1/p')\n"
               "do ksmsim $verb --help | grep -E '^Usage: |^  -'; done")
          .out);
  std::size_t found = 0;
  for (std::string line; std::getline(verbs, line); ++found) {
    line = line.substr(0, 7) == "Usage: " ? line.substr(7) : line.substr(2, line.find("  ", 2) - 2);
    CAPTURE(line);
    CHECK_THAT(text, contains_text(line));
  }
  CHECK(found > 50);
  CHECK_THAT(text, contains_text("EXIT STATUS\n       0      fine\n"));
  CHECK_THAT(text, contains_text("       75     try again later\n"));
}

TEST_CASE("ksmsim-scenario(5) has every key and content model, and an example that is right") {
  if (!has_man()) SKIP_TEST("no man here");
  const Shell shell;
  make_pages(shell, "pages");
  const std::string text = shown(shell, "ksmsim-scenario.5");
  std::istringstream keys(
      shell.run("ksmsim explain; ksmsim list models | sed -n 's/^  \\([a-z][^ ]*\\)  .*/\\1/p'").out);
  std::size_t found = 0;
  for (std::string key; std::getline(keys, key); ++found) {
    CAPTURE(key);
    CHECK_THAT(text, contains_text("       " + key + " ") || contains_text("       " + key + "\n") ||
                         contains_text("   " + key + "\n"));
  }
  CHECK(found > 80);
  CHECK_THAT(text, contains_text("Type: an integer from 1 to 10000; default 250."));
  shell.write("page", text);
  CHECK(shell
            .run("sed -n '/^EXAMPLE/,/^SEE ALSO/{/^ /p}' page | sed 's/^       //' >example.yaml\n"
                 "ksmsim check example.yaml")
            .err.empty());
}

TEST_CASE("ksmsim-trace(5) is what TRACE.md says") {
  if (!has_man()) SKIP_TEST("no man here");
  const Shell shell;
  make_pages(shell, "pages");
  const std::string text = shown(shell, "ksmsim-trace.5");
  CHECK_THAT(text, contains_text("       8      size of the stored payload\n"));
  CHECK_THAT(text, contains_text("       6.  DONE: a varint, the number of records before it. It is the last.\n"));
  CHECK_THAT(text, contains_text("       region vm=1 start=0x200 pages=512 huge=0\n       5 0 0 0 ...\n"));
  CHECK_THAT(text, !contains_text("`"));
}
