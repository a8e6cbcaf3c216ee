// SPDX-License-Identifier: MIT
/// What `rlmdb export` prints. Texts are whole lines; JSON is the `data` of a document.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "format/json_writer.hpp"
#include "rlmdb/export.hpp"
#include "rlmdb/finding.hpp"
#include "terminal/terminal.hpp"

namespace rlmdb::cli {

/// What an export of a project has as its format.
inline constexpr std::array<std::string_view, 1> k_project_format{"project"};

/// The warning that a tasks.json has more tasks than the legacy store is made for; nullopt: it has not.
[[nodiscard]] std::optional<Finding> many_tasks(std::uint64_t tasks, std::string_view file);

[[nodiscard]] std::string text_export(const ExportReport& report, std::string_view file,
                                      const Terminal& terminal);
[[nodiscard]] std::string text_project_export(const ProjectExport& report, std::string_view directory,
                                              const Terminal& terminal);
/// The members of a file of a project.
void add_exported_file(JsonObject& object, const ExportedFile& file);
[[nodiscard]] std::string json_export(const ExportReport& report, std::string_view file);
[[nodiscard]] std::string json_project_export(const ProjectExport& report, std::string_view directory);

}  // namespace rlmdb::cli
