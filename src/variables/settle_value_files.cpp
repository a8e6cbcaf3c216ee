// SPDX-License-Identifier: MIT
// All of it inside one write transaction: a process that set the value later also writes its file later.
#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "outputs/output_file.hpp"
#include "records/task_head.hpp"
#include "records/variable_rows.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/reference.hpp"
#include "sources/document_source.hpp"
#include "sources/file_rows.hpp"
#include "util/beneath.hpp"
#include "util/sha256.hpp"
#include "variables/checkpoint_owner.hpp"
#include "variables/state_rows.hpp"
#include "variables/value_files.hpp"
#include "variables/value_place.hpp"

namespace rlmdb {

namespace {

namespace fs = std::filesystem;
using variables::ValueFile;

std::int64_t id_of(db::Connection& connection, const VariableOwner& owner) {
  if (const auto* task = std::get_if<TaskId>(&owner)) return variables::get_task(connection, *task).id;
  const auto& state = std::get<StateName>(owner);
  const auto head = variables::StateRows(connection).find(to_text(state.scope), state.id);
  return head ? head->id : 0;
}

util::OutputPlace place_in(util::FileDescriptor folder, const fs::path& root, const std::string& place) {
  const fs::path path(place);
  return util::output_place_in(std::move(folder), path.filename().string(), root / path);
}

class ValueFileWriter {
 public:
  ValueFileWriter(db::Connection& connection, const fs::path& root)
      : m_connection(connection), m_root(root) {}

  void write(const ValueFile& file) {
    const auto value = variables::value_of(m_connection, file);
    if (!value) return;
    const std::string text = sources::pretty(*value);
    const std::string sha256 = util::sha256_hex(text);
    guarded(file, [&] {
      outputs::Output output(
          m_connection,
          place_in(util::make_directory_beneath(m_root, fs::path(file.place).parent_path()), m_root,
                   file.place),
          Overwrite::if_unchanged);
      if (output.there().sha256 != sha256) {
        output.write(text);
        output.commit(sha256);
        m_report.written.push_back(file.place);
      }
      if (file.sha256 != sha256)
        variables::ValueFileRows(m_connection).put({file.place, file.owner_id, file.name, sha256});
    });
  }

  void remove(const ValueFile& file) {
    const bool is_absent = util::look_beneath(m_root, file.place).fault == util::BeneathFault::absent;
    if (!is_absent && records::VariableRows(m_connection).is_referred_to(file.place)) return;
    guarded(file, [&] {
      if (!is_absent && !remove_own(file)) return;
      if (!sources::FileRows(m_connection).find_value(file.place))
        variables::ValueFileRows(m_connection).remove(file.place);
    });
  }

  [[nodiscard]] ValueFileReport& report() noexcept { return m_report; }

 private:
  template <class Work>
  void guarded(const ValueFile& file, const Work& work) {
    try {
      work();
    } catch (const Error& error) {
      if (error.code() != ErrorCode::conflict) throw;
      leave(file, error.what());
    }
  }

  void leave(const ValueFile& file, const std::string& why) {
    m_report.left.push_back({(m_root / file.place).string(), "value_file_left", why});
  }

  /// False where none is there, or somebody else's.
  bool remove_own(const ValueFile& file) {
    const outputs::OwnFile end =
        outputs::remove_own_file(m_connection, m_root, file.place, file.sha256.value_or(""));
    if (end == outputs::OwnFile::of_others && file.sha256)
      leave(file, "the variable has no file any more, and somebody else wrote this one");
    if (end == outputs::OwnFile::removed) m_report.removed.push_back(file.place);
    return end == outputs::OwnFile::removed;
  }

  db::Connection& m_connection;
  const fs::path& m_root;
  ValueFileReport m_report;
};

/// Those that have to be there, of one owner or of all.
std::vector<ValueFile> written_files(db::Connection& connection, const std::optional<VariableOwner>& owner) {
  variables::ValueFileRows rows(connection);
  std::vector<ValueFile> files = owner ? rows.of_owner(id_of(connection, *owner)) : rows.all();
  std::erase_if(files, [](const ValueFile& file) { return !file.name || !file.sha256; });
  return files;
}

bool has_work(db::Connection& connection, const std::optional<VariableOwner>& owner) {
  const db::ReadTransaction snapshot(connection);
  return variables::ValueFileRows(connection).has_any() &&
         (!written_files(connection, owner).empty() || !variables::ValueFileRows(connection).to_go().empty());
}

}  // namespace

void require_value_file(const Store& store, const VariableOwner& owner, const std::string& name,
                        const fs::path& root) {
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  const db::ReadTransaction snapshot(connection);
  const std::int64_t id = id_of(connection, owner);
  const auto* task = std::get_if<TaskId>(&owner);
  const variables::ValueOwner whose = task != nullptr
                                          ? variables::value_owner_of(variables::get_task(connection, *task))
                                          : variables::value_owner_of(std::get<StateName>(owner), id);
  const auto place =
      variables::place_for(connection, whose, name, variables::variable_text(connection, id, name));
  if (!place) return;
  util::FileDescriptor folder = util::find_directory_beneath(root, fs::path(*place).parent_path());
  if (!folder.valid()) return;
  (void)outputs::check_output(connection, place_in(std::move(folder), root, *place), Overwrite::if_unchanged);
}

ValueFileReport settle_value_files(Store& store, const fs::path& root,
                                   const std::optional<VariableOwner>& owner) {
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  if (!has_work(connection, owner)) return {};
  db::WriteTransaction transaction(connection);
  ValueFileWriter files(connection, root);
  for (const ValueFile& file : written_files(connection, owner)) files.write(file);
  for (const ValueFile& file : variables::ValueFileRows(connection).to_go()) files.remove(file);
  transaction.commit();
  return std::move(files.report());
}

}  // namespace rlmdb
