// SPDX-License-Identifier: MIT
#include "sources/import_plan.hpp"

#include <algorithm>
#include <compare>

#include "json/json_scan.hpp"
#include "records/id_rules.hpp"
#include "records/newest_rules.hpp"
#include "sources/source_guess.hpp"
#include "util/text_bytes.hpp"

namespace rlmdb::sources {

namespace {

constexpr std::size_t k_most_named = 10;

std::string place(const SourceFile& source, std::uint64_t byte_offset, std::string_view pointer) {
  return with_pointer(util::byte_place(source.given_path, byte_offset), pointer);
}

/// The damage is inside `tasks`, or some `tasks` stands before it.
bool is_of_store(const SourceFile& source, const JsonDamage& damage) {
  return damage.json_pointer.starts_with("/tasks") || names_tasks(source);
}

std::string loss_message(std::string_view code, Damage damage) {
  if (code == "duplicate_id" && damage == Damage::salvage)
    return "an id is repeated; the newest record counts, this one is kept in import_losses";
  if (code == "duplicate_member")
    return "a member name is repeated; the last value counts, the earlier one is kept in import_losses";
  if (code == "duplicate_id")
    return "an id is repeated; the last record counts, the earlier one is kept in import_losses";
  if (code == "repeated_tasks")
    return "\"tasks\" is repeated; the last one counts, the earlier one is kept in import_losses";
  return "bytes that are no UTF-8 became U+FFFD; the text is kept in import_losses";
}

std::string passed_over_text(const PassedOver& passed) {
  if (passed.bytes == 0) return "no byte is lost there";
  return std::to_string(passed.bytes) + (passed.bytes == 1 ? " byte" : " bytes") + " from byte " +
         std::to_string(passed.begin) + " on cannot be read";
}

std::string reject_message(std::string_view code) {
  return code == "not_an_object" ? "the record is no object" : "the record has no string \"id\"";
}

/// Where every id stands, by digest: two ids are the same exactly when their canonical texts are.
struct IdPlace {
  std::uint64_t first_ordinal = 0;
  Foresight::Span counts;  ///< the record that counts so far
  records::RecordAge age;  ///< its own
};

struct DigestHash {
  std::size_t operator()(const util::Digest128& digest) const noexcept {
    std::size_t value = 0;
    std::copy(digest.begin(), digest.begin() + sizeof value, reinterpret_cast<std::uint8_t*>(&value));
    return value;
  }
};

/// The last record of an id counts, as in the legacy store; of a damaged file, which may be several documents
/// or the rest of an older one, the newest; and two times of creation are two records. One that does not say
/// when it was made is the first record of its id.
class DuplicateIds {
 public:
  explicit DuplicateIds(Damage damage) : m_damage(damage) {}

  void add(const SourceRecord& record, Foresight& foresight) {
    const Foresight::Span span{record.ordinal, record.byte_offset, record.byte_count};
    const records::RecordAge age =
        m_damage == Damage::salvage ? records::age_of(record.record) : records::RecordAge{};
    const auto [entry, is_new] =
        m_places.try_emplace(key_of(record.record), IdPlace{record.ordinal, span, age});
    if (is_new) return;
    IdPlace& place = entry->second;
    foresight.dropped.insert(record.ordinal);
    foresight.last.erase(place.counts.ordinal);
    if (std::is_lteq(records::compare_in_one_file(place.age, age).order)) {
      place.counts = span;
      place.age = age;
    }
    foresight.last.insert(place.counts.ordinal);
    foresight.replaced[place.first_ordinal] = place.counts;
  }

 private:
  [[nodiscard]] util::Digest128 key_of(const records::TaskRecord& record) {
    const util::Digest128 id = util::digest128(record.task[records::task_legacy_id].text);
    if (m_damage == Damage::refuse) return id;
    std::optional<util::Digest128>& first = m_first_created[id];
    const std::string_view created = records::created_at(record);
    if (created.empty()) return id;
    const util::Digest128 dated = util::digest128(std::string(id.begin(), id.end()).append(created));
    if (!first) first = dated;
    return first == dated ? id : dated;
  }

