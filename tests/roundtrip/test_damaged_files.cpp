// SPDX-License-Identifier: MIT
// Random damage to random stores: `--salvage` takes out every record that is still complete, and nothing
// else, and what it calls unreadable is what is damaged. RLMDB_SALVAGE_ROUNDS and RLMDB_TEST_SEED choose how
// many and which.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <random>

#include "random_seed.hpp"
#include "rlmdb/verify.hpp"
#include "store_files.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

using Record = nlohmann::ordered_json;

enum class Spelling { legacy, wide, lines, compact };

struct RecordSpan {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string id;
  std::string created_at;
  int state = 0;  ///< the larger, the newer
};

struct StoreText {
  std::string bytes;
  std::vector<RecordSpan> records;
};

/// A file, and what of it is whole.
struct DamagedFile {
  std::string bytes;
  std::vector<RecordSpan> whole;
  std::vector<bool> must_read;  ///< a byte of a whole record
  std::vector<bool> must_miss;  ///< a byte of a hole or of a record that is not whole
};

class DamageMaker {
 public:
  explicit DamageMaker(std::uint32_t seed) : m_random(seed) {
    m_spelling = static_cast<Spelling>(below(4));
    m_kind = below(7);
    // Where nothing is indented, a list whose beginning and end are both lost looks like `tasks`.
    m_has_tricks = m_kind != 3 || m_spelling == Spelling::legacy || m_spelling == Spelling::wide;
  }

  DamagedFile make() {
    const StoreText older = store(0, 3 + below(20));
    switch (m_kind) {
      case 0:
        return cut(older, below(older.bytes.rfind('}') + 1));
      case 1:
        return padded(older);
      case 2:
        return holed(older, 1);
      case 3:
        return holed(older, 2 + below(3));
      case 4:
        return concatenated(older, store(1, 1 + below(30)));
      case 5:
        return torn(older, store(1, 1 + below(3)));
      default:
        return cut_and_padded(older);
    }
  }

 private:
  std::size_t below(std::size_t limit) { return m_random() % limit; }

  std::string words() {
    constexpr std::array k_words = {"plan",       "{\"id\":\"task-9\"}",
                                    "]}",         "a\\b",
                                    "\"quoted\"", "日本語",
                                    "\n{\n",      "{",
                                    "},\n",       "\t",
                                    "tasks",      "[1,{"};
    std::string text;
    for (std::size_t i = below(6); i > 0; --i) text += std::string(k_words[below(k_words.size())]) + " ";
    if (below(8) == 0) text += std::string(below(3000), 'x');
    return text;
  }

  Record record(const std::string& id, const std::string& created_at, int state) {
    Record record = {{"id", id},
                     {"prompt", words()},
                     {"agent", nullptr},
                     {"priority", below(9)},
                     {"state", "completed"},
                     {"createdAt", created_at},
                     {"completedAt", "2026-02-09T10:00:0" + std::to_string(state) + ".000Z"},
                     {"output", words()}};
    record["metadata"] = {{"n", {1, 2, {3}}}, {"deep", {{"a", {{"b", words()}}}}}};
    if (m_has_tricks && below(2) == 0) {
      const Record inner = {{"id", "inner-1"}, {"state", "queued"}, {"prompt", "p"}, {"createdAt", "x"}};
      record["metadata"]["subtasks"] = {inner, inner, inner};
      record["metadata"]["tail"] = words();
    }
    return record;
  }

  std::string spelt(const Record& record) const {
    if (m_spelling == Spelling::compact || m_spelling == Spelling::lines) return record.dump();
    const int step = m_spelling == Spelling::legacy ? 2 : 4;
    std::string text;
    for (const char byte : record.dump(step)) {
      text += byte;
      if (byte == '\n') text += std::string(2 * static_cast<std::size_t>(step), ' ');
    }
    return text;
  }

  StoreText store(int state, std::size_t records) {
    StoreText store;
    const bool is_compact = m_spelling == Spelling::compact;
    const std::string line = is_compact ? "" : "\n";
    const std::string step = is_compact ? "" : m_spelling == Spelling::wide ? "    " : "  ";
    store.bytes = "{" + line + step + "\"version\":1," + line + step + "\"updatedAt\":\"2026-02-09T10:06:1" +
                  std::to_string(state) + ".123Z\"," + line + step + "\"tasks\":[";
    for (std::size_t i = 0; i < records; ++i) {
      store.bytes += (i == 0 ? "" : ",") + line + step + step;
      const std::string id = "task-" + std::to_string(1000 + i);
      // After a cleanup the legacy store issues an id again.
      const bool is_issued_again = state > 0 && below(4) == 0;
      const std::string created_at =
          is_issued_again ? "2026-02-09T09:00:00.000Z" : "2026-02-09T08:00:00.000Z";
      const std::size_t begin = store.bytes.size();
      store.bytes += spelt(record(id, created_at, state));
      store.records.push_back({begin, store.bytes.size(), id, created_at, state});
    }
    store.bytes += line + step + "]" + line + "}";
    if (below(2) == 0 && !is_compact) store.bytes += "\n";
    return store;
  }

