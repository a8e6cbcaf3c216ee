// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <string>

#include "rlmdb/export.hpp"
#include "rlmdb/import.hpp"
#include "terminal/terminal.hpp"

namespace rlmdb::cli {

struct Context;

/// Where the current phase of the current source began; rates and the ETA are of this phase.
struct PhaseStart {
  std::string path;
  std::string phase;
  std::chrono::milliseconds elapsed{0};
};

/// "read tasks.json  45 %  312.0 of 690.1 MB  81,234 records  40,117/s  ETA 12 s".
[[nodiscard]] std::string progress_text(const ImportProgress& progress, const PhaseStart& start);

/// "write out.json  45 %  312.0 MB  81,234 of 180,520 records  40,117/s  ETA 2 s".
[[nodiscard]] std::string progress_text(const std::string& path, const ExportProgress& progress);

/// Tells on standard error how far an import or export is, once it takes longer than a second: on a terminal
/// in one line drawn again in place, elsewhere as a plain line every few seconds. The destructor clears the
/// line.
class ProgressLine {
 public:
  explicit ProgressLine(const Context& context);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void update(const ImportProgress& progress);
  void update(const std::string& path, const ExportProgress& progress);

 private:
  [[nodiscard]] bool is_due(std::chrono::milliseconds elapsed) const;
  void show(const std::string& text, std::chrono::milliseconds elapsed);

  enum class Style { silent, redrawn, lines };

  Style m_style = Style::silent;
  Terminal m_terminal;
  PhaseStart m_start;
  std::chrono::milliseconds m_next{0};
  bool m_drawn = false;
};

}  // namespace rlmdb::cli
