#pragma once
// Golden files: a text that is as it was when somebody last looked at it. On a difference the new
// text is written beside the golden file, as NAME.received. KSMSIM_UPDATE_GOLDEN=1 rewrites golden
// files instead.
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>

#include "catch.h"
#include "temp_dir.h"

namespace ksmsim {

/// "line 3: 'a' is now 'b'", for the first line that differs.
inline std::string first_difference(const std::string& golden, const std::string& text) {
  std::istringstream was(golden), is(text);
  for (int line = 1;; ++line) {
    std::string a, b;
    const bool more_a = static_cast<bool>(std::getline(was, a)), more_b = static_cast<bool>(std::getline(is, b));
    if (!more_a && !more_b) return "only the end of the last line differs";
    if (more_a == more_b && a == b) continue;
    const auto shown = [](bool there, const std::string& s) { return there ? "'" + s + "'" : "(no line)"; };
    return "line " + std::to_string(line) + ": " + shown(more_a, a) + " is now " + shown(more_b, b);
  }
}

/// Empty if `file` holds `text`, else what to tell; writes FILE.received, or with `update` FILE.
inline std::string golden_mismatch(const std::filesystem::path& file, const std::string& text, bool update) {
  const std::filesystem::path received = file.string() + ".received";
  if (update) write_file(file, text);
  const bool exists = std::filesystem::exists(file);
  const std::string golden = exists ? read_file(file) : "";
  if (exists && golden == text) {
    std::filesystem::remove(received);
    return "";
  }
  write_file(received, text);
  return (exists ? first_difference(golden, text) : "there is no golden file yet") + "\nto accept: mv " +
         received.string() + " " + file.string();
}

/// Compares with tests/golden/NAME; fails the test case, which goes on.
inline void check_golden(const std::string& name, const std::string& text) {
  const std::filesystem::path file = std::filesystem::path(KSMSIM_SOURCE_DIR) / "tests" / "golden" / name;
  const char* update = std::getenv("KSMSIM_UPDATE_GOLDEN");
  const std::string problem = golden_mismatch(file, text, update != nullptr && std::string(update) == "1");
  INFO(name << ": " << problem);
  CHECK(problem.empty());
}

}  // namespace ksmsim
