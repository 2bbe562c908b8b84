#pragma once
// Runs the built command in a folder of its own, as a user's shell would.
#include <stdlib.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

namespace ksmsim {

struct Finished {
  int exit_code;  ///< as the shell has it: 128 + n if ended by signal n
  std::string out, err;
};

class Shell {
 public:
  Shell() {
    std::string pattern = (std::filesystem::temp_directory_path() / "ksmsim-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
    folder_ = pattern;
    std::filesystem::create_directory(folder_ / "work");
  }
  ~Shell() { std::filesystem::remove_all(folder_); }
  Shell(const Shell&) = delete;
  Shell& operator=(const Shell&) = delete;

  void write(const std::string& name, const std::string& text) const { std::ofstream(folder_ / "work" / name) << text; }
  std::string read(const std::string& name) const { return slurp(folder_ / "work" / name); }
  bool exists(const std::string& name) const { return std::filesystem::exists(folder_ / "work" / name); }
  /// Number of files in the folder.
  std::size_t files() const {
    const std::filesystem::directory_iterator all(folder_ / "work");
    return static_cast<std::size_t>(std::distance(begin(all), end(all)));
  }
  /// `line` may call `ksmsim` as if it were installed.
  Finished run(const std::string& line) const {
    write("../script",
          "cd '" + (folder_ / "work").string() + "'\nksmsim() { '" KSMSIM_COMMAND "' \"$@\"; }\n" + line + "\n");
    const std::string at = std::string("'").append(folder_.string()).append("/");
    const int status = std::system(("sh " + at + "script' >" + at + "out' 2>" + at + "err' </dev/null").c_str());
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return {code, slurp(folder_ / "out"), slurp(folder_ / "err")};
  }

 private:
  static std::string slurp(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }
  std::filesystem::path folder_;
};

/// Two VMs of ten pages each, three batches: done at once.
inline constexpr const char* kSmallScenario = R"(name: small
vms:
  - name: vm
    count: 2
    regions: [{pages: "1..8 0*2"}]
stop: {batches: 3}
)";

/// Runs until it is stopped.
inline constexpr const char* kEndlessScenario = R"(name: endless
vms:
  - name: vm
    count: 2
    regions: [{pages: "1..2000"}]
stop: {time: 876000h}
sample: 1000h
)";

}  // namespace ksmsim
