// SPDX-License-Identifier: MIT
/// The report of one tree as a document. What is beyond the bounds of report_words.hpp is counted in it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "rlmdb/report.hpp"

namespace rlmdb::cli {

/// GitHub's Markdown, with a Mermaid block.
[[nodiscard]] std::string markdown_report(const TreeReport& report);
/// One page that needs nothing else: no script, no font, no address; light and dark; fit for paper.
[[nodiscard]] std::string html_report(const TreeReport& report);

/// What was written, for `--json -o FILE`.
struct WrittenReport {
  std::string file;
  std::string_view format;  ///< "markdown", "html"
  std::uint64_t bytes = 0;
};
/// The `data` of the command; docs/schema/report.json describes it.
[[nodiscard]] std::string json_report(const TreeReport& report, const std::optional<WrittenReport>& written);

}  // namespace rlmdb::cli
