// SPDX-License-Identifier: MIT
#include "purging/purge_copies.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <optional>
#include <span>
#include <system_error>
#include <utility>

#include "json/packed.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/project.hpp"
#include "util/database_files.hpp"
#include "util/foreign_file.hpp"
#include "util/own_names.hpp"
#include "util/private_file.hpp"

namespace rlmdb::purging {

namespace {

namespace fs = std::filesystem;
using util::OwnKind;

constexpr std::size_t k_chunk_bytes = std::size_t{1} << 20;
constexpr std::uint64_t k_most_bytes = std::uint64_t{1} << 32;

enum class Search { found, not_found, impossible };

/// Pieces that overlap, so that a text between two of them is found, however it is escaped. `read` fills what it
/// is given and says how much, 0 at the end; nullopt: it cannot.
template <class Read>
Search search_pieces(const Read& read, const PurgedText& text) {
  constexpr std::size_t k_bytes_of_escaped_byte = 48;
  const std::size_t overlap = text.text().size() * k_bytes_of_escaped_byte;
  std::string window;
  for (std::uint64_t total = 0; total <= k_most_bytes;) {
    if (window.size() > overlap) window.erase(0, window.size() - overlap);
    const std::size_t kept = window.size();
    window.resize(kept + k_chunk_bytes);
    const std::optional<std::size_t> count = read(std::span(window).subspan(kept));
    if (!count.has_value()) return Search::impossible;
    window.resize(kept + *count);
    if (*count == 0) return Search::not_found;
    if (!text.find(window, ValueForm::text).empty()) return Search::found;
    total += *count;
  }
  return Search::impossible;
}

Search search_plain(std::ifstream& file, const PurgedText& text) {
  const auto read = [&file](std::span<char> into) -> std::optional<std::size_t> {
    file.read(into.data(), static_cast<std::streamsize>(into.size()));
    return file.bad() ? std::nullopt : std::optional(static_cast<std::size_t>(file.gcount()));
  };
  return search_pieces(read, text);
}

Search search_packed(std::ifstream& file, const PurgedText& text) {
  std::string packed(json::k_most_unpacked_bytes, '\0');
  file.read(packed.data(), static_cast<std::streamsize>(packed.size()));
  packed.resize(static_cast<std::size_t>(file.gcount()));
  if (!file.eof()) return Search::impossible;
  try {
    const std::string unpacked = json::unpack(packed, json::k_most_unpacked_bytes, "");
    return text.find(unpacked, ValueForm::text).empty() ? Search::not_found : Search::found;
  } catch (const Error&) {
    return Search::impossible;
  }
}

Search search(const fs::path& path, const PurgedText& text) {
  if (!util::is_foreign(path)) return Search::impossible;
  std::ifstream file(path, std::ios::binary);
  std::array<char, 8> first{};
  if (!file) return Search::impossible;
  file.read(first.data(), first.size());
  const std::string_view beginning(first.data(), static_cast<std::size_t>(file.gcount()));
  const bool is_packed = json::packing_of(beginning) != json::Packing::none;
  file.clear();
  file.seekg(0);
  return is_packed ? search_packed(file, text) : search_plain(file, text);
}

/// By what a SQLite file begins with, and the application_id in it.
bool is_our_database(const fs::path& path) {
  if (!util::is_foreign(path)) return true;
  constexpr std::string_view k_sqlite{"SQLite format 3\0", 16};
  constexpr std::size_t k_application_id_at = 68;
  std::ifstream file(path, std::ios::binary);
  std::string head(k_application_id_at + 4, '\0');
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  return file && head.starts_with(k_sqlite) && head.substr(k_application_id_at) == "rlmd";
}

fs::path beside(const fs::path& database, const char* suffix) {
  return database.string() + suffix;
}

/// The directory's entries with names of ours for which `is_wanted`, sorted.
template <class Wanted>
std::vector<fs::path> own_entries(const fs::path& folder, Wanted is_wanted) {
  std::vector<fs::path> entries;
  std::error_code failed;
  for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed)) {
    const std::string name = entry->path().filename().string();
    const auto own = util::own_name(name);
    if (own && is_wanted(*own)) entries.push_back(entry->path());
  }
  std::sort(entries.begin(), entries.end());
  return entries;
}

/// The copies of a project that adopt() made before it changed anything, and what it did not end.
std::vector<fs::path> adopted_copies(const fs::path& root) {
  return own_entries(root, [](const util::OwnName& own) {
    const bool is_adopted = own.kind == OwnKind::before_adopt || own.kind == OwnKind::adopting;
    return is_adopted && (own.of == ".aiwg" || own.of == ".grid");
  });
}

