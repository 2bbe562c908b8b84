#include "console.h"

#include <spdlog/logger.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/ansicolor_sink.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace ksmsim {
namespace {

std::unique_ptr<spdlog::logger> make_logger(bool colour) {
  const auto mode = colour ? spdlog::color_mode::always : spdlog::color_mode::never;
  auto logger =
      std::make_unique<spdlog::logger>("ksmsim", std::make_shared<spdlog::sinks::ansicolor_stderr_sink_st>(mode));
  logger->set_pattern("%^%v%$");
  logger->set_error_handler([](const std::string&) {});  // stderr is gone: nobody to tell
  return logger;
}

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

Console::Console() { set(When::automatic, Verbosity::normal); }
Console::~Console() = default;

void Console::set(When colour, Verbosity verbosity) {
  colour_ = colour;
  logger_ = make_logger(colour_on(STDERR_FILENO));
  logger_->set_level(verbosity == Verbosity::verbose ? spdlog::level::info
                     : verbosity == Verbosity::quiet ? spdlog::level::err
                                                     : spdlog::level::warn);
}

void Console::error(const std::string& text) { logger_->error("ksmsim: {}", text); }

void Console::notice(const std::string& text) { logger_->warn("ksmsim: {}", text); }

void Console::info(const std::string& text) { logger_->info("ksmsim: {}", text); }

void Console::problems(const std::string& lines) { logger_->error("{}", lines); }

bool Console::colour_on(int descriptor) const {
  if (colour_ != When::automatic) return colour_ == When::always;
  if (!environment("NO_COLOR").empty() || environment("TERM") == "dumb") return false;
  return isatty(descriptor) == 1;
}

}  // namespace ksmsim
