// SPDX-License-Identifier: MIT
// Random stores go through import and export and are held against what their maker knows of them.
// RLMDB_PROPERTY_SEED and RLMDB_PROPERTY_STORES choose the first seed and the number of stores.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <set>

#include "restored_backup.hpp"
#include "store_files.hpp"
#include "store_maker.hpp"

using namespace rlmdb;
using namespace rlmdb::test;
using namespace rlmdb::tests;

namespace {

std::uint64_t number_from(const char* variable, std::uint64_t otherwise) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

/// A directory in memory where there is one: the stores are many and none has to survive.
void use_memory_for_temporary_files() {
  if (::access("/dev/shm", W_OK) == 0) ::setenv("TMPDIR", "/dev/shm", 1);
}

/// An empty database to copy: quicker than making one, and another way into the import.
void put_empty_database(const std::filesystem::path& path) {
  static const TestDir k_dir;
  if (!exists(k_dir / "empty.db")) (void)Store::create(k_dir / "empty.db");
  std::filesystem::copy_file(k_dir / "empty.db", path);
}

struct Counts {
  std::uint64_t imported = 0;
  std::uint64_t refused = 0;
  std::uint64_t lossy = 0;
  std::uint64_t rejects = 0;
};

/// How many stores ask `verify` after each import, and for a backup that comes back; all ask at their end.
constexpr std::uint64_t k_asked = 25;

enum class Asked { after_every_import, at_the_end };

class StoreCheck {
 public:
  StoreCheck(std::uint64_t seed, Asked asked, Counts& counts)
      : m_maker(seed), m_asked(asked), m_counts(counts) {
    m_options.store.durability = Durability::normal;
    if (m_maker.one_in(2)) m_options.bad_records = BadRecords::quarantine;
    if (m_maker.one_in(2)) put_empty_database(m_dir / "x.db");
    if (m_maker.one_in(10)) m_options.losses = LossPolicy::refuse;
  }

  /// Stays when run() throws.
  [[nodiscard]] const std::filesystem::path& directory() const noexcept { return m_dir.path(); }

  void run() {
    go_through();
    if (m_asked == Asked::at_the_end || !exists(m_dir / "x.db")) return;
    const std::string unsound = unsound_when_restored(m_dir / "x.db");
    expect(unsound.empty(), "a backup does not come back: " + unsound);
  }

 private:
  void go_through() {
    switch (m_maker.below(12)) {
      case 0:
        cut_off();
        return;
      case 1:
        salvaged();
        return;
      case 2:
      case 3:
        grown();
        return;
      default:
        (void)come_in(m_maker.store());
    }
  }

  [[nodiscard]] bool must_refuse(const Meaning& meaning) const {
    return !meaning.is_store || (meaning.rejects > 0 && m_options.bad_records == BadRecords::refuse) ||
           (meaning.loses && m_options.losses == LossPolicy::refuse);
  }

  /// The source, and a copy of it for whoever looks for a failure's cause.
  void write_source(std::string_view bytes) {
    write_all(m_dir / "tasks.json", bytes);
    write_all(m_dir / ("document-" + std::to_string(++m_documents) + ".json"), bytes);
  }

  /// Imports the document; true when it is in.
  bool come_in(const Node& document) {
    const Meaning meaning = meaning_of(document);
    std::string bytes = m_maker.spell(document).bytes;
    write_source(bytes);
    if (must_refuse(meaning)) {
      const std::string before = content();
      expect_refusal();
      expect(content() == before, "a refusal wrote something");
      return false;
    }
    const SourceReport report = import_one(m_dir / "x.db", m_dir / "tasks.json", m_options);
    ++m_counts.imported;
    expect(report.already_imported == (bytes == m_last_in), "the same bytes are not known again");
    if (report.already_imported) {
      expect(report.warning_count == 0 && report.records.rejected == 0, "the same bytes are reported again");
      expect_export(meaning.canonical);
      return true;
    }
    m_last_in = std::move(bytes);
    m_counts.lossy += meaning.loses ? 1U : 0U;
    m_counts.rejects += meaning.rejects;
    expect(report.warning_count == report.loss_count + report.no_work_count,
           "the columns do not rebuild a record");
    expect(report.records.rejected == meaning.rejects, "the number of rejects is wrong");
    expect((report.loss_count > 0) == meaning.loses, "a loss is not reported, or none is");
    expect_export(meaning.canonical);
    return true;
  }

  [[nodiscard]] std::string content() const {
    return exists(m_dir / "x.db") ? content_of(m_dir / "x.db") : "";
  }

  void expect_export(const std::string& canonical) {
    const std::string out = export_text(m_dir / "x.db");
    expect_same(out, canonical, "the export");
    write_all(m_dir / "again.json", out);
    put_empty_database(m_dir / "y.db");
    const SourceReport again = import_one(m_dir / "y.db", m_dir / "again.json", m_options);
    expect(again.warning_count == again.no_work_count, "canonical bytes lose something");
    expect_same(export_text(m_dir / "y.db"), canonical, "the export of the export");
    if (m_asked == Asked::after_every_import) {
      for (const char* name : {"x.db", "y.db"}) {
        const std::string unsound = unsound_in(m_dir / name);
        expect(unsound.empty(), std::string("verify finds in ") + name + ": " + unsound);
      }
    }
    std::filesystem::remove(m_dir / "y.db");
  }

