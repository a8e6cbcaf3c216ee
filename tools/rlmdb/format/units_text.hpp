// SPDX-License-Identifier: MIT
/// Numbers with units, and times, for people.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rlmdb::cli {

/// "1,234,567"
[[nodiscard]] std::string count_text(std::uint64_t count);
/// "1 record", "2,000 records"
[[nodiscard]] std::string counted(std::uint64_t count, std::string_view singular, std::string_view plural);
/// "512 B", "14.4 kB", "1.2 GB"; powers of 1000
[[nodiscard]] std::string bytes_text(std::uint64_t bytes);
/// "850 ms", "12.3 s", "4 min 05 s", "2 h 03 min"
[[nodiscard]] std::string duration_text(std::chrono::milliseconds duration);

/// "$0.1090", "-$1.5000"
[[nodiscard]] std::string usd_text(double usd);
/// What is left of what was `known_usd_text`: "at most $0.0280" where some nodes have no cost.
[[nodiscard]] std::string left_usd_text(const std::optional<double>& usd, std::int64_t nodes_without_cost);
/// "unknown" where nothing is known; "at least $0.0280" where some nodes have no cost.
[[nodiscard]] std::string known_usd_text(const std::optional<double>& usd,
                                         std::int64_t nodes_without_cost = 0);
/// "0.109": dollars for programs, with six decimals at most, so that what adding them up left over is gone.
[[nodiscard]] std::string money_text(double usd);

/// "2026-02-09 11:04+01" of a full ISO time in UTC: the same in the local zone; any other text as it is.
[[nodiscard]] std::string minute_of(const std::string& time);
/// The same with seconds.
[[nodiscard]] std::string second_of(const std::string& time);
/// How wide such a text is in the local zone as it is now.
[[nodiscard]] std::size_t time_width();

}  // namespace rlmdb::cli
