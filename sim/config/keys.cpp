#include "keys.h"

#include <algorithm>
#include <array>

#include "ksmsim/base/plugin.h"

namespace ksmsim {
namespace {

using T = KeyType;
constexpr std::uint64_t kUint = 0xffffffff;  // sysfs files of the kernel's type unsigned int
constexpr std::uint64_t kInt = 0x7fffffff;
constexpr std::uint64_t kUlong = std::numeric_limits<std::uint64_t>::max();

constexpr const char* kLeftOut = "(not known, left out)";

constexpr Key kKeys[] = {
    {"name", T::text, "(the file's name)", "What the scenario is called."},
    {"description", T::text, "", "What it is about, for people."},
    {"seed", T::integer, "1", "Seed of all random numbers. Equal seeds give equal results."},
    {"host", T::mapping, "", "The machine the VMs run on."},
    {"host.memory", T::size, "", "Memory of the host."},
    {"host.kernel", T::text, "(the newest that is known)", "The Linux version whose KSM is simulated.", "@kernel"},
    {"host.cpu", T::text, "xeon-e5-2620v3",
     "Cost profile: what a checksum costs on ksmd's CPU. A name, of which `host` measures this machine; a file beside "
     "the scenario that ends in .yaml; or the figures themselves: a checksum takes scale * hot + miss.",
     "@cpu"},
    {"host.cpu.name", T::text, "(the file's name, or given)", "What the profile is called in results."},
    {"host.cpu.source", T::text, "(the file, or the scenario)", "Where the figures are from, printed beside results."},
    {"host.cpu.arch", T::integer, "64", "Word size of the code that `hot` was measured of.", "32|64"},
    {"host.cpu.scale", T::real, "1", "How much slower ksmd's CPU is than the one that `hot` was measured on."},
    {.path = "host.cpu.miss",
     .type = T::cost,
     .fallback = "",
     .help = "What it takes to bring a page, 4096 bytes, from memory into the cache.",
     .required = true},
    {"host.cpu.visit", T::cost, kLeftOut,
     "What every visit takes: the walk to the page and its record, and all that no other of these times is for; not "
     "its "
     "checksum."},
    {"host.cpu.skip", T::cost, kLeftOut, "What it takes to pass a page that smart_scan skips."},
    {"host.cpu.merged", T::cost, kLeftOut, "What a visit takes more that finds its page merged already."},
    {"host.cpu.stable_step", T::cost, kLeftOut, "A step down the stable tree: another page's first bytes and record."},
    {"host.cpu.unstable_step", T::cost, kLeftOut,
     "A step down the unstable tree: beside, the walk to a page of another process."},
    {"host.cpu.checksum_step", T::cost, kLeftOut,
     "A step down a tree that compares a checksum in a record, as the scanner checksum-tree does."},
    {"host.cpu.table_lookup", T::cost, kLeftOut, "A hash looked up in a table, as the scanner hash-table does."},
    {"host.cpu.compare", T::cost, kLeftOut, "4096 bytes compared and found equal, by words, as Linux 5.17 and later."},
    {"host.cpu.compare_bytewise", T::cost, kLeftOut, "The same byte by byte, as Linux before 5.17."},
    {"host.cpu.join", T::cost, kLeftOut,
     "Mapping a merged page in place of a page: write protection, flushes of the TLB, the page given back."},
    {"host.cpu.pair", T::cost, kLeftOut, "Making one merged page of two: the same, and a new node in the stable tree."},
    {"host.cpu.zero_merge", T::cost, kLeftOut, "Mapping the kernel's zero page in place of a page."},
    {"host.cpu.split", T::cost, kLeftOut, "Splitting a huge page."},
    {"host.cpu.batch", T::cost, kLeftOut, "What a batch takes by itself: ksmd's waking and going to sleep."},
    {.path = "host.cpu.hot",
     .type = T::any_names,
     .fallback = "",
     .help = "What a hash takes for a page that is in the cache, by hash.",
     .required = true},
    {"host.arch", T::integer, "(64)",
     "Word size of the host, which the kernel's xxhash and a checksum's cost depend on. On 32 bits a profile's figures "
     "are scaled unless its own arch is 32; counters stay those of a 64-bit kernel.",
     "32|64"},
    {"host.hz", T::integer, "250", "Timer ticks a second, to which ksmd's sleep is rounded.", "", 1, 10000},
    {"host.checksum_time", T::text, "modelled",
     "Where the time of a checksum comes from: the cost profile, or checksums really computed over "
     "cold pages on this machine.",
     "modelled|measured"},
    {"host.lru_batch", T::boolean, "true",
     "Whether pages just faulted cannot merge yet, as they wait in the CPU's LRU batch."},
    {"ksm", T::mapping, "",
     "The files of /sys/kernel/mm/ksm at the start, with the kernel's names, units and errors, and "
     "what this simulator adds."},
    {"ksm.run", T::integer, "(1)",
     "1: ksmd runs; 0: it stands still; 2: it stands still and all merged pages are unmerged.", "", 0, 2},
    {"ksm.pages_to_scan", T::integer, "(the kernel's: 100)", "Pages that ksmd looks at before it sleeps.", "", 0,
     kUint},
    {"ksm.sleep_millisecs", T::integer, "(the kernel's: 20)", "How long ksmd sleeps between batches, in milliseconds.",
     "", 0, kUint},
    {"ksm.max_page_sharing", T::integer, "(the kernel's: 256 (4.13 and later))",
     "How many mappings may share one physical page.", "", 2, kInt},
    {"ksm.use_zero_pages", T::flag, "(the kernel's: 0 (4.12 and later))",
     "Whether pages of zeros are merged with the kernel's zero page."},
    {"ksm.merge_across_nodes", T::flag, "(the kernel's: 1 (3.9 and later))",
     "Whether pages of different NUMA nodes may merge."},
    {"ksm.stable_node_chains_prune_millisecs", T::integer, "(the kernel's: 2000 (4.13 and later))",
     "How often chains of duplicates are pruned, in milliseconds.", "", 0, kUint},
    {"ksm.smart_scan", T::flag, "(the kernel's: 1 (6.7 and later))",
     "Whether pages that did not merge before are skipped now and then."},
    {"ksm.advisor_mode", T::text, "(the kernel's: none (6.8 and later))",
     "Who sets pages_to_scan: nobody, or the scan-time advisor.", "none|scan-time"},
    {"ksm.advisor_max_cpu", T::integer, "(the kernel's: 70)",
     "The advisor's upper limit of ksmd's CPU time, in percent.", "", 0, kUlong},
    {"ksm.advisor_min_pages_to_scan", T::integer, "(the kernel's: 500)", "The advisor's first value of pages_to_scan.",
     "", 0, kUlong},
    {"ksm.advisor_max_pages_to_scan", T::integer, "(the kernel's: 30000)",
     "The advisor's upper limit of pages_to_scan.", "", 0, kUlong},
    {"ksm.advisor_target_scan_time", T::integer, "(the kernel's: 200)",
     "Seconds a full scan should take under the advisor.", "", 1, kUlong},
    {"ksm.hash", T::text, "(the kernel version's own)",
     "The hash that tells whether a page changed. `fastest`: of crc32c and xxhash, as the kernel patch's fourth "
     "version "
     "chose, by the cost profile or, if checksums are measured, by a speed test here.",
     "@hash|fastest"},
    {"ksm.checksum_bits", T::integer, "32", "Bits of the hash that are kept for each page.", "32|64"},
    {"ksm.scanner", T::text, "ksm", "The algorithm that looks for equal pages.", "@scanner"},
    {.path = "vms",
     .type = T::list,
     .fallback = "",
     .help = "The virtual machines, in the order in which they register with KSM.",
     .required = true},
    {.path = "vms[].name",
     .type = T::text,
     .fallback = "",
     .help = "Name of the VM: letters, digits, '_' and '-'.",
     .required = true},
    {"vms[].count", T::integer, "", "That many VMs like this one, named NAME0, NAME1, ...", "", 1, 100000},
    {"vms[].vcpus", T::integer, "1", "Virtual CPUs.", "", 1, 65536},
    {"vms[].memory", T::size, "", "Memory of the VM. Needed with `contents`; with `regions` their pages tell."},
    {"vms[].contents", T::mapping, "", "What the pages hold and how they change: a content model and its parameters."},
    {.path = "vms[].contents.model",
     .type = T::text,
     .fallback = "",
     .help = "Name of the content model. Its parameters stand beside it.",
     .choices = "@model",
     .required = true},
    {"vms[].trace", T::text, "",
     "Captured memory: FILE#VM, a trace file beside the scenario and a VM's name or number in it."},
    {"vms[].regions", T::list, "", "Literal pages: separate mappings in ascending addresses."},
    {.path = "vms[].regions[].pages",
     .type = T::pages,
     .fallback = "",
     .help = "Contents, one page each, in address order: 7 (random page 7), 0 (zeros), f61 (that byte "
             "throughout), e5 / h5 (zeros but the last / first word), - (not present), 3..9, 7*30.",
     .required = true},
    {"vms[].regions[].huge_pages", T::boolean, "false", "Whether the region is backed by 2 MiB pages."},
    {"vms[].start", T::duration, "0s", "When the VM starts: a time, or {after_batch: B}."},
    {"vms[].start.after_batch", T::integer, "", "The VM starts after this batch of ksmd and that batch's events."},
    {"events", T::list, "",
     "What happens during the run, in this order. Each has one of at, after_batch and "
     "after_full_scan, and one thing that happens."},
    {"events[].at", T::duration, "", "The event happens at this time."},
    {"events[].after_batch", T::integer, "", "The event happens after this batch of ksmd."},
    {"events[].after_full_scan", T::integer, "", "The event happens after this full scan."},
    {"events[].write", T::mapping, "", "Pages are written: they hold `content` from then on."},
    {.path = "events[].write.vm", .type = T::text, .fallback = "", .help = "Name of the VM.", .required = true},
    {"events[].write.region", T::integer, "0", "Number of the region, from 0.", "", 0, kUint},
    {.path = "events[].write.pages",
     .type = T::page_range,
     .fallback = "",
     .help = "Pages of the region, from 0: 3..9 or 127.",
     .required = true},
    {.path = "events[].write.content",
     .type = T::content,
     .fallback = "",
     .help = "What they hold then, as in `pages`: 7, 0, f61, e5, h5; or page+N: page n holds "
             "random page n+N.",
     .required = true},
    {"events[].discard", T::mapping, "", "MADV_DONTNEED: the pages are gone until touched again."},
    {"events[].unmap", T::mapping, "", "munmap of the pages."},
    {"events[].unmergeable", T::mapping, "", "MADV_UNMERGEABLE: merged pages are unmerged and left alone."},
    {"events[].mergeable", T::mapping, "", "MADV_MERGEABLE: ksmd may merge the pages again."},
    {"events[].kill", T::text, "", "The VM of this name dies."},
    {"events[].set", T::any_names, "",
     "A write to one file of /sys/kernel/mm/ksm, as {pages_to_scan: 25}. What the kernel would "
     "refuse is refused with its errno and reported."},
    {.path = "stop",
     .type = T::mapping,
     .fallback = "",
     .help = "When the run ends: at the first of these that is reached.",
     .required = true},
    {"stop.full_scans", T::integer, "", "After this many full scans.", "", 1},
    {"stop.batches", T::integer, "", "After this many batches of ksmd.", "", 1},
    {"stop.time", T::duration, "", "After this simulated time."},
    {"sample", T::sample, "batch", "How often a row of counters is kept: every `batch`, every `full_scan`, or a time."},
    {"sweep", T::mapping, "", "Runs the scenario once for each combination of values."},
    {"sweep.axes", T::any_names, "",
     "Keys and the values each takes, as {ksm.hash: [xxh64, jhash2]}; the last key varies fastest. A value may be a "
     "range: 100..1000:step=100, 100..1600:log2 (doubling) or 0%..50%:linspace=6 (so many, evenly)."},
    {"sweep.zip", T::list, "", "Lists of keys of axes that go in step: the first values together, the second, …"},
    {"sweep.where", T::list, "",
     "Conditions that every point meets, as \"ksm.pages_to_scan / ksm.sleep_millisecs <= 50\"; other points are left "
     "out. One or a list."},
    {"sweep.repeat", T::integer, "1",
     "Each point so many times, with the seeds from the scenario's on; for what varies with chance.", "", 1, 10000},
    {"reference", T::mapping, "", "Published figures to set beside the results. Never an input of the simulation."},
    {"reference.source", T::text, "", "Where the figures are from."},
    {"reference.checksum_ns", T::any_names, "", "Nanoseconds of a checksum, by hash."},
    {"reference.percent_below", T::list, "", "By how many percent one hash is below another."},
    {.path = "reference.percent_below[].hash",
     .type = T::text,
     .fallback = "",
     .help = "The faster hash.",
     .choices = "@hash",
     .required = true},
    {.path = "reference.percent_below[].than",
     .type = T::text,
     .fallback = "",
     .help = "The hash it is compared with.",
     .choices = "@hash",
     .required = true},
    {.path = "reference.percent_below[].percent",
     .type = T::real,
     .fallback = "",
     .help = "How many percent less it takes.",
     .required = true},
};

/// discard, unmap and their like take the keys that write takes, but for the content.
constexpr std::array<std::string_view, 4> kOverPages = {"events[].discard", "events[].unmap", "events[].unmergeable",
                                                        "events[].mergeable"};
constexpr std::array<std::string_view, 4> kOverPagesPaths[] = {
    {"events[].discard.vm", "events[].unmap.vm", "events[].unmergeable.vm", "events[].mergeable.vm"},
    {"events[].discard.region", "events[].unmap.region", "events[].unmergeable.region", "events[].mergeable.region"},
    {"events[].discard.pages", "events[].unmap.pages", "events[].unmergeable.pages", "events[].mergeable.pages"}};

/// The part below `path`, if `key` is right below it; else "".
std::string_view name_below(std::string_view key, std::string_view path) {
  if (key.substr(0, path.size()) != path) return {};
  key.remove_prefix(path.size());
  if (!path.empty()) {
    if (key.empty() || key[0] != '.') return {};
    key.remove_prefix(1);
  }
  return key.find('.') == std::string_view::npos ? key : std::string_view{};
}

std::vector<Key> whole_table() {
  std::vector<Key> keys;
  for (const Key& key : kKeys) {
    keys.push_back(key);
    const auto kind = std::find(kOverPages.begin(), kOverPages.end(), key.path);
    if (kind == kOverPages.end()) continue;
    const auto write =
        std::find_if(std::begin(kKeys), std::end(kKeys), [](const Key& k) { return k.path == "events[].write.vm"; });
    for (std::size_t i = 0; i < 3; ++i) {
      Key copy = write[static_cast<std::ptrdiff_t>(i)];
      copy.path = kOverPagesPaths[i][static_cast<std::size_t>(kind - kOverPages.begin())];
      keys.push_back(copy);
    }
  }
  return keys;
}

std::string describe_integer(const Key& key) {
  const std::string least = std::to_string(key.least);
  if (key.most == kUlong) return key.least == 0 ? "an integer" : "an integer of at least " + least;
  if (key.most == kInt) return "an integer of at least " + least;
  return "an integer from " + least + " to " + std::to_string(key.most);
}

std::string describe_words(std::string_view choices) {
  const auto words = choice_words(choices);
  std::string out = choices[0] == '@' ? "name of a " + std::string(choices.substr(1, choices.find('|') - 1)) : "one of";
  const char* separator = choices[0] == '@' ? ": " : " ";
  for (const std::string& word : words) {
    out += separator + word;
    separator = ", ";
  }
  return out;
}

}  // namespace

std::span<const Key> key_table() {
  static const std::vector<Key> table = whole_table();
  return table;
}

const Key* find_key(std::string_view path) {
  const auto table = key_table();
  const auto found = std::find_if(table.begin(), table.end(), [&](const Key& key) { return key.path == path; });
  return found == table.end() ? nullptr : &*found;
}

std::vector<std::string> child_names(std::string_view path) {
  std::vector<std::string> names;
  for (const Key& key : key_table()) {
    const std::string_view name = name_below(key.path, path);
    if (!name.empty()) names.emplace_back(name);
  }
  return names;
}

std::string_view default_value(const Key& key) {
  const bool words = !key.fallback.empty() && key.fallback[0] == '(';
  return words ? std::string_view{} : key.fallback;
}

bool is_tunable(const Key& key) {
  const std::string_view name = name_below(key.path, "ksm");
  return !name.empty() && name != "hash" && name != "checksum_bits" && name != "scanner";
}

std::vector<std::string> tunable_names() {
  std::vector<std::string> names;
  for (const Key& key : key_table()) {
    if (is_tunable(key)) names.emplace_back(name_below(key.path, "ksm"));
  }
  return names;
}

std::vector<std::string> choice_words(std::string_view choices) {
  std::vector<std::string> words;
  if (choices.empty()) return words;
  if (choices[0] == '@') {
    const std::size_t bar = std::min(choices.find('|'), choices.size());
    for (const PluginInfo* info : catalogue_list(choices.substr(1, bar - 1))) words.push_back(info->name);
    if (bar < choices.size()) words.emplace_back(choices.substr(bar + 1));
    if (choices == "@cpu" && !words.empty()) words.emplace_back("host");
    return words;
  }
  for (std::size_t from = 0; from <= choices.size();) {
    const std::size_t to = std::min(choices.find('|', from), choices.size());
    words.emplace_back(choices.substr(from, to - from));
    from = to + 1;
  }
  return words;
}

std::string describe_type(const Key& key) {
  if (!key.choices.empty()) return describe_words(key.choices);
  switch (key.type) {
    case T::mapping:
      return "a mapping";
    case T::list:
      return "a list";
    case T::any_names:
      return "a mapping of names to values";
    case T::boolean:
      return "true or false";
    case T::integer:
      return describe_integer(key);
    case T::real:
      return "a number";
    case T::text:
      return "a text";
    case T::size:
      return "a size with a unit, such as 4GiB";
    case T::duration:
      return "a time with a unit, such as 30s";
    case T::share:
      return "a share such as 35% or 0.35";
    case T::cost:
      return "a time with a unit, such as 445ns";
    case T::flag:
      return "0 or 1";
    case T::pages:
      return "a list of pages, such as \"1..12 0*40\"";
    case T::page_range:
      return "pages such as 3..9 or 127";
    case T::content:
      return "a page's content, such as 7, 0, f61, e5, h5 or page+5000";
    case T::sample:
      return "batch, full_scan or a time with a unit, such as 30s";
    case T::scalar:
      break;
  }
  return "a value";
}

}  // namespace ksmsim
