// SPDX-License-Identifier: MIT
#include "frame/progress_line.hpp"

#include <filesystem>

#include "format/units_text.hpp"
#include "frame/context.hpp"
#include "terminal/output.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds k_silent_at_first{1'000};
constexpr milliseconds k_between_lines{5'000};

/// "  40,117/s  ETA 12 s", as far as it is known.
std::string pace_text(std::uint64_t records, double spent_ms, double done, double total) {
  if (spent_ms <= 0) {
    return "";
  }
  const double rate = static_cast<double>(records) * 1000.0 / spent_ms;
  std::string text = "  " + count_text(static_cast<std::uint64_t>(rate)) + "/s";
  if (done > 0 && total >= done) {
    const double left_ms = spent_ms * (total - done) / done;
    text += "  ETA " + duration_text(milliseconds(static_cast<std::int64_t>(left_ms)));
  }
  return text;
}

/// "wait for 12 files that may still be written (tasks.json)  2.0 s at most".
std::string wait_text(const ImportProgress& progress) {
  return "wait for " + counted(progress.files, "file", "files") + " that may still be written (" +
         std::filesystem::path(progress.path).filename().string() + ")  " + duration_text(progress.left) +
         " at most";
}

}  // namespace

std::string progress_text(const ImportProgress& progress, const PhaseStart& start) {
  if (progress.phase == "wait") return wait_text(progress);
  std::string text = progress.phase + " " + std::filesystem::path(progress.path).filename().string();
  const double spent_ms = static_cast<double>((progress.elapsed - start.elapsed).count());
  const auto done = static_cast<double>(progress.bytes_done);
  const auto total = static_cast<double>(progress.bytes_total);
  if (progress.bytes_total > 0) {
    text += "  " + std::to_string(progress.bytes_done * 100 / progress.bytes_total) + " %  " +
            bytes_text(progress.bytes_done) + " of " + bytes_text(progress.bytes_total);
  } else {
    text += "  " + bytes_text(progress.bytes_done);
  }
  text += "  " + count_text(progress.records_done) + " records";
  return text + pace_text(progress.records_done, spent_ms, done, total);
}

std::string progress_text(const std::string& path, const ExportProgress& progress) {
  std::string text = "write " + std::filesystem::path(path).filename().string();
  if (progress.tasks_total > 0) {
    text += "  " + std::to_string(progress.tasks_done * 100 / progress.tasks_total) + " %";
  }
  text += "  " + bytes_text(progress.bytes_done) + "  " + count_text(progress.tasks_done) + " of " +
          count_text(progress.tasks_total) + " records";
  return text + pace_text(progress.tasks_done, static_cast<double>(progress.elapsed.count()),
                          static_cast<double>(progress.tasks_done),
                          static_cast<double>(progress.tasks_total));
}

ProgressLine::ProgressLine(const Context& context) : m_terminal(context.error_terminal) {
  const bool wanted = context.options.progress && !context.options.quiet;
  if (wanted && m_terminal.is_terminal) {
    m_style = Style::redrawn;
  } else if (wanted && !context.wants_json()) {
    m_style = Style::lines;
  }
}

ProgressLine::~ProgressLine() {
  if (m_drawn) {
    write_standard_error("\r\x1b[K");
  }
}

void ProgressLine::update(const ImportProgress& progress) {
  if (progress.path != m_start.path || progress.phase != m_start.phase) {
    m_start = {progress.path, progress.phase, progress.elapsed};
  }
  if (is_due(progress.elapsed)) {
    show(progress_text(progress, m_start), progress.elapsed);
  }
}

void ProgressLine::update(const std::string& path, const ExportProgress& progress) {
  if (is_due(progress.elapsed)) {
    show(progress_text(path, progress), progress.elapsed);
  }
}

bool ProgressLine::is_due(milliseconds elapsed) const {
  return m_style != Style::silent && elapsed >= k_silent_at_first && elapsed >= m_next;
}

void ProgressLine::show(const std::string& text, milliseconds elapsed) {
  const std::string visible = make_visible(text);
  if (m_style == Style::redrawn) {
    write_standard_error("\r\x1b[K" + cut_to_width(visible, m_terminal.width - 1));
    m_drawn = true;
  } else {
    write_standard_error("rlmdb: " + visible + "\n");
    m_next = elapsed + k_between_lines;
  }
}

}  // namespace rlmdb::cli
