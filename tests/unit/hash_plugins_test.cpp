#include "ksmsim/hash/hash_plugins.h"

#include <algorithm>
#include <map>

#include "catch.h"
#include "fault_text.h"
#include "ksmsim/hash/file_digest.h"
#include "ksmsim/hash/page_hash.h"
#include "ksmsim/sweep/plan.h"
#include "temp_dir.h"

using namespace ksmsim;

namespace {

std::string plugin(const std::string& name) { return std::string(KSMSIM_TEST_PLUGINS) + "/" + name + ".so"; }

/// The error of loading it, without the file's name that it begins with.
std::string fault_of(const std::string& file) {
  const std::string text = fault_text([&] { load_hash_plugin(file); });
  if (text.empty()) return "";
  CHECK(text.starts_with(file + ": "));
  return text.substr(std::min(text.size(), file.size() + 2));
}

}  // namespace

TEST_CASE("what is no plug-in, or not as the header asks, is refused in a line that says why") {
  const std::map<std::string, std::string> faults = {
      {"no_entry", "is no hash plug-in: it has no function ksmsim_hash_entry()"},
      {"null_entry", "its ksmsim_hash_entry() has nothing for hash ABI 1, which this ksmsim has"},
      {"wrong_abi", "is for hash ABI 7, this ksmsim has 1"},
      {"small_struct", "its struct_size is 24, expected at least 72"},
      {"bad_name", "its name must be a letter and at most 31 letters, digits, '-' or '_'"},
      {"taken_name", "there is a hash 'xxh64' already"},
      {"no_version", "its version must be 1 to 64 printable characters"},
      {"long_summary", "its summary must be 1 to 200 printable characters"},
      {"zero_bits", "its digest_bits must be from 1 to 64"},
      {"unknown_flags", "it has flags that this ksmsim does not know"},
      {"no_hash", "it has no hash()"},
      {"create_fails", "its create() failed: no luck"}};
  for (const auto& [name, fault] : faults) {
    CAPTURE(name);
    CHECK(fault_of(plugin(name)) == fault);
  }
}

TEST_CASE("what crashes, hangs or reads what is not its page does so aside, and is refused") {
  const std::string reading = " while it hashed a read-only page with nothing before and behind it";
  const std::map<std::string, std::string> faults = {{"crashes", "its self-test died of SIGSEGV" + reading},
                                                     {"aborts", "its self-test died of SIGABRT" + reading},
                                                     {"exits", "it ended the program in its self-test" + reading},
                                                     {"hangs", "its self-test took more than 5 s" + reading},
                                                     {"reads_beyond", "its self-test died of SIGSEGV" + reading},
                                                     {"reads_before", "its self-test died of SIGSEGV" + reading},
                                                     {"writes_page", "its self-test died of SIGSEGV" + reading}};
  for (const auto& [name, fault] : faults) {
    CAPTURE(name);
    CHECK(fault_of(plugin(name)) == fault);
  }
}

TEST_CASE("what gives wrong digests is refused") {
  const std::map<std::string, std::string> faults = {
      {"wide_digest", "gives digests of more than its digest_bits"},
      {"counts", "is not deterministic: equal pages at two places have different digests"},
      {"keyed_by_state", "is not deterministic: another state gives another digest"},
      {"keyed_by_address", "gives another digest for a page that is not aligned"},
      {"constant", "gives the same digest for all pages"},
      {"other_batch", "its hash_batch() gives other digests than its hash()"},
      {"long_batch", "its hash_batch() writes more digests than it was given pages"},
      {"shares_buffer", "gives other digests when two threads use one state"}};
  for (const auto& [name, fault] : faults) {
    CAPTURE(name);
    CHECK(fault_of(plugin(name)) == fault);
  }
}

TEST_CASE("files that are no shared objects are refused") {
  const TempDir folder;
  CHECK(fault_of(folder.write("text.so", "no ELF file at all\n")) ==
        "cannot be loaded as a shared object: file too short");
  CHECK(fault_of(folder.write("long.so", std::string(10'000, 'x'))) ==
        "cannot be loaded as a shared object: invalid ELF header");
  CHECK(fault_of(folder.path().string()) == "is a folder, expected a shared object");
  CHECK(fault_of((folder.path() / "none.so").string()) == "cannot be read: No such file or directory");
  const std::string whole = read_file(plugin("fnv1a"));
  CHECK_FALSE(fault_of(folder.write("cut.so", whole.substr(0, whole.size() / 3))).empty());
}

TEST_CASE("a plug-in's hash is one of the registry, and known by its file's fingerprint") {
  REQUIRE(fault_of(plugin("fnv1a")).empty());
  REQUIRE(fault_of(plugin("fnv1a")).empty());  // the same once more
  REQUIRE(fault_of(plugin("prints")).empty());
  const auto names = page_hash_names();
  CHECK(std::count(names.begin(), names.end(), "fnv1a") == 1);
  const auto hash = make_page_hash("fnv1a");
  CHECK(hash->bits() == 64);
  CHECK(hash->implementation() == "plug-in fnv1a.so, version 1.0");
  const std::vector<std::byte> zeros(kPageSize);
  CHECK(hash->hash(PageView(zeros.data(), kPageSize)) == 0xa2d25d5cd744b52e);
  CHECK(catalogue_find("hash", "fnv1a")->summary == "FNV-1a over 64-bit words (plug-in fnv1a.so, version 1.0)");
  const HashPlugin* info = find_hash_plugin("fnv1a");
  REQUIRE(info != nullptr);
  CHECK(info->file == "fnv1a.so");
  CHECK(info->digest == file_digest(plugin("fnv1a")));
  CHECK(find_hash_plugin("xxh64") == nullptr);
  CHECK(fault_of(TempDir().write("copy.so", read_file(plugin("fnv1a")))) == "there is a hash 'fnv1a' already");
}

TEST_CASE("a plug-in's hash makes other points than another build of it would") {
  REQUIRE(fault_of(plugin("fnv1a")).empty());
  const auto id = [](const std::string& hash) {
    return PointIdentity().of(parse_scenario("ksm: {hash: " + hash +
                                                 "}\nhost: {checksum_time: measured}\n"
                                                 "vms: [{name: a, regions: [{pages: 1}]}]\nstop: {batches: 1}\n",
                                             "s.yaml"));
  };
  CHECK(id("fnv1a") == id("fnv1a"));
  CHECK(id("fnv1a") != id("xxh64"));
}

TEST_CASE("a list of plug-ins names files and folders, whose shared objects are taken in order") {
  const TempDir folder;
  const std::string b = folder.write("b.so", "x"), a = folder.write("a.so", "x");
  folder.write("notes.txt", "x");
  const std::string single = folder.write("aside/c.plugin", "x");
  CHECK(hash_plugin_files("").empty());
  CHECK(hash_plugin_files(":" + single + "::" + folder.path().string() + ":") ==
        std::vector<std::string>{single, a, b});
  CHECK_THROWS_WITH(hash_plugin_files("/nowhere/at/all"), "no file and no folder '/nowhere/at/all'");
}