  /// `lost`: bytes of the file that are not what they were.
  static DamagedFile judged(std::string bytes, const std::vector<RecordSpan>& records,
                            const std::vector<bool>& lost) {
    DamagedFile file;
    file.must_read.resize(bytes.size());
    file.must_miss = lost;
    for (const RecordSpan& record : records) {
      const std::size_t end = std::min(record.end, bytes.size());
      bool is_whole = record.end <= bytes.size();
      for (std::size_t at = record.begin; at < end; ++at) is_whole = is_whole && !lost[at];
      if (is_whole) file.whole.push_back(record);
      for (std::size_t at = record.begin; at < end; ++at) {
        if (is_whole) file.must_read[at] = true;
        if (!is_whole) file.must_miss[at] = true;
      }
    }
    file.bytes = std::move(bytes);
    return file;
  }

  static DamagedFile cut(const StoreText& store, std::size_t size) {
    return judged(store.bytes.substr(0, size), store.records, std::vector<bool>(size));
  }

  DamagedFile padded(const StoreText& store) {
    const std::size_t zeros = 1 + below(5000);
    std::vector<bool> lost(store.bytes.size() + zeros);
    std::fill(lost.end() - static_cast<std::ptrdiff_t>(zeros), lost.end(), true);
    return judged(store.bytes + std::string(zeros, '\0'), store.records, lost);
  }

  DamagedFile cut_and_padded(const StoreText& store) {
    const std::size_t size = below(store.bytes.size());
    std::vector<bool> lost(store.bytes.size());
    std::fill(lost.begin() + static_cast<std::ptrdiff_t>(size), lost.end(), true);
    const std::string zeros(store.bytes.size() - size, '\0');
    return judged(store.bytes.substr(0, size) + zeros, store.records, lost);
  }

  DamagedFile holed(const StoreText& store, std::size_t holes) {
    std::string bytes = store.bytes;
    std::vector<bool> lost(bytes.size());
    for (; holes > 0; --holes) {
      const std::size_t begin = below(bytes.size());
      const std::size_t end = std::min(bytes.size(), begin + 1 + below(below(2) == 0 ? 8 : 600));
      for (std::size_t at = begin; at < end; ++at) {
        bytes[at] = '\0';
        lost[at] = true;
      }
    }
    return judged(bytes, store.records, lost);
  }

  static DamagedFile concatenated(const StoreText& first, const StoreText& second) {
    std::vector<RecordSpan> records = first.records;
    for (RecordSpan record : second.records) {
      record.begin += first.bytes.size();
      record.end += first.bytes.size();
      records.push_back(record);
    }
    const std::string bytes = first.bytes + second.bytes;
    return judged(bytes, records, std::vector<bool>(bytes.size()));
  }

  /// The newer, shorter document written over the older one, which was not cut to its size.
  static DamagedFile torn(const StoreText& older, const StoreText& newer) {
    if (newer.bytes.size() >= older.bytes.size()) return cut(older, older.bytes.rfind('}'));
    std::vector<RecordSpan> records = newer.records;
    std::vector<bool> lost(older.bytes.size());
    for (const RecordSpan& record : older.records) {
      if (record.begin >= newer.bytes.size()) {
        records.push_back(record);
      } else {
        for (std::size_t at = newer.bytes.size(); at < record.end; ++at) lost[at] = true;
      }
    }
    return judged(newer.bytes + older.bytes.substr(newer.bytes.size()), records, lost);
  }

  std::mt19937 m_random;
  Spelling m_spelling = Spelling::legacy;
  std::size_t m_kind = 0;
  bool m_has_tricks = true;
};

/// The newest whole record of each id and time of creation, and the texts of the others.
struct Expected {
  std::map<std::string, std::string> records;
  std::vector<std::string> lost;
};

/// Of two that have one id one goes by another: what tells a record from others, and the rest of it.
std::pair<std::string, std::string> told_apart(const std::string& id, Record record) {
  const std::string key = id + " " + record["createdAt"].get<std::string>();
  record.erase("id");
  return {key, record.dump()};
}

