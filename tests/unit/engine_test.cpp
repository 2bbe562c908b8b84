#include <string>

#include "catch.h"
#include "ksmsim/engine/event_queue.h"
#include "ksmsim/engine/timer_wheel.h"

using namespace ksmsim;

TEST_CASE("events come in order of time, then phase, then scheduling") {
  EventQueue<const char*> queue;
  queue.schedule({5}, Phase::scripted, "5 scripted, first");
  queue.schedule({5}, Phase::scripted, "5 scripted, second");
  queue.schedule({5}, Phase::ksmd, "5 ksmd");
  queue.schedule({1}, Phase::vm_start, "1 vm");
  queue.schedule({5}, Phase::guest, "5 guest");
  std::string order;
  while (auto event = queue.pop()) order += std::string(event->payload) + "; ";
  CHECK(order == "1 vm; 5 guest; 5 ksmd; 5 scripted, first; 5 scripted, second; ");
}

TEST_CASE("the clock is the time of the event popped last") {
  EventQueue<int> queue;
  queue.schedule({7}, Phase::ksmd, 1);
  CHECK(queue.now() == SimTime{0});
  CHECK(queue.pop()->time == SimTime{7});
  CHECK(queue.now() == SimTime{7});
  CHECK_FALSE(queue.pop().has_value());
}

TEST_CASE("ksmd's period is what Linux 6.18 shows at HZ 250") {
  struct Row {
    std::int64_t sleep, period;
  };
  for (const Row row : {Row{1, 8}, Row{4, 8}, Row{5, 12}, Row{8, 12}, Row{10, 16}, Row{16, 20}, Row{20, 24},
                        Row{40, 44}, Row{50, 56}, Row{100, 104}, Row{200, 204}, Row{250, 256}, Row{500, 512}}) {
    CAPTURE(row.sleep);
    SimTime t = timer_expiry({}, milliseconds(row.sleep), 250);
    const SimTime second = timer_expiry(t, milliseconds(row.sleep), 250);
    CHECK(second - t == milliseconds(row.period));
  }
}

TEST_CASE("three ticks of 300 Hz are ten milliseconds, however many passed before") {
  CHECK(timer_expiry({}, milliseconds(10), 300) == SimTime{13'333'334});
  CHECK(timer_expiry({13'333'334}, milliseconds(10), 300) == SimTime{26'666'667});
  const SimTime century = SimTime{} + seconds(3'153'600'000);
  CHECK(timer_expiry(century, milliseconds(10), 300) == century + nanoseconds(13'333'334));
}

TEST_CASE("a batch that takes less than a tick does not change the period") {
  const SimTime wake = timer_expiry({}, milliseconds(200), 250);
  CHECK(timer_expiry(wake + nanoseconds(3'900'000), milliseconds(200), 250) - wake == milliseconds(204));
  CHECK(timer_expiry(wake + nanoseconds(4'100'000), milliseconds(200), 250) - wake == milliseconds(208));
}
