// SPDX-License-Identifier: MIT
// 1. Each file is complete beside its place before the first place changes.
// 2. What stands in a place gets a second name, NAME.bak, before the place gets another file.
#include "workflows/put_back.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "outputs/output_check.hpp"
#include "records/content_rows.hpp"
#include "rlmdb/error.hpp"
#include "util/beneath.hpp"
#include "util/file_descriptor.hpp"
#include "util/file_mark.hpp"
#include "util/foreign_file.hpp"
#include "util/own_names.hpp"
#include "util/private_file.hpp"
#include "util/sha256.hpp"
#include "workflows/workflow_artifacts.hpp"

namespace rlmdb::workflows {

namespace {

std::string copied_bytes(db::Connection& connection, const WorkflowArtifact& artifact) {
  std::string bytes = records::ContentRows(connection).body(artifact.content_id.value_or(0));
  if (util::sha256_hex(bytes) != sha256_of(artifact.hash))
    throw Error(ErrorCode::corrupt, "the copy of an artifact is another file than its hash is of",
                artifact.path, "nothing was changed; `rlmdb verify` looks at all of the database");
  return bytes;
}

/// Directories above it that are missing are made; what a crashed process left there goes.
util::OutputPlace find_place(const std::filesystem::path& root, const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  if (!util::is_file_name(name))
    throw Error(ErrorCode::invalid_input, "the path names no file", path.string(), "nothing was changed");
  util::OutputPlace place =
      util::output_place_in(util::make_directory_beneath(root, path.parent_path()), name, root / path);
  (void)util::remove_leftovers(util::parent_directory(place.path()));
  return place;
}

std::unique_ptr<util::AtomicFile> write_beside(const util::OutputPlace& place, const std::string& bytes,
                                               std::int64_t mode) {
  const auto existing = place.found ? util::Existing::replace : util::Existing::refuse;
  auto file = std::make_unique<util::AtomicFile>(place.path(), existing, place.shown);
  file->write(bytes);
  file->flush();
  if (::fchmod(file->descriptor(), static_cast<mode_t>(mode) & (S_IRWXU | S_IRWXG | S_IRWXO)) != 0)
    util::throw_io("set the permissions of", place.shown, errno);
  file->prepare();
  return file;
}

void mark_as_copy(const util::OutputPlace& place) {
  const util::FileDescriptor file =
      util::open_foreign(place.path(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
  struct stat status {};
  if (file.valid() && ::fstat(file.get(), &status) == 0 && S_ISREG(status.st_mode))
    (void)util::write_copy_mark(file.get(), util::sha256_of_file(file.get(), place.shown.string()));
}

}  // namespace

PutBack::PutBack(db::Connection& connection, std::filesystem::path root)
    : m_connection(connection), m_root(std::move(root)) {}

PutBack::~PutBack() {
  if (m_is_kept) return;
  for (auto item = m_items.rbegin(); item != m_items.rend(); ++item) undo(*item);
}

void PutBack::prepare(const std::vector<WorkflowArtifact>& copies, const std::vector<ArtifactCheck>& checks) {
  for (std::size_t i = 0; i < checks.size(); ++i) {
    if (!checks[i].is_put_back) continue;
    Item item;
    item.check = i;
    item.place = find_place(m_root, checks[i].path);
    (void)outputs::check_output(m_connection, item.place, Overwrite::if_unchanged);
    if (checks[i].state != ArtifactState::present)
      item.file =
          write_beside(item.place, copied_bytes(m_connection, copies[i]), copies[i].mode.value_or(0600));
    m_items.push_back(std::move(item));
  }
}

/// A second name that was free; nothing is ever replaced.
void PutBack::keep_previous(Item& item) {
  mark_as_copy(item.place);
  for (int number = 0;; ++number) {
    const std::string name = util::name_of_copy(item.place.name, number);
    const std::filesystem::path path = util::path_in(item.place.directory, name);
    if (::link(item.place.path().c_str(), path.c_str()) == 0) {
      item.kept_name = name;
      return;
    }
    if (errno != EEXIST) util::throw_io("keep the file that was there beside", item.place.shown, errno);
  }
}

void PutBack::exchange(std::vector<ArtifactCheck>& checks) {
  for (Item& item : m_items) {
    if (!util::is_as_it_was(item.place))
      throw Error(ErrorCode::conflict, "an artifact changed while it was looked at",
                  item.place.shown.string(), "nothing was changed; try again");
    if (item.place.found) keep_previous(item);
    if (item.file) {
      item.file->commit();
    } else if (::unlink(item.place.path().c_str()) != 0) {
      util::throw_io("move away", item.place.shown, errno);
    }
    item.is_done = true;
    util::sync_parent_directory(item.place.path());
    if (!item.kept_name.empty())
      checks[item.check].kept_as =
          (std::filesystem::path(checks[item.check].path).parent_path() / item.kept_name).string();
  }
}

void PutBack::undo(const Item& item) noexcept {
  try {
    const std::filesystem::path path = item.place.path();
    if (item.kept_name.empty()) {
      if (item.is_done) (void)::unlink(path.c_str());
      return;
    }
    const std::filesystem::path kept = util::path_in(item.place.directory, item.kept_name);
    if (item.is_done)
      (void)std::rename(kept.c_str(), path.c_str());
    else
      (void)::unlink(kept.c_str());
  } catch (...) {
    // What cannot be put right is still there under its second name.
    return;
  }
}

}  // namespace rlmdb::workflows
