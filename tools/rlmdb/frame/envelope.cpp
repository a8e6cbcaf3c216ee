// SPDX-License-Identifier: MIT
#include "frame/envelope.hpp"

#include <fmt/format.h>

#include "format/json_writer.hpp"
#include "frame/warnings.hpp"
#include "terminal/local_time.hpp"
#include "terminal/text_table.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {

namespace {

/// The success envelope up to its data and from there on.
struct Around {
  std::string before;
  std::string after;
};

Around around_data(std::string_view command) {
  constexpr std::string_view k_data = "null";
  JsonObject document;
  document.add("rlmdb", 1).add("command", command).add("ok", true).add("data", JsonView{k_data});
  Around around{document.text(), {}};
  around.before.erase(around.before.size() - k_data.size() - 1);
  JsonObject warnings;
  warnings.add_array("warnings", warnings_for_document(), add_finding);
  around.after = "," + warnings.text().substr(1) + "\n";
  return around;
}

}  // namespace

void write_success(Output& out, std::string_view command, std::string_view data) {
  const Around around = around_data(command);
  out.write(around.before);
  out.write(data);
  out.write(around.after);
}

std::string json_success(std::string_view command, std::string_view data) {
  const Around around = around_data(command);
  std::string document = around.before;
  document.reserve(document.size() + data.size() + around.after.size());
  return document.append(data).append(around.after);
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
  return wrapped(terminal.is_terminal ? local_times_in(lines) : lines, terminal);
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
