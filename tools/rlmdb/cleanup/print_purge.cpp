// SPDX-License-Identifier: MIT
#include "cleanup/print_purge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string_view>

#include "format/json_writer.hpp"
#include "format/units_text.hpp"

namespace rlmdb::cli {

const Rows<PurgedValues>& purged_value_rows() {
  static const Rows<PurgedValues> k_rows({{"table", &PurgedValues::table, {"TABLE", 16}},
                                          {"column", unless_empty(&PurgedValues::column), {"COLUMN", 16}},
                                          {"values", &PurgedValues::values, {"COUNT"}}},
                                         {}, {.screen = "table column values", .may_lack = "column"});
  return k_rows;
}

const Rows<PurgeCopy>& purge_copy_rows() {
  static const Rows<PurgeCopy> k_rows(
      {{"path", &PurgeCopy::path, {"FILE", 16}},
       {"kind", word_of<k_purge_copies>(&PurgeCopy::kind), {"KIND", 6}},
       {"is_sure", &PurgeCopy::is_sure, {"SURE"}}},
      {{"copy", [](const PurgeCopy& copy) { return "copy:" + copy.path; }},
       {"holds",
        [](const PurgeCopy& copy) { return std::string(copy.is_sure ? "holds it" : "may hold it"); }}},
      {.screen = "path kind holds", .lines = "copy kind holds"});
  return k_rows;
}

std::string text_purged(const PurgeReport& report, const Terminal& terminal) {
  return purged_value_rows().text(report.values, terminal);
}

namespace {

std::string files_text(std::size_t count, std::string_view one_does, std::string_view many_do) {
  return count == 0 ? std::string()
                    : fmt::format("{} {}, and a purge does not change {}\n",
                                  counted(count, "other file", "other files"),
                                  count == 1 ? one_does : many_do, count == 1 ? "it" : "them");
}

}  // namespace

std::string text_copies(const PurgeReport& report, const Terminal& terminal) {
  return purge_copy_rows().text(report.copies, terminal);
}

std::string text_purge(const PurgeReport& report, PurgeRun run) {
  const bool is_text = !report.mark.empty();
  std::int64_t count = 0;
  for (const PurgedValues& values : report.values) {
    count += values.values;
  }
  const std::string what =
      counted(static_cast<std::uint64_t>(count), is_text ? "value" : "row", is_text ? "values" : "rows");
  std::string lines =
      is_empty(report) ? "nothing of it is in the database's rows\n"
                       : fmt::format("{} {}{}\n", run == PurgeRun::apply ? "purged" : "would purge", what,
                                     is_text ? ": " + report.mark + " stands in its place" : std::string());
  if (report.applied) {
    lines += report.is_clean ? "the database's files hold nothing of it any more\n"
                             : fmt::format(
                                   "the database's files are not clean yet: {}; purge again, or run "
                                   "`rlmdb vacuum`, once no other process has it open\n",
                                   report.unclean_because);
  }
  const auto sure = static_cast<std::size_t>(
      std::count_if(report.copies.begin(), report.copies.end(), std::mem_fn(&PurgeCopy::is_sure)));
  lines += files_text(sure, "holds it still", "hold it still");
  lines += files_text(report.copies.size() - sure, "may hold it still", "may hold it still");
  for (const std::string& path : report.unsearched) {
    lines += fmt::format("{} could not be searched\n", path);
  }
  return lines;
}

std::string json_purge(const PurgeReport& report) {
  return JsonObject()
      .add_array("values", report.values, purged_value_rows(),
                 "what went, by table; column is null where whole rows go")
      .add("records", report.records)
      .add_or_null("mark", report.mark, "what stands in a text's place")
      .add("applied", report.applied)
      .add("is_clean", report.is_clean,
           "the database's own files hold nothing of it any more; false in a dry run")
      .add_or_null("unclean_because", report.unclean_because)
      .add_array("copies", report.copies, purge_copy_rows(), "files that a purge does not change")
      .add("unsearched", report.unsearched)
      .text();
}

}  // namespace rlmdb::cli
