// SPDX-License-Identifier: MIT
// A tasks.json of any form, large enough that reading, proof and export have several batches for each of their
// threads: proved identical, and written as it came in. `ctest -L threads` runs it under ThreadSanitizer.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "tasks_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

using Ordered = nlohmann::ordered_json;

std::size_t form_records() {
  const char* const asked = std::getenv("RLMDB_FORM_RECORDS");
  return asked != nullptr ? std::stoul(asked) : 1'500;
}

enum class RecordForm { pretty, spaced, compact, each_otherwise };

struct FileForm {
  const char* name = "";
  RecordForm records = RecordForm::pretty;
  std::string indent = "  ";
  std::string newline = "\n";
  std::string prefix;
  std::string suffix;
  bool has_sorted_names = false;
  bool has_escapes = false;
  bool has_unknown_members = false;
};

std::vector<FileForm> file_forms() {
  std::vector<FileForm> forms;
  const auto add = [&](const char* name, auto change) {
    FileForm form;
    form.name = name;
    change(form);
    forms.push_back(form);
  };
  add("the legacy writer's", [](FileForm&) {});
  add("a record a line", [](FileForm& form) { form.records = RecordForm::spaced; });
  add("a compact record a line, CRLF", [](FileForm& form) {
    form.records = RecordForm::compact;
    form.newline = "\r\n";
  });
  add("one line", [](FileForm& form) {
    form.records = RecordForm::compact;
    form.indent.clear();
    form.newline.clear();
  });
  add("four spaces, escapes", [](FileForm& form) {
    form.indent = "    ";
    form.has_escapes = true;
  });
  add("tabs, CRLF, a byte order mark", [](FileForm& form) {
    form.indent = "\t";
    form.newline = "\r\n";
    form.prefix = "\xEF\xBB\xBF";
    form.suffix = "\r\n\r\n";
  });
  add("each record otherwise", [](FileForm& form) { form.records = RecordForm::each_otherwise; });
  add("sorted names, unknown members", [](FileForm& form) {
    form.has_sorted_names = true;
    form.has_unknown_members = true;
    form.suffix = "\n";
  });
  add("a record a line, unknown members, escapes", [](FileForm& form) {
    form.records = RecordForm::spaced;
    form.has_escapes = true;
    form.has_unknown_members = true;
  });
  return forms;
}

Ordered form_record(const FileForm& form, std::size_t number, int priority) {
  Ordered record;
  record["id"] = "task-" + std::to_string(10'000 + number);
  record["prompt"] = "déjà \U0001F600 \"" + std::string(100 + number % 700, 'p') + "\"\n";
  record["agent"] = nullptr;
  record["priority"] = priority;
  record["state"] = number % 3 == 0 ? "completed" : "queued";
  record["createdAt"] = "2026-02-09T10:00:00.000Z";
  if (number % 2 == 0) record["result"] = {{"output", "x"}, {"list", {1, "two", nullptr}}};
  record["output"] = number % 5 == 0 ? "line\n" : "";
  record["metadata"] = Ordered::object();
  if (form.has_unknown_members) record["Unknown"] = {{"deep", {{"n", number}}}, {"", false}};
  return record;
}

std::string with_spaces(const std::string& compact) {
  std::string text;
  bool is_in_string = false;
  for (std::size_t i = 0; i < compact.size(); ++i) {
    const char c = compact[i];
    text += c;
    if (is_in_string && c == '\\') text += compact[++i];
    if (c == '"') is_in_string = !is_in_string;
    if (!is_in_string && (c == ',' || c == ':')) text += ' ';
  }
  return text;
}

std::string pretty(const FileForm& form, std::string dumped) {
  std::string text;
  for (std::size_t at = 0; at < dumped.size();) {
    const std::size_t end = dumped.find('\n', at);
    text += dumped.substr(at, end - at);
    if (end == std::string::npos) break;
    text += form.newline;
    at = dumped.find_first_not_of(' ', end + 1);
    for (std::size_t i = end + 1; i < at; ++i) text += form.indent;
    if (at == end + 1 || dumped[at - 1] == ' ') text += form.indent + form.indent;
  }
  return text;
}

std::string record_text(const FileForm& form, const Ordered& record, RecordForm as) {
  const auto dump = [&](int indent) {
    return form.has_sorted_names ? nlohmann::json::parse(record.dump()).dump(indent, ' ', form.has_escapes)
                                 : record.dump(indent, ' ', form.has_escapes);
  };
  if (as == RecordForm::compact) return dump(-1);
  if (as == RecordForm::spaced) return with_spaces(dump(-1));
  return pretty(form, dump(1));
}

std::string file_text(const FileForm& form, std::size_t records, int priority) {
  const std::string& nl = form.newline;
  const std::string colon = nl.empty() ? ":" : ": ";
  std::string text = form.prefix + "{" + nl + form.indent + "\"version\"" + colon + "1," + nl + form.indent +
                     "\"tasks\"" + colon + "[";
  for (std::size_t i = 0; i < records; ++i) {
    constexpr std::array k_as{RecordForm::pretty, RecordForm::spaced, RecordForm::compact};
    const RecordForm as = form.records == RecordForm::each_otherwise ? k_as[i % 3] : form.records;
    text += (i == 0 ? "" : ",") + nl + form.indent + form.indent;
    text += record_text(form, form_record(form, i, priority), as);
  }
  return text + nl + form.indent + "]" + nl + "}" + form.suffix;
}

}  // namespace

TEST_SUITE("roundtrip::file_forms") {
  TEST_CASE("while an export writes, its callbacks may ask the same store, and export it") {
    const Place place;
    (void)place.import_text(file_text(file_forms()[1], form_records(), 1));
    const Store store = Store::open(place.database, Access::read_only);
    std::string canonical;
    (void)export_tasks_json(store, [&](std::string_view piece) { canonical += piece; });
    std::size_t asked = 0;
    std::string again;
    (void)export_tasks_json(store, [&](std::string_view piece) {
      again += piece;
      if (asked++ > 1) return;
      CHECK(store.stats().total == static_cast<std::int64_t>(form_records()));
      std::string inner;
      (void)export_tasks_json(store, [&](std::string_view more) { inner += more; });
      CHECK((inner == canonical));
    });
    CHECK(asked > 2);
    CHECK((again == canonical));
  }

  TEST_CASE("a large tasks.json of any form is proved identical, fresh and again, and comes out as it was") {
    for (const FileForm& form : file_forms()) {
      CAPTURE(form.name);
      const Place place;
      const std::string first = file_text(form, form_records() / 2, 1);
      CHECK(proof_of(place.import_text(first)) == "identical 0");
      CHECK((place.written() == first));
      const std::string second = file_text(form, form_records(), 2);
      CHECK(proof_of(place.import_text(second)) == "identical 0");
      CHECK((place.written() == second));
      const FileForm other = file_forms()[1];
      CHECK(proof_of(place.import_text(file_text(other, form_records(), 3))) == "identical 0");
    }
  }
}
