// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "db/transaction.hpp"
#include "schema_fixture.hpp"
#include "store_files.hpp"
#include "variables/state_reader.hpp"
#include "variables/state_rows.hpp"
#include "variables/variable_edit.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

using Lines = std::vector<std::string>;

/// A state document whose rows are those of `state`.
class Written {
 public:
  explicit Written(const std::string& state) : m_connection(make_schema_database(m_dir / "a.db")) {
    db::WriteTransaction transaction(m_connection);
    variables::StateHead head;
    head.id = 1;
    head.scope = "global";
    head.outline = "{}";
    variables::StateRows(m_connection).insert(head);
    variables::VariableEdit(m_connection).replace_all({.state_id = 1}, state);
    transaction.commit();
  }

  [[nodiscard]] std::string read() {
    return variables::state_of(variables::StateReader(m_connection).of_document(1));
  }
  [[nodiscard]] Lines rows() const {
    return rows_of(m_dir / "a.db",
                   "SELECT name, value, value_type, layout_id, residue FROM variables ORDER BY position");
  }
  [[nodiscard]] db::Connection& connection() { return m_connection; }

 private:
  TestDir m_dir;
  db::Connection m_connection;
};

}  // namespace

TEST_SUITE("variables::variable_edit") {
  TEST_CASE("rows are made of a state's text and give it back" * damages) {
    Written written(R"({"a":1,"b":{"name":"b","value":"v"},"\ud83d":[]})");
    CHECK(written.read() == R"({"a":1,"b":{"name":"b","value":"v"},"\ud83d":[]})");
    CHECK(written.rows().at(1) == "b|v|NULL|1|NULL");
    CHECK(Written("[1]").rows().empty());
  }

  TEST_CASE("a variable whose columns would not say its text is kept whole, until it is set anew" * damages) {
    // No text that was brought to canonical bytes is like that: a repeated member, an escape that nothing
    // needs.
    const std::string state = R"({"a":{"value":1,"value":2},"b":{"value":"\u0041"},"c":{"value":"A"}})";
    Written written(state);
    CHECK(written.read() == R"({"a":{"value":2},"b":{"value":"A"},"c":{"value":"A"}})");
    CHECK(written.rows() == Lines{R"(a|{"value":1,"value":2}|json|NULL|NULL)",
                                  R"(b|{"value":"\u0041"}|json|NULL|NULL)", "c|A|NULL|1|NULL"});
    db::WriteTransaction transaction(written.connection());
    variables::VariableEdit edit(written.connection());
    CHECK(edit.find({.state_id = 1}, "a") == R"({"value":2})");
    CHECK_FALSE(edit.replace("a", R"({"value":3,"value":4})"));
    CHECK(edit.replace("a", R"({"value":5})"));
    transaction.commit();
    CHECK(written.rows().front() == "a|5|json|1|NULL");
  }
}