bool is_adopting(const fs::path& folder) {
  const std::string name = folder.filename().string();
  const auto own = util::own_name(name);
  return own && own->kind == OwnKind::adopting;
}

/// The source and what outputs left of it beside it.
std::vector<fs::path> with_copies(const fs::path& source) {
  const std::string name = source.filename().string();
  std::vector<fs::path> files = own_entries(util::parent_directory(source), [&](const util::OwnName& own) {
    return own.kind == OwnKind::copy && own.of == name;
  });
  files.insert(files.begin(), source);
  return files;
}

/// Kept by a restore, a cleanup or a migration, sound or not.
bool is_copy_of_database(const fs::path& file) {
  const std::string name = file.filename().string();
  const auto own = util::own_name(name);
  return own && (own->kind == OwnKind::before_restore || own->kind == OwnKind::before_cleanup ||
                 own->kind == OwnKind::before_migration);
}

/// Every entry of the directory, with `Iterator` a recursive one of all below it. False: not all could be
/// seen.
template <class Iterator, class Take>
bool take_entries(const fs::path& folder, const Take& take) {
  std::error_code failed;
  for (Iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed)) take(*entry);
  return !failed;
}

}  // namespace

Copies::Copies(fs::path database, std::vector<std::string> sources, const PurgedText* text)
    : m_database(std::move(database)), m_text(text), m_sources(std::move(sources)) {}

/// In the database's directory; in a project in all of its `.aiwg/` and `.grid/`, and in the copies that
/// adopt() made of it.
std::vector<fs::path> Copies::files_beside(PurgeReport& report) const {
  std::vector<fs::path> files;
  const auto take = [&](const fs::directory_entry& entry) {
    std::error_code ignored;
    if (!entry.is_symlink(ignored) && entry.is_regular_file(ignored) &&
        !util::is_database_file(m_database, entry.path()))
      files.push_back(entry.path());
  };
  const auto note = [&](const fs::path& folder, bool was_seen) {
    if (!was_seen) report.unsearched.push_back(folder.string());
  };
  if (const auto root = project_of_database(m_database)) {
    std::vector<fs::path> folders = adopted_copies(*root);
    for (const char* name : {".aiwg", ".grid"}) {
      std::error_code ignored;
      if (fs::is_directory(*root / name, ignored)) folders.push_back(*root / name);
    }
    for (const fs::path& folder : folders)
      note(folder, take_entries<fs::recursive_directory_iterator>(folder, take));
  } else {
    const fs::path folder = m_database.parent_path();
    note(folder, take_entries<fs::directory_iterator>(folder, take));
  }
  std::sort(files.begin(), files.end());
  return files;
}

void Copies::look_at(const fs::path& file, const char* kind, PurgeReport& report) const {
  const std::string path =
      m_text == nullptr ? file.string()
                        : without(file.string(), m_text->find(file.string(), ValueForm::text), mark_after(0));
  const auto is_known = [&](const PurgeCopy& copy) { return copy.path == path; };
  if (std::any_of(report.copies.begin(), report.copies.end(), is_known)) return;
  const bool is_backup = is_copy_of_database(file) || is_our_database(file);
  if (m_text == nullptr) {
    if (is_backup || kind != std::string_view("file"))
      report.copies.push_back({path, is_backup ? "backup" : kind, false});
    return;
  }
  switch (search(file, *m_text)) {
    case Search::found:
      report.copies.push_back({path, is_backup ? "backup" : kind, true});
      break;
    case Search::not_found:
      // It may stand in a packed value there.
      if (is_backup) report.copies.push_back({path, "backup", false});
      break;
    case Search::impossible:
      report.unsearched.push_back(path);
      break;
  }
}

void Copies::find(PurgeReport& report) const {
  std::error_code ignored;
  for (const std::string& source : m_sources)
    for (const fs::path& file : with_copies(source))
      if (fs::is_regular_file(file, ignored)) look_at(file, "source", report);
  if (const auto root = project_of_database(m_database)) {
    for (const fs::path& copy : adopted_copies(*root))
      // One that is not complete may be growing.
      if (m_text == nullptr || is_adopting(copy)) report.copies.push_back({copy.string(), "backup", false});
  }
  for (const fs::path& file : files_beside(report)) look_at(file, "file", report);
}

bool Copies::is_in_database(db::Connection& connection) const {
  std::uint64_t offset = 0;
  const auto read = [&](std::span<char> into) {
    const std::optional<std::size_t> count = connection.read_file(offset, into);
    offset += count.value_or(0);
    return count;
  };
  std::error_code ignored;
  const fs::path wal = beside(m_database, "-wal");
  return search_pieces(read, *m_text) != Search::not_found ||
         (fs::is_regular_file(wal, ignored) && search(wal, *m_text) != Search::not_found);
}

}  // namespace rlmdb::purging
