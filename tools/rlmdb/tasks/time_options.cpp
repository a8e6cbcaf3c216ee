// SPDX-License-Identifier: MIT
#include "tasks/time_options.hpp"

#include <utility>

#include "frame/times.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::cli {

void add_when(Options& options, const std::string& name, TimeSpan& span, std::string help) {
  options.text(
      name, [name, &span](const std::string& text) { span = parse_span(name, text, time_now_ms()); }, "WHEN",
      std::move(help));
}

void CreatedOptions::setup(Options& options) {
  add_when(options, "--created", m_created,
           "only tasks created then: yesterday, 2h (the last two hours), A..B");
  options.text(
      "--since",
      [this](const std::string& text) {
        m_between.begin_ms = parse_time("--since", text, time_now_ms()).begin_ms;
      },
      "TIME", "only tasks created then or later");
  options.text(
      "--until",
      [this](const std::string& text) {
        m_between.end_ms = parse_time("--until", text, time_now_ms()).until_ms();
      },
      "TIME", "only tasks created earlier; of a day: by its end");
}

TimeSpan CreatedOptions::span() const {
  if (m_created.is_all()) {
    require_some_time(m_between, "--since", "--until");
    return m_between;
  }
  if (!m_between.is_all()) {
    throw Error(ErrorCode::usage, "--created excludes --since and --until", {},
                "all three are of the time when a task was created: leave --created out, or say A..B");
  }
  return m_created;
}

}  // namespace rlmdb::cli
