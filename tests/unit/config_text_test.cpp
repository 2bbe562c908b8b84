// Files that are no scenario at all.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "catch.h"
#include "fault_text.h"
#include "ksmsim/config/load.h"

using namespace ksmsim;

namespace {

std::string fault_of(const std::string& yaml) {
  return fault_text([&] { parse_scenario(yaml, "x.yaml"); });
}

std::string load_fault(const std::string& path) {
  return fault_text([&] { load_scenario(path); });
}

std::string repeated(const std::string& text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

}  // namespace

TEST_CASE("a file that cannot be read is one line with the reason") {
  CHECK(load_fault("/nonexistent/a.yaml") == "/nonexistent/a.yaml: cannot be read: No such file or directory");
  CHECK(load_fault("/tmp") == "/tmp: cannot be read: Is a directory");
  CHECK(load_fault("a\033b.yaml") == "a\\x1bb.yaml: cannot be read: No such file or directory");
  CHECK_THROWS_AS(load_points("/nonexistent/a.yaml"), UsageError);
}

TEST_CASE("a file without anything in it is empty") {
  CHECK(fault_of("") == "x.yaml:1:1: is empty; expected a scenario");
  CHECK(fault_of("# nothing\n\n") == "x.yaml:1:1: is empty; expected a scenario");
  CHECK(fault_of("---\n") == "x.yaml:1:1: is empty; expected a scenario");
}

TEST_CASE("a scenario is one document and one mapping") {
  CHECK(fault_of("name: a\n---\nname: b\n") == "x.yaml:2:1: a second document begins here; a scenario is one");
  CHECK(fault_of("just text\n") == "x.yaml:1:1: expected a mapping, got a single value");
  CHECK(fault_of("- a\n") == "x.yaml:1:1: expected a mapping, got a list");
}

TEST_CASE("syntax errors have a place and our words") {
  CHECK(fault_of("name: a\nhost:\n\thz: 100\n") == "x.yaml:3:4: a tab cannot indent; use spaces");
  CHECK(fault_of("name: [a\nhost: b\n") == "x.yaml:2:5: a list opened with '[' is not closed, or a comma is missing");
  CHECK(fault_of("host: {hz: 100\nseed: 1\n") ==
        "x.yaml:2:5: a mapping opened with '{' is not closed, or a comma is missing");
  CHECK(fault_of("name: a\n  seed: 1\n") == "x.yaml:2:7: a ':' cannot stand here; check the indentation and quotes");
  CHECK(fault_of("name: a\nseed: *b\n") == "x.yaml:2:7: no such anchor");
  CHECK(fault_of("seed: &a [*a]\n") == "x.yaml:1:11: this alias stands inside what it names");
  CHECK(fault_of("? [a]\n: b\n") == "x.yaml:1:3: a bracket is not closed, or a key is not plain text");
}

TEST_CASE("a quote that is never closed is found") {
  CHECK(fault_of("seed: 1\nname: \"a\nhost: b\n") == "x.yaml:2:7: a quote is not closed");
  CHECK(fault_of("seed: 1\nname: 'it''s\n") == "x.yaml:2:7: a quote is not closed");
  const std::string rest = "\nvms: [{name: w, regions: [{pages: 1}]}]\nstop: {batches: 3}\n";
  CHECK(fault_of("description: 'it''s'" + rest).empty());
  CHECK(fault_of("description: \"it\\\"s\"" + rest).empty());
  CHECK(fault_of("description: |\n  it's" + rest).empty());
  CHECK(fault_of("description: &x \"it\"" + rest).empty());
}

TEST_CASE("tags are refused") {
  CHECK(fault_of("seed: !!int 3\nvms: [{name: w, regions: [{pages: 1}]}]\nstop: {batches: 3}\n").substr(0, 59) ==
        "x.yaml:1:7: tags such as 'tag:yaml.org,2002:int' are not us");
}

TEST_CASE("binary files are told from text") {
  CHECK(fault_of(std::string("name: a\n\0x", 10)) == "x.yaml:2:1: not a text file: holds '\\x00'");
  CHECK(fault_of("name: a\xff\n") == "x.yaml:1:8: not a text file: holds '\\xff'");
  CHECK(fault_of("\x7f"
                 "ELF") == "x.yaml:1:1: not a text file: holds '\\x7f'");
}

TEST_CASE("carriage returns, a byte order mark and letters beyond ASCII are fine") {
  const std::string rest = "\r\nvms: [{name: w, regions: [{pages: 1}]}]\r\nstop: {batches: 3}\r\n";
  CHECK(parse_scenario("\xef\xbb\xbfname: h\xc3\xa9" + rest, "x").name == "h\xc3\xa9");
}

TEST_CASE("deep nesting ends in an error, not in a crash") {
  CHECK(fault_of(std::string(100000, '[')) == "x.yaml:1:1: a bracket is not closed, or a key is not plain text");
  CHECK(fault_of("a: " + std::string(200, '[') + std::string(200, ']')) == "x.yaml:1:67: too deeply nested");
  CHECK(fault_of(repeated("- ", 100000)) == "x.yaml:1:129: too deeply nested");
  CHECK(fault_of(std::string(2'000'000, '[')) == "x.yaml:1:1: more than a million brackets; that is no scenario");
}

TEST_CASE("a bomb of aliases is refused before it goes off") {
  std::string bomb = "a: &a [x,x,x,x,x,x,x,x,x,x]\n";
  for (char name = 'b'; name < 'm'; ++name) {  // each ten times the one before
    const std::string alias = {'*', static_cast<char>(name - 1)};
    bomb.append({name, ':', ' ', '&', name, ' ', '['}).append(alias).append(repeated("," + alias, 9)).append("]\n");
  }
  CHECK(fault_of(bomb).find("more than a million values so far; that is no scenario") != std::string::npos);
}

TEST_CASE("a hundred megabytes of brackets are refused by their size") {
  const auto path = std::filesystem::temp_directory_path() / "ksmsim-config-brackets.yaml";
  {
    std::ofstream file(path, std::ios::binary);
    const std::string megabyte(1'000'000, '[');
    for (int i = 0; i < 100; ++i) file << megabyte;
  }
  CHECK(load_fault(path.string()) ==
        path.string() + ": cannot be read: larger than 64 MiB, the most a scenario may be");
  std::filesystem::remove(path);
}
