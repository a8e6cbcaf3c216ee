// SPDX-License-Identifier: MIT
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <memory>
#include <string>

#include "frame/warnings.hpp"
#include "terminal/terminal.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

spdlog::level::level_enum threshold(const GlobalOptions& options) {
  if (options.verbosity > 0) {
    return options.verbosity == 1 ? spdlog::level::info : spdlog::level::debug;
  }
  return options.quiet || options.format == Format::json ? spdlog::level::off : spdlog::level::warn;
}

spdlog::level::level_enum level_of(LogLevel level) {
  switch (level) {
    case LogLevel::debug:
      return spdlog::level::debug;
    case LogLevel::info:
      return spdlog::level::info;
    case LogLevel::warning:
      return spdlog::level::warn;
  }
  return spdlog::level::warn;
}

LogSink sink_to_stderr(const GlobalOptions& options) {
  const spdlog::level::level_enum least = threshold(options);
  if (least == spdlog::level::off) {
    return {};
  }
  auto logger = std::make_shared<spdlog::logger>("rlmdb", std::make_shared<spdlog::sinks::stderr_sink_mt>());
  logger->set_pattern("%n: %l: %v");
  logger->set_level(least);
  const bool on_terminal = inspect_terminal(STDERR_FILENO, options.color).is_terminal;
  return [logger, on_terminal](LogLevel level, std::string_view message) {
    logger->log(level_of(level), "{}", on_terminal ? make_visible(message) : std::string(message));
  };
}

}  // namespace

LogSink log_to_stderr(const GlobalOptions& options) {
  LogSink sink = sink_to_stderr(options);
  if (options.format != Format::json) {
    return sink;
  }
  return [sink](LogLevel level, std::string_view message) {
    if (level == LogLevel::warning) {
      keep_remark(message);
    }
    if (sink) {
      sink(level, message);
    }
  };
}

}  // namespace rlmdb::cli
