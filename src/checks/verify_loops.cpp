// SPDX-License-Identifier: MIT
// verify, loops: the state document, its lists, and where it lies.
#include <filesystem>
#include <string>

#include "checks/oddities.hpp"
#include "checks/verify_parts.hpp"
#include "json/object_text.hpp"
#include "loops/loop_facts.hpp"
#include "loops/loop_rules.hpp"
#include "loops/loop_text.hpp"
#include "sources/document_source.hpp"
#include "sources/ralph_place.hpp"
#include "sources/rlm_place.hpp"

namespace rlmdb::checks {

namespace {

/// What an import calls the loop: as its directory, else by what the document says, else as its file.
std::string name_of(const loops::LoopHead& head, const std::filesystem::path& source) {
  const auto place = sources::ralph_place_of(source);
  if (place && place->file == sources::RalphFile::loop && !place->owner.empty()) return place->owner;
  if (auto own = loops::find_text(head.outline, loops::LoopFact::loop_id); own && !own->empty())
    return *std::move(own);
  return source.stem().string();
}

void verify_place(const loops::LoopHead& head, const std::string& where, VerifyNotes& notes) {
  const auto differs = [&](std::string_view column) {
    notes.add(where, "columns_differ", "not what its place says: " + std::string(column));
  };
  const auto require_kind = [&](const std::optional<sources::RalphPlace>& place) {
    const bool is_known = place && place->file == sources::RalphFile::loop;
    if (is_known && place->family != head.family) differs("family");
    if ((is_known && place->is_archived) != head.is_archived) differs("is_archived");
  };
  if (!head.source_path) {
    if (!head.import_id && head.place != loops::place_of_loop(head.loop_id)) differs("place");
    return require_kind(sources::ralph_place_of(head.place));
  }
  const auto path = sources::path_in_project(*head.source_path);
  const auto place = sources::ralph_place_of(*head.source_path);
  const bool is_place_of_loops = place && place->file == sources::RalphFile::loop;
  if (((is_place_of_loops && !place->owner.empty()) || head.version == head.source_version) &&
      head.loop_id != name_of(head, *head.source_path))
    differs("loop_id");
  // It came from where no loop lies, and was given a place.
  if (!path || !is_place_of_loops) return require_kind(sources::ralph_place_of(head.place));
  if (*path != head.place) differs("place");
  require_kind(place);
}

/// An outline has no entries of its own: an export would write the rows alone.
void verify_loop_outline(const std::string& outline, const std::string& where, VerifyNotes& notes) {
  const loops::LoopDocument document = loops::split_loop_document(outline);
  for (const loops::LoopList list : k_members_of<loops::LoopList>)
    if (!document.list(list).empty())
      notes.add(where, "columns_differ", "the outline holds entries of " + std::string(to_text(list)));
}

void verify_loop(db::Connection& connection, const loops::LoopHead& head, VerifyNotes& notes) {
  const std::string where = "loops:" + std::to_string(head.id);
  verify_place(head, where, notes);
  const loops::LoopDocument document = loops::loop_document(connection, head);
  verify_loop_outline(head.outline, where, notes);
  loops::judge_loop(loops::join_loop_document(document), sources::directory_of_loop(head.place),
                    Oddities(notes.report()).at(head.place));
  if (head.import_id && head.version == head.source_version)
    verify_canonical(connection, *head.import_id, sources::pretty(loops::join_loop_document(document)), where,
                     notes);
}

}  // namespace

void verify_loops(db::Connection& connection, VerifyNotes& notes) {
  notes.guarded("loops", [&] {
    for (const loops::LoopHead& head : loops::LoopRows(connection).all())
      notes.guarded("loops:" + std::to_string(head.id), [&] { verify_loop(connection, head, notes); });
  });
}

}  // namespace rlmdb::checks