  Damage m_damage;
  /// Of a damaged file alone: the first time of creation that an id has; its record has the id for its place.
  std::unordered_map<util::Digest128, std::optional<util::Digest128>, DigestHash> m_first_created;
  std::unordered_map<util::Digest128, IdPlace, DigestHash> m_places;
};

/// Of the warnings of a source, those that are beside its losses.
bool loses_nothing(std::string_view code) {
  return code == "kept_verbatim" || code == "beyond_limits" || code == "no_work";
}

}  // namespace

SourceReaderOptions reader_options(const ImportOptions& options) {
  SourceReaderOptions reader;
  reader.max_depth = options.max_depth;
  reader.cancelled = options.cancelled;
  reader.damage = options.damage == Damage::salvage ? DamagePolicy::salvage : DamagePolicy::refuse;
  return reader;
}

Error damage_error(const SourceFile& source, const JsonDamage& damage) {
  std::string where = place_of_damage(source, damage.byte_offset, damage.json_pointer);
  std::string hint = "nothing was imported; ";
  if (damage.reason == to_text(json::ScanFault::too_deep)) {
    hint += "--max-depth raises the limit";
  } else if (!is_of_store(source, damage)) {
    hint +=
        guess_kind(source) +
        "; `rlmdb import -h` says what can be imported, and `rlmdb task add --ndjson` takes in the tasks of "
        "another program, one JSON object with a `prompt` a line";
  } else {
    hint += "repair the file, or use --salvage to read every record of it that is complete";
  }
  return Error(ErrorCode::invalid_input, damage.reason, std::move(where), std::move(hint));
}

void Findings::warn(std::uint64_t byte_offset, std::string_view pointer, std::string code,
                    std::string message) {
  warn(place(m_source, byte_offset, pointer), std::move(code), std::move(message));
}

void Findings::warn(std::string where, std::string code, std::string message) {
  ++m_report.warning_count;
  if (m_report.warnings.size() >= k_most_kept) return;
  m_report.warnings.push_back({std::move(where), std::move(code), std::move(message)});
}

void Findings::add_losses(const std::vector<KeptText>& losses) {
  for (const KeptText& loss : losses) {
    ++m_report.loss_count;
    warn(loss.byte_offset, loss.json_pointer, loss.code, loss_message(loss.code, m_options.damage));
  }
}

void Findings::add(const Batch& batch) {
  add_losses(batch.losses);
  for (const SourceRecord& record : batch.records) m_report.oddity_count += record.oddities;
  for (const KeptVerbatim& record : batch.verbatim) {
    warn(record.byte_offset, "/tasks/" + std::to_string(record.ordinal), "kept_verbatim",
         "the columns cannot rebuild the record byte for byte; its text is kept beside them");
  }
  for (const BeyondLimits& record : batch.beyond_limits) {
    warn(record.byte_offset, "/tasks/" + std::to_string(record.ordinal) + record.pointer, "beyond_limits",
         "it has " + record.size + "; all of them are taken");
  }
  m_report.no_work_count += batch.no_work.size();
  for (const NoWork& record : batch.no_work) {
    warn(record.byte_offset, "/tasks/" + std::to_string(record.ordinal), "no_work",
         "it has neither a state nor a prompt: no verb takes it up; `rlmdb task set` and `rlmdb task retry` "
         "give it both, and `rlmdb task add --ndjson` takes in the lists of other programs");
  }
  for (const KeptText& reject : batch.rejects) {
    ++m_report.records.rejected;
    if (m_report.rejects.size() >= k_most_kept) continue;
    m_report.rejects.push_back(
        {place(m_source, reject.byte_offset, reject.json_pointer), reject.code, reject_message(reject.code)});
  }
}

void Findings::add_damages(const SourceDigests& digests) {
  if (digests.damages.empty()) return;
  const JsonDamage& first = digests.damages.front().damage;
  if (digests.records_read == 0 && !is_of_store(m_source, first)) throw damage_error(m_source, first);
  m_report.is_salvaged = true;
  for (const PassedOver& passed : digests.damages) {
    if (m_report.warning_count < k_most_kept)
      warn(place_of_damage(m_source, passed.damage.byte_offset, passed.damage.json_pointer), "damaged",
           passed.damage.reason + "; " + passed_over_text(passed));
    else
      ++m_report.warning_count;
    if (passed.bytes == 0) continue;
    ++m_report.unreadable_count;
    m_report.unreadable_bytes += passed.bytes;
    if (m_report.unreadable.size() < k_most_kept)
      m_report.unreadable.push_back({passed.begin, passed.bytes, passed.damage.reason});
  }
}

bool Findings::refused() const noexcept {
  return (m_report.records.rejected > 0 && m_options.bad_records == BadRecords::refuse) ||
         (m_report.loss_count > 0 && m_options.losses == LossPolicy::refuse);
}

void Findings::check() const {
  if (!refused()) return;
  const bool rejects = m_report.records.rejected > 0 && m_options.bad_records == BadRecords::refuse;
  std::vector<Finding> findings = rejects ? m_report.rejects : m_report.warnings;
  std::erase_if(findings, [](const Finding& finding) { return loses_nothing(finding.code); });
  const std::uint64_t total = rejects ? m_report.records.rejected : m_report.loss_count;
  std::string message = std::to_string(total);
  message += rejects ? (total == 1 ? " record cannot be a task" : " records cannot be tasks")
                     : (total == 1 ? " text would be lost" : " texts would be lost");
  constexpr std::size_t k_between = 2;  // ": "
  for (std::size_t i = 0; i < findings.size() && i < k_most_named; ++i) {
    message += i == 0 ? ": " : "; ";
    message +=
        findings[i].where.substr(m_source.given_path.size() + k_between) + " (" + findings[i].code + ")";
  }
  if (total > std::min(findings.size(), k_most_named)) message += "; …";
  throw Error(
      ErrorCode::invalid_input, message, findings.empty() ? m_source.given_path : findings.front().where,
      rejects ? "nothing was imported; use --quarantine to import the other records and keep these aside"
              : "nothing was imported; without --strict the lost texts are kept and reported");
}

namespace {

/// One reading with what is known so far; fills the report anew.
void read_once(const SourceFile& source, const ImportOptions& options, const SourceReaderOptions& how,
               const ReadProgress& progress, SourcePlan& plan, DuplicateIds* ids) {
  plan.report = SourceReport{};
  plan.report.path = source.given_path;
  plan.report.kind = "tasks-json";
  plan.report.bytes = source.bytes;
  plan.records = 0;
  Findings findings(source, options, plan.report);
  SourceReader reader(source, how);
  while (const auto batch = reader.next()) {
    findings.add(*batch);
    plan.records += batch->records.size();
    for (const SourceRecord& record : batch->records)
      plan.next_number = std::max(
          plan.next_number, records::next_number_after(record.record.task[records::task_legacy_id].text));
    if (ids != nullptr) {
      for (const SourceRecord& record : batch->records) ids->add(record, plan.foresight);
    }
    progress(reader.bytes_read(), plan.records);
  }
  findings.add_damages(reader.digests());
  plan.report.sha256 = reader.digests().sha256;
  plan.report.records.read = reader.digests().records_read;
}

}  // namespace

bool Foresight::empty() const noexcept {
  return skip_tasks_arrays == 0 && replaced.empty() && top_level.empty();
}

SourcePlan plan_source(const SourceFile& source, const ImportOptions& options, const ReadProgress& progress) {
  try {
    for (std::size_t skip = 0;; ++skip) {
      SourcePlan plan;
      plan.foresight.skip_tasks_arrays = skip;
      DuplicateIds ids(options.damage);
      SourceReaderOptions how = reader_options(options);
      how.skip_tasks_arrays = skip;
      how.collect = &plan.foresight;
      try {
        read_once(source, options, how, progress, plan, &ids);
      } catch (const NeedsForesight&) {
        continue;
      }
      if (!plan.foresight.empty()) {
        how.collect = nullptr;
        how.foresight = &plan.foresight;
        read_once(source, options, how, progress, plan, nullptr);
      }
      Findings(source, options, plan.report).check();
      source.check_unchanged();
      return plan;
    }
  } catch (const JsonDamage& damage) {
    throw damage_error(source, damage);
  }
}

}  // namespace rlmdb::sources
