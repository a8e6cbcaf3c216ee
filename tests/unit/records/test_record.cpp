// SPDX-License-Identifier: MIT
// A record taken apart into rows and put together again.
#include <doctest/doctest.h>

#include <string>

#include "database_fixture.hpp"
#include "json/json_layout.hpp"
#include "records/record_read.hpp"
#include "records/record_write.hpp"
#include "util/digest128.hpp"

using namespace rlmdb;
using namespace rlmdb::json;
using namespace rlmdb::records;
using namespace rlmdb::test;

namespace {

/// A record and everything that its texts need.
struct Taken {
  explicit Taken(std::string raw) : text(std::move(raw)) {
    RecordReader reader(layouts);
    fault = reader.read(text, arena, overflow, record);
  }
  Taken(const Taken&) = delete;

  [[nodiscard]] std::string written() const {
    std::string out;
    RecordWriter().append(out, record, 0);
    std::string compact;
    append_compact(compact, out);
    return compact;
  }
  [[nodiscard]] std::string layout(const records::LayoutRef& reference) const {
    return reference.layout == nullptr ? "none" : reference.layout->members_json;
  }

  std::string text;
  LayoutPool layouts;
  LayoutPool::Overflow overflow;
  records::TextArena arena;
  records::TaskRecord record;
  RecordFault fault = RecordFault::none;
};

/// What comes out of `raw`; "fault" when it cannot be a task.
std::string through_rows(const std::string& raw) {
  const Taken taken(raw);
  return taken.fault == RecordFault::none ? taken.written() : "fault";
}

}  // namespace

