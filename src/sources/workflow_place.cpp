// SPDX-License-Identifier: MIT
#include "sources/workflow_place.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "json/object_text.hpp"

namespace rlmdb::sources {

namespace {

constexpr std::string_view k_ending = ".json.gz";

std::string member(std::string_view compact, std::string_view name) {
  return json::text_member(compact, name).value_or("");
}

}  // namespace

std::string WorkflowPlace::path(int number) const {
  return number == 1 ? fmt::format("{}{}{}", directory, name, k_ending)
                     : fmt::format("{}{}-{}{}", directory, name, number, k_ending);
}

bool WorkflowPlace::has(std::string_view path) const {
  const std::string begin = directory + name;
  if (!path.starts_with(begin) || !path.ends_with(k_ending)) return false;
  path.remove_prefix(begin.size());
  path.remove_suffix(std::min(path.size(), k_ending.size()));
  if (path.empty()) return true;
  return path.size() > 1 && path.front() == '-' &&
         path.find_first_not_of("0123456789", 1) == std::string_view::npos;
}

WorkflowPlace place_of_workflow(std::string_view compact, std::string_view family) {
  if (const auto loop = json::text_member(compact, "loop_id")) {
    const std::string_view iteration =
        json::find_member(json::find_member(json::find_member(compact, "state"), "iteration"), "current");
    return {fmt::format(".aiwg/{}/loops/{}/checkpoints/", family, *loop),
            fmt::format("iteration-{:0>3}", iteration)};
  }
  std::string time = member(compact, "created_at");
  std::replace(time.begin(), time.end(), ':', '-');
  return {".aiwg/checkpoints/",
          member(compact, "workflow_id") + "-" + time + "-" + member(compact, "trigger")};
}

}  // namespace rlmdb::sources
