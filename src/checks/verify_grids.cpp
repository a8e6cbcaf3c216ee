// SPDX-License-Identifier: MIT
// verify, the Grid: every version of every file against its hash, its import, and what its text says.
#include <string>

#include "checks/verify_parts.hpp"
#include "grid/grid_document.hpp"
#include "grid/grid_rows.hpp"
#include "util/sha256.hpp"

namespace rlmdb::checks {

namespace {

void verify_version(db::Connection& connection, const grid::FileVersion& version, const std::string& where,
                    VerifyNotes& notes) {
  const grid::GridFileKind kind = grid::kind_of_name(version.name);
  if (to_text(kind) != version.kind)
    notes.add(where, "columns_differ", "its kind is not what its name says: kind");
  if (!version.sha256) return;
  if (util::sha256_hex(version.text) != *version.sha256)
    notes.add(where, "changed_outside",
              "the text is not what its hash says though rlmdb did not change it: it was edited in another "
              "tool, or damaged");
  if (version.import_id) verify_canonical(connection, *version.import_id, version.text, where, notes);
  if (grid::read_document(kind, version.text).json != version.document)
    notes.add(where, "columns_differ", "it is not what the text says: document");
}

}  // namespace

void verify_grids(db::Connection& connection, VerifyNotes& notes) {
  notes.guarded("grids", [&] {
    grid::GridRows(connection)
        .for_each_version([&](const std::string& place, const grid::FileVersion& version) {
          const std::string where =
              place + "/" + version.name + " (grid_versions " + std::to_string(version.id) + ")";
          notes.guarded(where, [&] { verify_version(connection, version, where, notes); });
        });
  });
}

}  // namespace rlmdb::checks