  void expect_refusal() {
    ++m_counts.refused;
    try {
      (void)import_one(m_dir / "x.db", m_dir / "tasks.json", m_options);
    } catch (const Error& error) {
      expect(error.code() == ErrorCode::invalid_input,
             std::string("the refusal is another: ") + error.what());
      return;
    }
    expect(false, "it was not refused");
  }

  /// Cut off anywhere inside: never a store.
  void cut_off() {
    const std::string bytes = m_maker.spell(m_maker.plain_store()).bytes;
    write_source(bytes.substr(0, m_maker.below(bytes.rfind('}') + 1)));
    std::filesystem::remove(m_dir / "x.db");
    expect_refusal();
    expect(m_dir.count() == 2, "a refusal left something behind");
  }

  /// Which record of a repeated id counts is another matter in a damaged file: tests/roundtrip has that.
  static void drop_repeated_ids(Node& document) {
    std::set<std::u16string> ids;
    for (Member& member : document.members) {
      if (member.name.units != u"tasks") continue;
      std::erase_if(member.value.elements, [&](const Node& record) {
        const Node plain = without_repeats(record);
        const auto id = std::find_if(plain.members.begin(), plain.members.end(),
                                     [](const Member& one) { return one.name.units == u"id"; });
        return id != plain.members.end() && !ids.insert(id->value.text.units).second;
      });
    }
  }

  /// Cut off inside `tasks`: every record before the cut is saved.
  void salvaged() {
    Node document = m_maker.plain_store();
    drop_repeated_ids(document);
    const Spelt spelt = m_maker.spell(document);
    const std::size_t cut = spelt.tasks_begin + m_maker.below(spelt.tasks_end - spelt.tasks_begin + 1);
    write_source(spelt.bytes.substr(0, cut));
    std::size_t complete = 0;
    while (complete < spelt.element_ends.size() && spelt.element_ends[complete] <= cut) ++complete;
    for (Member& member : document.members) {
      if (member.name.units == u"tasks") member.value.elements.resize(complete);
    }
    while (document.members.back().name.units != u"tasks") document.members.pop_back();
    const Meaning meaning = meaning_of(document);
    m_options.damage = Damage::salvage;
    m_options.losses = LossPolicy::warn;
    (void)import_one(m_dir / "x.db", m_dir / "tasks.json", m_options);
    ++m_counts.imported;
    expect_export(meaning.canonical);
  }

  /// The same source again, records moved, changed and added.
  void grown() {
    Node current = m_maker.store();
    if (!come_in(current)) return;
    for (std::size_t times = 1 + m_maker.below(2); times > 0; --times) {
      Node next = m_maker.later(current);
      if (come_in(next)) current = std::move(next);
    }
  }

  void expect(bool condition, const std::string& what) const {
    if (!condition) throw std::runtime_error(what);
  }

  void expect_same(const std::string& out, const std::string& canonical, const std::string& what) const {
    std::size_t at = 0;
    while (at < out.size() && at < canonical.size() && out[at] == canonical[at]) ++at;
    if (at == out.size() && at == canonical.size()) return;
    const std::size_t from = at < 60 ? 0 : at - 60;
    throw std::runtime_error(what + " differs at byte " + std::to_string(at) + ":\n  is       " +
                             out.substr(from, 120) + "\n  must be  " + canonical.substr(from, 120));
  }

  StoreMaker m_maker;
  Asked m_asked;
  Counts& m_counts;
  TestDir m_dir;
  ImportOptions m_options;
  std::size_t m_documents = 0;
  std::string m_last_in;  ///< the bytes of the last import
};

/// What went wrong with the store of this seed, or nothing.
std::string failure_of(std::uint64_t seed, Asked asked, Counts& counts) {
  std::string kept;
  std::string failure;
  try {
    StoreCheck check(seed, asked, counts);
    kept = check.directory().string();
    check.run();
    return "";
  } catch (const Error& error) {
    failure = std::string(error.what()) + " (" + error.where() + ")";
  } catch (const std::exception& error) {
    failure = error.what();
  }
  return failure + "\nagain: RLMDB_PROPERTY_SEED=" + std::to_string(seed) +
         " RLMDB_PROPERTY_STORES=1\nits documents and databases: " + kept;
}

}  // namespace

TEST_CASE("random stores come in and go out as their maker says") {
  use_memory_for_temporary_files();
  const std::uint64_t seed = number_from("RLMDB_PROPERTY_SEED", std::random_device{}());
  const std::uint64_t stores = number_from("RLMDB_PROPERTY_STORES", 10'000);
  MESSAGE("seeds " << seed << " to " << seed + stores - 1);
  Counts counts;
  std::uint64_t failures = 0;
  for (std::uint64_t i = 0; i < stores && failures < 5; ++i) {
    const std::string failure =
        failure_of(seed + i, i < k_asked ? Asked::after_every_import : Asked::at_the_end, counts);
    if (failure.empty()) continue;
    ++failures;
    FAIL_CHECK(failure);
  }
  MESSAGE(counts.imported << " imports, " << counts.lossy << " with losses, " << counts.rejects
                          << " bad records, " << counts.refused << " refusals");
  CHECK(failures == 0);
  if (stores >= 5000) {
    // A maker that no longer makes the odd ones would prove nothing.
    CHECK(counts.imported > stores / 2);
    CHECK(counts.lossy > stores / 50);
    CHECK(counts.rejects > stores / 200);
    CHECK(counts.refused > stores / 20);
  }
}
