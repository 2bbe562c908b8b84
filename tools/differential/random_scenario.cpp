#include "random_scenario.h"

#include <algorithm>
#include <string>
#include <utility>

#include "ksmsim/base/random.h"
#include "ksmsim/config/load.h"

namespace ksmsim {
namespace {

class Dice {
 public:
  Dice(std::uint64_t seed, std::uint64_t number) : stream_(seed, "differential/" + std::to_string(number)) {}
  /// 0 to bound - 1.
  std::uint64_t below(std::uint64_t bound) { return stream_.below(next_++, bound); }
  std::uint64_t between(std::uint64_t least, std::uint64_t most) { return least + below(most - least + 1); }
  bool one_in(std::uint64_t n) { return below(n) == 0; }
  bool percent(std::uint64_t share) { return below(100) < share; }
  template <class T>
  T one_of(std::initializer_list<T> choices) {
    return *(choices.begin() + below(choices.size()));
  }

 private:
  RandomStream stream_;
  std::uint64_t next_ = 0;
};

class Maker {
 public:
  Maker(std::uint64_t seed, std::uint64_t number) : dice_(seed, number) {
    s_ = parse_scenario("name: x\nvms: [{name: vm, regions: [{pages: \"1\"}]}]\nstop: {batches: 1}\n", "random");
    s_.name = "differential-" + std::to_string(seed) + "-" + std::to_string(number);
    s_.description = "Random case " + std::to_string(number) + " of seed " + std::to_string(seed) + ".";
  }

  Scenario make() {
    common_ = dice_.one_of<std::uint64_t>({3, 5, 5, 12, 40, 120});
    unique_percent_ = dice_.one_of<std::uint64_t>({5, 20, 20, 50, 90});
    odd_percent_ = dice_.one_of<std::uint64_t>({0, 8, 8, 30});
    batches_ = dice_.between(30, 120);
    vms();
    settings();
    s_.stop.batches = batches_;
    events();
    return s_;
  }

 private:
  PageRun content(std::uint64_t unique) {
    using Kind = PageRun::Kind;
    if (dice_.percent(odd_percent_)) {
      switch (dice_.below(6)) {
        case 0:
          return {Kind::fill, dice_.one_of<std::uint64_t>({1, 0x61, 0x7a, 0xff}), 1, false};
        case 1:
          return {Kind::last_word, dice_.between(1, 12), 1, false};
        case 2:
          return {Kind::first_word, dice_.between(1, 9), 1, false};
        default:
          return {Kind::zero, 0, 1, false};
      }
    }
    if (dice_.percent(unique_percent_)) return {Kind::random, unique, 1, false};
    return {Kind::random, dice_.between(1, common_), 1, false};
  }

  RegionSpec region(std::uint64_t unique, std::uint64_t pages, bool huge) {
    RegionSpec r;
    r.huge_pages = huge;
    const std::uint64_t absent_percent = dice_.one_of<std::uint64_t>({0, 3, 3, 40});
    for (std::uint64_t i = 0; i < pages; ++i) {
      r.pages.push_back(dice_.percent(absent_percent) ? PageRun{} : content(unique + i));
    }
    return r;
  }

  void vms() {
    s_.vms.clear();
    const std::uint64_t most = dice_.one_of<std::uint64_t>({20, 90, 90, 300, 900});
    const std::uint64_t count = dice_.between(1, 6);
    for (std::uint64_t i = 0; i < count; ++i) {
      VmSpec vm;
      vm.name = "vm" + std::to_string(i);
      const std::uint64_t regions = dice_.one_of<std::uint64_t>({1, 1, 2, 3});
      for (std::uint64_t r = 0; r < regions; ++r) {
        const bool huge = dice_.one_in(12);
        const std::uint64_t pages = huge ? dice_.between(512, 1100) : dice_.between(1, most);
        vm.regions.push_back(region((i + 1) * 100000 + r * 10000, pages, huge));
        pages_ += pages;
      }
      if (i != 0 && dice_.one_in(5)) vm.start_after_batch = dice_.between(1, batches_ * 2 / 3);
      s_.vms.push_back(std::move(vm));
    }
    literal_vms_ = count;
    if (dice_.one_in(3)) changing_vms();
  }

  /// Their pages change by themselves.
  void changing_vms() {
    const auto percent = [this](std::initializer_list<std::uint64_t> shares) {
      return std::to_string(dice_.one_of(shares)) + "%";
    };
    const auto millis = [this](std::initializer_list<std::uint64_t> times) {
      return std::to_string(dice_.one_of(times)) + "ms";
    };
    const std::uint64_t count = dice_.between(1, 3), mib = dice_.between(1, 4);
    const std::string start = millis({0, 0, 300}), zero = percent({0, 10, 40}), image = percent({10, 40}),
                      repeated = percent({0, 10, 20}), slow = percent({10, 40}), slow_period = millis({700, 2000}),
                      fast = percent({0, 5, 30}), fast_period = millis({30, 100, 400});
    const Scenario s = parse_scenario(
        "name: x\nvms: [{name: changing, count: " + std::to_string(count) + ", memory: " + std::to_string(mib) +
            "MiB, start: " + start + ", contents: {model: linux-clone, zero: " + zero + ", image: " + image +
            ", repeated: " + repeated + ", slow: {share: " + slow + ", period: " + slow_period +
            "}, fast: {share: " + fast + ", period: " + fast_period + "}}}]\nstop: {batches: 1}\n",
        "random");
    s_.vms.insert(s_.vms.end(), s.vms.begin(), s.vms.end());
    pages_ += count * mib * 256;
  }

