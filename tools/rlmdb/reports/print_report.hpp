// SPDX-License-Identifier: MIT
/// The report of one tree as a document. What is beyond the bounds of report_words.hpp is counted in it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "rlmdb/report.hpp"
#include "rlmdb/words.hpp"

namespace rlmdb::cli {

/// GitHub's Markdown, with a Mermaid block.
[[nodiscard]] std::string markdown_report(const TreeReport& report);
/// One page that needs nothing else: no script, no font, no address; light and dark; fit for paper.
[[nodiscard]] std::string html_report(const TreeReport& report);

enum class ReportFormat { markdown, html };

}  // namespace rlmdb::cli

template <>
inline constexpr std::array<std::string_view, 2> rlmdb::k_words_of<rlmdb::cli::ReportFormat>{"markdown",
                                                                                             "html"};

namespace rlmdb::cli {

/// What was written, for `--json -o FILE`.
struct WrittenReport {
  std::string file;
  ReportFormat format = ReportFormat::markdown;
  std::uint64_t bytes = 0;
};
/// The `data` of the command; docs/schema/report.json describes it.
[[nodiscard]] std::string json_report(const TreeReport& report, const std::optional<WrittenReport>& written);

}  // namespace rlmdb::cli
