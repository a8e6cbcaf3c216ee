// SPDX-License-Identifier: MIT
#include "grid/grid_claims.hpp"

#include <algorithm>
#include <set>
#include <string_view>

#include "grid/grid_values.hpp"
#include "json/json_members.hpp"
#include "json/object_view.hpp"
#include "util/beneath.hpp"

namespace rlmdb::grid {

namespace {

enum class Claims { each, where_said };

/// What each element of the list claims: itself, or its member `name`, which each has or only some.
void take_list(const std::string& where, std::string_view list, std::string_view name, Claims said,
               std::vector<GridClaim>& claims) {
  if (json::is_nothing(list)) return;
  if (!list.starts_with('[')) return claims.push_back({where, std::string(list), {}, false});
  std::size_t index = 0;
  for (const std::string_view raw : elements_in(list)) {
    const std::string at = where + "/" + std::to_string(index++);
    const bool is_object = raw.starts_with('{');
    const std::string_view member = is_object ? json::find_member(raw, name) : raw;
    const std::string pointer = is_object ? at + "/" + std::string(name) : at;
    if (std::string text = text_in(member); !text.empty()) {
      claims.push_back({pointer, std::move(text), integer_in(raw, "lines")});
    } else if (said == Claims::each || !json::is_nothing(member)) {
      claims.push_back({pointer, std::string(raw), {}, false});
    }
  }
}

void take_claims(const GridFile& file, std::string_view list, std::string_view name, Claims said,
                 std::vector<GridClaim>& claims) {
  take_list(file.name + " /" + std::string(list), json::find_member(file.document, list), name, said, claims);
}

/// `{created, modified}`, or a list.
void take_key_files(const GridFile& file, std::string_view member, std::vector<GridClaim>& claims) {
  const std::string_view files = json::find_member(file.document, member);
  const std::string where = file.name + " /" + std::string(member);
  if (!files.starts_with('{')) return take_list(where, files, "path", Claims::each, claims);
  for (const char* const list : {"created", "modified"})
    take_list(where + "/" + list, json::find_member(files, list), "path", Claims::each, claims);
}

/// Takes what it reads from `bytes_left`.
DiskFile look_at(const std::filesystem::path& root, const std::string& path, std::uint64_t& bytes_left) {
  constexpr std::uint64_t k_most_counted_bytes = std::uint64_t{16} << 20U;
  if (path.find('\0') != std::string::npos) return {DiskClaim::missing};
  const util::BeneathFile file = util::read_beneath(root, path, std::min(k_most_counted_bytes, bytes_left));
  bytes_left -= file.bytes.size();
  switch (file.fault) {
    case util::BeneathFault::absent:
      return {DiskClaim::missing};
    case util::BeneathFault::outside:
      return {DiskClaim::outside};
    case util::BeneathFault::not_regular:
      return {DiskClaim::not_a_file};
    case util::BeneathFault::too_large:
    case util::BeneathFault::changed:
      return {DiskClaim::exists};
    case util::BeneathFault::none:
      break;
  }
  const auto newlines = std::count(file.bytes.begin(), file.bytes.end(), '\n');
  const bool has_open_line = !file.bytes.empty() && file.bytes.back() != '\n';
  return {DiskClaim::exists, newlines + (has_open_line ? 1 : 0)};
}

}  // namespace

std::vector<GridClaim> claimed_commits(const GridSnapshot& snapshot) {
  std::vector<GridClaim> claims;
  for (const GridFile& file : snapshot.files) {
    if (file.kind == GridFileKind::summary) {
      take_claims(file, "commits", "hash", Claims::each, claims);
      take_claims(file, "threads", "commit", Claims::where_said, claims);
    }
    if (file.kind == GridFileKind::checkpoint || file.kind == GridFileKind::state)
      take_claims(file, "completed_threads", "commit", Claims::where_said, claims);
  }
  return claims;
}

std::vector<GridClaim> claimed_artifacts(const GridSnapshot& snapshot) {
  std::vector<GridClaim> claims;
  for (const GridFile& file : snapshot.files) {
    if (file.kind != GridFileKind::summary) continue;
    take_claims(file, "artifacts_created", "path", Claims::each, claims);
    for (const char* const member : {"key-files", "key_files"}) take_key_files(file, member, claims);
  }
  return claims;
}

std::vector<std::string> texts_of(std::span<const GridClaim> claims) {
  std::set<std::string> texts;
  for (const GridClaim& claim : claims)
    if (claim.is_readable) texts.insert(claim.text);
  return {texts.begin(), texts.end()};
}

DiskFacts disk_facts(const std::filesystem::path& root, std::span<const std::string> paths) {
  DiskFacts facts{.is_known = true};
  constexpr std::size_t k_most_paths = 10'000;
  std::uint64_t bytes_left = std::uint64_t{1} << 30U;
  for (const std::string& path : paths.first(std::min(paths.size(), k_most_paths)))
    facts.files.emplace(path, look_at(root, path, bytes_left));
  return facts;
}

}  // namespace rlmdb::grid