TEST_SUITE("records::record") {
  TEST_CASE("an ordinary record is all columns and leaves no residue") {
    const Taken taken(
        R"({"id":"a","prompt":"p","agent":null,"priority":2,"state":"queued","pid":7,"metadata":{}})");
    REQUIRE((taken.fault == RecordFault::none));
    CHECK(taken.record.residue.empty());
    CHECK(taken.record.task[records::task_legacy_id].text == "a");
    CHECK(taken.record.task[records::task_priority].integer == 2);
    CHECK(taken.record.task[records::task_agent].is_null());
    CHECK(taken.layout(taken.record.layout) ==
          R"(["id","prompt","agent","priority","state","pid","metadata"])");
    CHECK(taken.layout(taken.record.metadata_layout) == "[]");
    CHECK_FALSE(taken.record.has_node);
  }

  TEST_CASE("a node's members go to their own cells, variables and checkpoints to their own rows") {
    const Taken taken(
        R"({"id":"a","metadata":{"tree_id":"t","depth":1,"context_reference":{"type":"full"},)"
        R"("cost_tracking":{"total_cost_usd":0.5},"rlm_state":{"x":{"name":"x","value":[1]},"y":2},)"
        R"("checkpoints":[{"checkpoint_id":"c"},7]}})");
    REQUIRE((taken.fault == RecordFault::none));
    CHECK(taken.record.has_node);
    CHECK(taken.record.residue.empty());
    CHECK(taken.record.node[records::node_tree_id].text == "t");
    CHECK(taken.record.node[records::node_depth].integer == 1);
    CHECK(taken.record.node[records::node_context_type].text == "full");
    CHECK(taken.record.node[records::node_cost_total_usd].real == 0.5);
    REQUIRE(taken.record.variables.size() == 2);
    CHECK(taken.record.variables[0].cells[records::variable_value].text == "[1]");
    CHECK(taken.layout(taken.record.variables[0].layout) == R"(["name","value"])");
    CHECK_FALSE(taken.record.variables[1].layout.present());
    REQUIRE(taken.record.checkpoints.size() == 2);
    CHECK(taken.record.checkpoints[0].cells[records::checkpoint_checkpoint_id].text == "c");
    CHECK(taken.record.checkpoints[1].residue == R"({"element":7})");
  }

  TEST_CASE("what no column gives back is residue, by level") {
    const Taken taken(R"({"id":"a","x":1.0,"priority":2.50,"metadata":{"y":[ ],"depth":"1","cost_tracking":)"
                      R"({"cache_hits":1e1,"z":0},"rlm_state":{"v":{"name":"w","value":1,"q":{}}}}})");
    REQUIRE((taken.fault == RecordFault::none));
    CHECK(
        taken.record.residue ==
        R"({"task":{"x":1.0,"priority":2.50},"metadata":{"y":[],"depth":"1"},"cost":{"cache_hits":1e1,"z":0}})");
    CHECK(taken.record.variables[0].residue == R"({"variable":{"name":"w","q":{}}})");
  }

  TEST_CASE("an empty tree id names no tree: no column says it, and it comes back") {
    const Taken taken(R"({"id":"a","metadata":{"tree_id":"","node_id":"n"}})");
    CHECK(taken.record.node[records::node_tree_id].is_null());
    CHECK(taken.record.residue == R"({"metadata":{"tree_id":""}})");
  }

  TEST_CASE("every shape comes out as it came in") {
    for (
        const char* raw : {
            R"({"id":"a"})",
            R"({"metadata":5,"id":"a"})",
            R"({"id":"a","metadata":null})",
            R"({"id":"a","metadata":[{"tree_id":"t"}]})",
            R"({"id":"a","metadata":{"rlm_state":null,"checkpoints":{},"context_reference":"x","cost_tracking":[]}})",
            R"({"id":"a","metadata":{"rlm_state":{"":{"value":null},"x":{},"y":{"name":"y","type":"t"}}}})",
            R"({"id":"a","metadata":{"rlm_state":{"\ud83d":1,"\u0000":2,"__proto__":3}}})",
            R"({"id":"a","metadata":{"rlm_state":{"\ud83d":{"name":"\ud83d","value":1},"\ud83e":{"name":"x","value":1}}}})",
            R"({"id":"a","metadata":{"rlm_state":{"x":{"value":1,"metadata":{"read_only":true,"scope":"s"}}}}})",
            R"({"id":"a","metadata":{"rlm_state":{"x":{"value":1,"metadata":"m"},"y":{"value":1,"metadata":null}}}})",
            R"({"id":"a","metadata":{"checkpoints":[null,[],{"name":5,"more":{}},{"timestamp":null}]}})",
            R"({"id":"a","task":1,"key":2,"element":3,"metadata":{"metadata":4,"variable":5}})",
            R"({"id":"\ud83d","state":"unknown","result":"\ud83d","pid":-0})",
            R"({"id":"a","createdAt":1770000000000,"output":null,"error":{"message":"m"}})",
        }) {
      CHECK(through_rows(raw) == raw);
    }
  }

  TEST_CASE("what is no object with a string id cannot be a task") {
    const auto fault = [](const std::string& raw) { return Taken(raw).fault; };
    for (const char* raw : {"null", "7", "\"a\"", "[]", "true"})
      CHECK((fault(raw) == RecordFault::not_an_object));
    for (const char* raw : {R"({"id":5})", R"({"id":{}})", R"({"id":false})"})
      CHECK((fault(raw) == RecordFault::id_not_a_string));
    for (const char* raw : {"{}", R"({"id":null})", R"({"ID":"a"})"})
      CHECK((fault(raw) == RecordFault::no_id));
    CHECK((fault(R"({"id":""})") == RecordFault::none));
    CHECK((fault(R"({"\u0069d":"a"})") == RecordFault::none));
  }

  TEST_CASE("a residue entry counts only while its column says the same") {
    Taken taken(R"({"id":"a","priority":2.50,"state":"Paused"})");
    taken.record.task[records::task_priority] = records::Cell::of_real(2.5);
    CHECK(taken.written() == R"({"id":"a","priority":2.50,"state":"Paused"})");
    taken.record.task[records::task_priority] = records::Cell::of_integer(3);
    taken.record.task[records::task_state] = records::Cell::of_text("failed");
    CHECK(taken.written() == R"({"id":"a","priority":3,"state":"failed"})");
  }

  TEST_CASE("columns that the layout does not name follow in the order of the fields") {
    Taken taken(R"({"prompt":"p","id":"a"})");
    taken.record.task[records::task_output] = records::Cell::of_text("o");
    taken.record.task[records::task_agent] = records::Cell::of_text("me");
    CHECK(taken.written() == R"({"prompt":"p","id":"a","agent":"me","output":"o"})");
    taken.record.layout = {};
    CHECK(taken.written() == R"({"id":"a","prompt":"p","agent":"me","output":"o"})");
  }

  TEST_CASE("a verbatim text counts until the columns say something else") {
    Taken taken(R"({"id":"a","prompt":"p"})");
    std::string columns;
    RecordWriter().append_columns(columns, taken.record, 0);
    const util::Digest128 digest = util::digest128(columns);
    taken.record.verbatim = R"({"id":"a","prompt":"other"})";
    taken.record.verbatim_digest =
        taken.arena.keep({reinterpret_cast<const char*>(digest.data()), digest.size()});
    CHECK(taken.written() == R"({"id":"a","prompt":"other"})");
    taken.record.task[records::task_prompt] = records::Cell::of_text("edited");
    CHECK(taken.written() == R"({"id":"a","prompt":"edited"})");
  }

  TEST_CASE("residue that is no JSON object is damage and says where") {
    for (const char* residue : {"[]", "{", "{}x", "5"}) {
      Taken taken(R"({"id":"a"})");
      taken.record.residue = residue;
      const auto error = error_of([&] { (void)taken.written(); });
      REQUIRE(error.has_value());
      CHECK((error->code() == ErrorCode::corrupt));
      CHECK(error->where() == "tasks:0 residue");
    }
  }
}

