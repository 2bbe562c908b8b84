// Figures worked out by hand from behaviour.md, "Scan-time advisor".
#include "ksmsim/tuning/scan_time_advisor.h"

#include "catch.h"

using namespace ksmsim;

namespace {

/// An advisor whose full scans follow one another.
class Scans {
 public:
  explicit Scans(AdvisorLimits limits = {}) : limits_(limits) {}

  /// What it makes of a full scan that took `time`, `cpu` of it on the CPU.
  std::uint32_t scan(Duration time, Duration cpu, std::uint32_t pages_to_scan) {
    advisor_.full_scan_begins(now_);
    now_ = now_ + time;
    cpu_ = cpu_ + cpu;
    return advisor_.full_scan_ended(now_, cpu_, pages_to_scan, limits_);
  }

 private:
  ScanTimeAdvisor advisor_;
  AdvisorLimits limits_;
  SimTime now_{5'000'000'000};
  Duration cpu_{};
};

/// With these, pages_to_scan * change is between its limits when ksmd takes a whole CPU.
constexpr AdvisorLimits kWide{1000, 1'000'000'000, 200};

}  // namespace

TEST_CASE("a scan as long as its target still has the moving average begin at 30 %") {
  Scans scans(kWide);
  // factor 100; change (70 * 0 + 30 * 100) / 100 = 30, then (70 * 30 + 3000) / 100 = 51, and so on
  CHECK(scans.scan(seconds(200), seconds(200), 10000) == 3000);
  CHECK(scans.scan(seconds(200), seconds(200), 10000) == 5100);
  CHECK(scans.scan(seconds(200), seconds(200), 10000) == 6500);
  CHECK(scans.scan(seconds(200), seconds(200), 10000) == 7500);
  CHECK(scans.scan(seconds(200), seconds(200), 10000) == 8200);
}

TEST_CASE("a scan slower than its target asks for more, up to max_cpu") {
  // T 1000, CPU 50 %: factor 20, 500 * 100 / 20 = 2500, * 30 / 100 = 750; a percent is 10 pages: 70 % are 700
  CHECK(Scans().scan(seconds(1000), seconds(500), 500) == 700);
  AdvisorLimits more;
  more.max_cpu = 80;
  CHECK(Scans(more).scan(seconds(1000), seconds(500), 500) == 750);
}

TEST_CASE("the change of the scan's time counts, weighted by 30 %") {
  Scans scans(kWide);
  CHECK(scans.scan(seconds(200), seconds(200), 10000) == 3000);
  // 300 s after 200: factor 66, change (70 * 30 + 30 * 150) / 100 = 66; 10000 * 100 / 66 = 15151, * 66 / 100 = 9999
  CHECK(scans.scan(seconds(300), seconds(300), 10000) == 9999);
  // 30 s after 300: factor 666, change (70 * 66 + 30 * 10) / 100 = 49; 1501, * 49 / 100 = 735, but 10 % are 1000
  CHECK(scans.scan(seconds(30), seconds(30), 10000) == 1000);
}

TEST_CASE("ten per cent of CPU is the floor, and rules when scans are faster than their target") {
  // T 20, CPU 10 %: factor 1000, 50, * 30 / 100 = 15; a percent is 50 pages
  CHECK(Scans().scan(seconds(20), seconds(2), 500) == 500);
  // CPU 1 %: a percent is 500 pages
  CHECK(Scans().scan(seconds(200), seconds(2), 500) == 5000);
}

TEST_CASE("max_pages_to_scan wins over the floor, and nothing holds pages_to_scan up") {
  AdvisorLimits limits;
  limits.max_pages_to_scan = 1234;
  CHECK(Scans(limits).scan(seconds(200), seconds(2), 500) == 1234);
  limits.max_pages_to_scan = 0;
  CHECK(Scans(limits).scan(seconds(200), seconds(2), 500) == 0);
}

TEST_CASE("quotients that would be 0 count as 1") {
  // T 0.9 s is 1 s, CPU 0.4 % is 1 %: factor 20000, 2, * 30 / 100 = 0; a percent is 500 pages
  CHECK(Scans().scan(milliseconds(900), milliseconds(4), 500) == 5000);
  // factor 1 * 100 / 101 is 1: 500 * 100 * 30 / 100 = 15000; CPU 100 %: a percent is 5 pages, 70 % are 350
  AdvisorLimits soon;
  soon.target_scan_time_s = 1;
  CHECK(Scans(soon).scan(seconds(101), seconds(101), 500) == 350);
  // fewer pages than per cent of CPU: a percent is 1 page, the floor 10
  CHECK(Scans().scan(seconds(20), seconds(20), 7) == 10);
}

TEST_CASE("pages_to_scan * 100 wraps at 32 bits") {
  // 50,000,000 * 100 = 5e9 = 2^32 + 705032704; / 100 = 7050327, * 30 / 100 = 2115098; CPU 1000 %: floor 500000
  CHECK(Scans(kWide).scan(seconds(200), seconds(2000), 50'000'000) == 2'115'098);
}

TEST_CASE("a scan whose beginning the advisor did not see counts from boot on") {
  ScanTimeAdvisor advisor;
  // T 1000: as above, 750 pages and 70 % of CPU 700
  CHECK(advisor.full_scan_ended(SimTime{} + seconds(1000), seconds(500), 500, {}) == 700);
}
