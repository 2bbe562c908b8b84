#include "progress_bar.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

namespace ksmsim {
namespace {

constexpr std::size_t kColumns = 79, kBar = 24;
constexpr double kEnoughToGuess = 0.01;

void write_to_stderr(const std::string& text) {
  const ssize_t ignored = ::write(STDERR_FILENO, text.data(), text.size());
  static_cast<void>(ignored);  // a progress bar that cannot be shown is no failure
}

std::string time_left(double done, double elapsed_seconds) {
  if (done < kEnoughToGuess) return "";
  const auto seconds = std::llround(elapsed_seconds * (1 - done) / done);
  if (seconds < 60) return fmt::format(", {} s left", seconds);
  if (seconds < 3600) return fmt::format(", {} min {} s left", seconds / 60, seconds % 60);
  return fmt::format(", {} h {} min left", seconds / 3600, seconds / 60 % 60);
}

}  // namespace

std::string bar_text(double done, double elapsed_seconds) {
  const auto filled = static_cast<std::size_t>(done * static_cast<double>(kBar));
  return fmt::format("[{}{}] {:3.0f} %{}", std::string(filled, '#'), std::string(kBar - filled, '-'),
                     std::floor(done * 100), time_left(done, elapsed_seconds));
}

std::string progress_line(const Progress& progress, double elapsed_seconds, const std::string& label) {
  const double here = std::clamp(progress.done, 0.0, 1.0);
  const double done =
      (static_cast<double>(progress.point) + here) / static_cast<double>(std::max<std::size_t>(1, progress.points));
  std::string line = bar_text(done, elapsed_seconds);
  if (progress.points > 1) {
    line += fmt::format(", point {}/{} {}", progress.point + 1, progress.points, label);
  }
  return line.substr(0, kColumns);
}

ProgressBar::ProgressBar(When when, std::vector<std::string> labels)
    : on_(when == When::always || (when == When::automatic && isatty(STDERR_FILENO) == 1)),
      labels_(std::move(labels)),
      start_(Clock::now()),
      next_(when == When::always ? start_ : start_ + std::chrono::seconds(1)) {}

void ProgressBar::update(const Progress& progress) {
  update([&](double elapsed_seconds) {
    return progress_line(progress, elapsed_seconds,
                         progress.point < labels_.size() ? labels_[progress.point] : std::string());
  });
}

void ProgressBar::update(const std::function<std::string(double)>& line) {
  if (!on_) return;
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + std::chrono::milliseconds(100);
  const std::chrono::duration<double> elapsed = now - start_;
  std::string text = line(elapsed.count());
  text.resize(kColumns, ' ');
  write_to_stderr('\r' + text);
  drawn_ = true;
}

ProgressBar::~ProgressBar() {
  if (drawn_) write_to_stderr('\r' + std::string(kColumns, ' ') + '\r');
}

}  // namespace ksmsim