TEST_SUITE("records::layout_pool") {
  TEST_CASE("one order of members is one layout, however its names are spelt") {
    const records::Layout layout = parse_layout(records::Level::checkpoint, R"(["name","\u0078"])");
    CHECK(layout.members_json == R"(["name","x"])");
    REQUIRE(layout.members.size() == 2);
    CHECK(layout.members[0].field == records::find_field(records::Level::checkpoint, "name"));
    CHECK(layout.members[1].field == nullptr);
    CHECK(layout.absent.size() == records::fields_of(records::Level::checkpoint).size() - 1);
    LayoutPool pool;
    LayoutPool::Overflow overflow;
    std::vector<Member> members;
    split_members(R"({"b":1,"a":2})", members);
    const records::Layout* const first = pool.intern(records::Level::task, members, overflow);
    CHECK(first->members_json == R"(["b","a"])");
    CHECK(pool.intern(records::Level::task, members, overflow) == first);
    CHECK(pool.intern(records::Level::metadata, members, overflow) != first);
    CHECK(overflow.empty());
  }

  TEST_CASE("past its limit the pool gives layouts away") {
    LayoutPool pool;
    LayoutPool::Overflow overflow;
    std::vector<Member> members;
    for (std::size_t i = 0; i < LayoutPool::k_most_layouts + 3; ++i) {
      const std::string text = "{\"m" + std::to_string(i) + "\":0}";
      split_members(text, members);
      const records::Layout* const layout = pool.intern(records::Level::task, members, overflow);
      CHECK(layout->members_json == "[\"m" + std::to_string(i) + "\"]");
    }
    CHECK(overflow.size() == 3);
  }

  TEST_CASE("a stored layout that is no list of names is damage") {
    for (const char* members : {"{}", "[1]", "[\"a\"", "[\"a\"] x", "5"}) {
      CHECK(code_of([&] { (void)parse_layout(records::Level::task, members); }) == "corrupt");
    }
  }
}
