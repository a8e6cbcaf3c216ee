// SPDX-License-Identifier: MIT
#include "loops/loop_text.hpp"

#include <algorithm>
#include <filesystem>

#include "loops/loop_facts.hpp"
#include "records/kept_text.hpp"
#include "rlmdb/error.hpp"
#include "sources/ralph_place.hpp"

namespace rlmdb::loops {

namespace {

LoopHead get_loop_at(db::Connection& connection, std::string_view place) {
  auto head = LoopRows(connection).find_by_place(place);
  if (!head)
    throw Error(ErrorCode::not_found, "there is no loop at '" + std::string(place) + "'", std::string(place),
                "`rlmdb loop list --all --json` shows their places");
  return *std::move(head);
}

/// One that lies in no directory of its own.
bool is_named_by_file(const LoopHead& head, std::string_view name) {
  const auto place = sources::ralph_place_of(head.place);
  return place && place->owner.empty() && std::filesystem::path(head.place).stem().string() == name;
}

/// By the id that its document gives itself, where its directory has another name, or by the name of its
/// file.
std::vector<LoopHead> loops_also_named(db::Connection& connection, std::string_view name) {
  std::vector<LoopHead> loops = LoopRows(connection).all();
  std::erase_if(loops, [&](const LoopHead& head) {
    return find_text(head.outline, LoopFact::loop_id) != name && !is_named_by_file(head, name);
  });
  std::stable_partition(loops.begin(), loops.end(), [](const LoopHead& head) { return !head.is_archived; });
  return loops;
}

}  // namespace

LoopHead get_loop(db::Connection& connection, std::string_view loop_id) {
  if (loop_id.find('/') != std::string_view::npos) return get_loop_at(connection, loop_id);
  std::vector<LoopHead> loops = LoopRows(connection).find_by_loop(loop_id);
  if (loops.empty()) loops = loops_also_named(connection, loop_id);
  if (loops.empty())
    throw Error(ErrorCode::not_found, "there is no loop '" + std::string(loop_id) + "'", std::string(loop_id),
                "`rlmdb loop list --all` lists those there are");
  return std::move(loops.front());
}

LoopDocument loop_document(db::Connection& connection, const LoopHead& head) {
  LoopRows rows(connection);
  LoopDocument document;
  document.outline = head.outline;
  const std::string loop = "loops:" + std::to_string(head.id) + " ";
  records::require_kept_text(document.outline, records::KeptShape::object, loop + "outline");
  for (const LoopList list : k_members_of<LoopList>) {
    document.list(list) = rows.entries(head.id, list);
    std::size_t place = 0;
    for (const std::string& entry : document.list(list))
      records::require_kept_text(entry, records::KeptShape::any,
                                 loop + std::string(to_text(list)) + "/" + std::to_string(place++));
  }
  return document;
}

std::uint64_t count_entries(const LoopDocument& document) {
  std::uint64_t count = 0;
  for (const LoopList list : k_members_of<LoopList>) count += document.list(list).size();
  return count;
}

void store_loop(db::Connection& connection, LoopHead& head, const LoopDocument& document) {
  LoopRows rows(connection);
  head.outline = document.outline;
  rows.update(head);
  for (const LoopList list : k_members_of<LoopList>) rows.replace(head.id, list, document.list(list));
}

std::string place_of_loop(std::string_view loop_id) {
  return ".aiwg/ralph/loops/" + std::string(loop_id) + "/state.json";
}

}  // namespace rlmdb::loops
