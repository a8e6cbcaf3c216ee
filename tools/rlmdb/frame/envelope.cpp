// SPDX-License-Identifier: MIT
#include "frame/envelope.hpp"

#include <fmt/format.h>

#include "format/json_writer.hpp"
#include "frame/warnings.hpp"
#include "terminal/text_table.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {

void write_success(Output& out, std::string_view command, std::string_view data) {
  constexpr std::string_view k_nothing = "null";
  const std::string around = json_success(command, k_nothing);
  constexpr std::string_view k_data = "\"data\":";
  const std::size_t place = around.find(k_data) + k_data.size();
  out.write(std::string_view(around).substr(0, place));
  out.write(data);
  out.write(std::string_view(around).substr(place + k_nothing.size()));
}

std::string json_success(std::string_view command, std::string_view data) {
  constexpr std::size_t k_around = 1000;
  std::string document;
  document.reserve(data.size() + k_around);
  JsonObject(document)
      .add("rlmdb", 1)
      .add("command", command)
      .add("ok", true)
      .add("data", JsonView{data})
      .add_array("warnings", warnings_for_document(), add_finding)
      .close();
  return document += '\n';
}

std::string json_failure(std::string_view command, std::string_view code, const Error& error) {
  JsonObject document;
  document.add("rlmdb", 1).add("command", command).add("ok", false);
  document.add_object("error", error,
                      [code](JsonObject& object, const Error& what) { add_error(object, code, what); });
  if (const std::vector<Finding> warnings = warnings_for_document(); !warnings.empty()) {
    document.add_array("warnings", warnings, add_finding);
  }
  return document.text() + "\n";
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