Expected expected_of(const DamagedFile& file) {
  Expected expected;
  std::map<std::string, RecordSpan> newest;
  const auto text_of = [&](const RecordSpan& span) {
    return file.bytes.substr(span.begin, span.end - span.begin);
  };
  for (const RecordSpan& record : file.whole) {
    const auto [entry, is_new] = newest.try_emplace(record.id + " " + record.created_at, record);
    if (is_new) continue;
    const bool is_newer = record.state >= entry->second.state;
    expected.lost.push_back(text_of(is_newer ? entry->second : record));
    if (is_newer) entry->second = record;
  }
  for (const auto& [key, record] : newest)
    expected.records.insert(told_apart(record.id, Record::parse(text_of(record))));
  std::sort(expected.lost.begin(), expected.lost.end());
  return expected;
}

void check_ranges(const DamagedFile& file, const SourceReport& report) {
  std::vector<bool> missed(file.bytes.size());
  std::uint64_t end = 0;
  std::uint64_t sum = 0;
  for (const UnreadableRange& range : report.unreadable) {
    CHECK(range.begin >= end);
    CHECK(range.bytes > 0);
    REQUIRE(range.begin + range.bytes <= file.bytes.size());
    end = range.begin + range.bytes;
    sum += range.bytes;
    std::fill_n(missed.begin() + static_cast<std::ptrdiff_t>(range.begin), range.bytes, true);
  }
  CHECK(report.unreadable_count == report.unreadable.size());
  CHECK(report.unreadable_bytes == sum);
  for (std::size_t at = 0; at < missed.size(); ++at) {
    const bool is_blank = std::string_view(" \n").find(file.bytes[at]) != std::string_view::npos;
    if (file.must_read[at] ? missed[at] : file.must_miss[at] && !missed[at] && !is_blank) {
      CHECK_MESSAGE(missed[at] == file.must_miss[at], "byte " << at);
      return;
    }
  }
}

void check_store(const std::filesystem::path& database, const SourceReport& report,
                 const Expected& expected) {
  std::map<std::string, std::string> own_ids;
  for (const CopyDecision& decision : report.decisions) {
    CHECK(decision.decision == "reissued");
    own_ids[id_text(decision.new_id)] = decision.task_id;
  }
  std::map<std::string, std::string> records;
  const Record document = Record::parse(export_text(database));
  for (const Record& task : document["tasks"]) {
    const std::string id = task["id"];
    records.insert(told_apart(own_ids.contains(id) ? own_ids[id] : id, task));
  }
  for (const auto& record : records)
    CHECK_MESSAGE(expected.records.contains(record.first), "too much: " << record.first);
  for (const auto& record : expected.records)
    CHECK_MESSAGE(records.contains(record.first), "missing: " << record.first);
  CHECK(records == expected.records);
  std::vector<std::string> lost =
      rows_of(database, "SELECT raw FROM import_losses WHERE code = 'duplicate_id'");
  std::sort(lost.begin(), lost.end());
  CHECK(lost == expected.lost);
  CHECK(value_of(database, "SELECT proof FROM imports") == "salvaged");
  CHECK(verify(Store::open(database, Access::read_only)).finding_count == 0);
}

void check_salvage(std::uint32_t seed) {
  CAPTURE(seed);
  const TestDir dir;
  const DamagedFile file = DamageMaker(seed).make();
  write_all(dir / "tasks.json", file.bytes);
  const Expected expected = expected_of(file);
  ImportOptions options = quick();
  options.damage = Damage::salvage;
  SourceReport report;
  try {
    report = import_one(dir / "x.db", dir / "tasks.json", options);
  } catch (const Error& error) {
    CHECK((error.code() == ErrorCode::invalid_input));
    CHECK(expected.records.empty());
    return;
  }
  CHECK(report.is_salvaged);
  CHECK_FALSE(report.proof.has_value());
  CHECK(report.records.added == expected.records.size());
  check_ranges(file, report);
  check_store(dir / "x.db", report, expected);
}

}  // namespace

TEST_SUITE("roundtrip::damaged_files") {
  TEST_CASE("every complete record of a damaged file comes out, and no other; the unreadable bytes add up") {
    const char* const given = std::getenv("RLMDB_SALVAGE_ROUNDS");
    const std::uint32_t seed = random_seed();
    MESSAGE("seeds from " << seed);
    for (std::uint32_t round = 0; round < (given == nullptr ? 100 : std::stoul(given)); ++round)
      check_salvage(seed + round);
  }
}
