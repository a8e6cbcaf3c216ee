// SPDX-License-Identifier: MIT
#include "frame/envelope.hpp"

#include <fmt/format.h>

#include "format/json_document.hpp"
#include "frame/warnings.hpp"
#include "terminal/text_table.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {

std::string json_success(std::string_view command, std::string_view data) {
  const std::string warnings = R"(,"warnings":)" + text_of(json_findings(warnings_for_document())) + "}\n";
  std::string document = R"({"rlmdb":1,"command":)" + text_of(Json(command)) + R"(,"ok":true,"data":)";
  document.reserve(document.size() + data.size() + warnings.size());
  return document.append(data).append(warnings);
}

std::string json_failure(std::string_view command, std::string_view code, const Error& error) {
  Json document{{"rlmdb", 1}, {"command", command}, {"ok", false}, {"error", json_error(code, error)}};
  if (const std::vector<Finding> warnings = warnings_for_document(); !warnings.empty()) {
    document["warnings"] = json_findings(warnings);
  }
  return text_of(document) + "\n";
}

std::string text_error(const Error& error, const Terminal& terminal) {
  const std::string message =
      terminal.is_terminal ? make_visible(error.what(), LineBreaks::keep) : std::string(error.what());
  std::string lines = "rlmdb: " + tinted("error:", Tint::red, terminal) + " " + message + "\n";
  const bool is_named = std::string_view(error.what()).find(error.where()) != std::string_view::npos;
  if (!is_named) {
    lines += "  where: " + shown(error.where(), terminal) + "\n";
  }
  if (!error.hint().empty()) {
    lines += "  hint: " + shown(error.hint(), terminal) + "\n";
  }
  return lines;
}

std::string text_warnings(const std::vector<Finding>& warnings, const Terminal& terminal) {
  std::string lines;
  for (const Finding& warning : warnings) {
    lines += fmt::format("rlmdb: warning: {}{}{}\n", shown(warning.where, terminal),
                         warning.where.empty() ? "" : ": ", shown(warning.message, terminal));
  }
  return lines;
}

}  // namespace rlmdb::cli
