// SPDX-License-Identifier: MIT
#include "grid/print_grid.hpp"

namespace rlmdb::cli {
namespace {

template <class Row>
Shape shape_of_rows(std::string_view name, const Rows<Row>& rows) {
  return shape_of([&] { return rows.json(name, std::vector<Row>{}); });
}

}  // namespace

Answers grid_answers() {
  return {"Grid missions; what nothing says is null.",
          {{"list", "", shape_of([] { return json_missions({}); })},
           {"show", "The mission and its files.", shape_of([] { return json_mission({}, {}); })},
           {"show_file", "Of show FILE.", shape_of([] { return json_file({}); })},
           {"context", "Of status and resume: where the mission goes on, and all that a continuation needs.",
            shape_of([] { return json_context({}, {}); })},
           {"validate", "", shape_of([] { return json_validation({}); })},
           {"history", "Oldest first.", shape_of_rows("moments", moment_rows())},
           {"diff", "", shape_of_rows("differences", changed_member_rows())},
           {"search", "", shape_of_rows("found", found_line_rows())},
           {"warmth", "What was learned.", shape_of_rows("warmth", warmth_rows())},
           {"plan_file", "Of resume --plan FILE.", shape_of([] { return json_plan_file({}, {}); })},
           {"change", "Of the verbs that change a mission: what became of which file.",
            shape_of([] { return json_changed({}, Run::apply); })}}};
}

}  // namespace rlmdb::cli