  void settings() {
    const std::uint64_t batches_a_scan = dice_.one_of<std::uint64_t>({1, 2, 4, 4, 8, 15});
    const std::uint64_t to_scan = std::clamp<std::uint64_t>(pages_ / batches_a_scan, 1, 500);
    const auto text = [](std::uint64_t n) { return std::to_string(n); };
    s_.ksm.tunables = {{"pages_to_scan", text(to_scan)},
                       {"smart_scan", text(dice_.below(2))},
                       {"use_zero_pages", text(dice_.below(2))},
                       {"max_page_sharing", text(dice_.one_of<std::uint64_t>({2, 3, 4, 16, 256, 256}))},
                       // In between, the result would depend on real time.
                       {"stable_node_chains_prune_millisecs", dice_.one_of<std::string>({"0", "4000000000"})}};
  }

  void events() {
    const std::uint64_t count = dice_.between(0, dice_.one_of<std::uint64_t>({5, 30, 60}));
    for (std::uint64_t i = 0; i < count; ++i) event();
    std::stable_sort(s_.events.begin(), s_.events.end(),
                     [](const EventSpec& a, const EventSpec& b) { return a.count < b.count; });
  }

  void event() {
    EventSpec e;
    const bool by_scan = dice_.one_in(8);
    e.when = by_scan           ? EventSpec::When::after_full_scan
             : dice_.one_in(8) ? EventSpec::When::at
                               : EventSpec::When::after_batch;
    e.count = dice_.between(1, by_scan ? 6 : batches_ - 1);
    if (e.when == EventSpec::When::at) {
      e.at = milliseconds(static_cast<std::int64_t>(std::exchange(e.count, 0) * kBatchMillisecs + dice_.below(24)));
    }
    const std::uint64_t kind = dice_.below(100);
    if (kind >= 90) return setting(e, kind);
    e.vm = static_cast<std::uint32_t>(dice_.below(literal_vms_));
    const auto& regions = s_.vms[e.vm].regions;
    e.region = static_cast<std::uint32_t>(dice_.below(regions.size()));
    const std::uint64_t pages = regions[e.region].pages.size();
    e.first_page = dice_.below(pages);
    e.last_page = std::min(pages - 1, e.first_page + dice_.one_of<std::uint64_t>({0, 0, 1, 4, 9, 20, 100}));
    e.what = kind < 55   ? EventSpec::What::write
             : kind < 67 ? EventSpec::What::discard
             : kind < 74 ? EventSpec::What::unmap
             : kind < 80 ? EventSpec::What::unmergeable
             : kind < 87 ? EventSpec::What::mergeable
                         : EventSpec::What::kill;
    if (e.what == EventSpec::What::write) written(e);
    if (e.what == EventSpec::What::kill) e.region = 0, e.first_page = e.last_page = 0;
    s_.events.push_back(e);
  }

  void written(EventSpec& e) {
    if (dice_.one_in(3)) {
      e.page_offset = dice_.one_of<std::uint64_t>({0, 1, 2000, 3000 + s_.events.size()});
    } else {
      e.content = content(500000 + s_.events.size());
    }
  }

  void add_setting(EventSpec e, const std::string& name, const std::string& value) {
    e.what = EventSpec::What::set;
    e.tunable = name;
    e.value = value;
    s_.events.push_back(std::move(e));
  }

  void setting(const EventSpec& e, std::uint64_t kind) {
    const std::string flag = std::to_string(dice_.below(2));
    switch (kind - 90) {
      case 0:
      case 1:
        return restart(e);
      case 2:
        return add_setting(e, "max_page_sharing", dice_.one_of<std::string>({"2", "3", "300"}));
      case 3:
        return add_setting(e, "merge_across_nodes", flag);
      case 4:
      case 5:
        return add_setting(e, "smart_scan", flag);
      case 6:
      case 7:
        return add_setting(e, "use_zero_pages", flag);
      default:
        return add_setting(e, "pages_to_scan", dice_.one_of<std::string>({"1", "5", "33", "100", "500"}));
    }
  }

  /// `run` 2 and 1 again, maybe with a setting in between that is refused while pages are shared.
  void restart(const EventSpec& e) {
    add_setting(e, "run", "2");
    if (dice_.one_in(2)) add_setting(e, "max_page_sharing", dice_.one_of<std::string>({"2", "5", "256"}));
    add_setting(e, "run", "1");
  }

  static constexpr std::uint64_t kBatchMillisecs = 24;  // with the default sleep

  Dice dice_;
  Scenario s_;
  std::uint64_t common_ = 5, unique_percent_ = 20, odd_percent_ = 8, batches_ = 80, pages_ = 0, literal_vms_ = 0;
};

}  // namespace

Scenario random_scenario(std::uint64_t seed, std::uint64_t number) { return Maker(seed, number).make(); }

}  // namespace ksmsim
