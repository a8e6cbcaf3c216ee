// SPDX-License-Identifier: MIT
#include "util/own_names.hpp"

#include <sys/random.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdint>

#include "util/private_file.hpp"
#include "util/sha256.hpp"

namespace rlmdb::util {

namespace {

constexpr std::string_view k_copy = ".bak";
constexpr std::string_view k_before_adopt = ".before-adopt-";
constexpr std::string_view k_before_restore = ".before-restore-";
constexpr std::string_view k_before_cleanup = ".before-cleanup";
constexpr std::string_view k_before_migration = ".backup-v";
constexpr std::string_view k_adopting = ".adopting-";
constexpr std::size_t k_random_digits = 16;

bool is_random(std::string_view text) {
  return text.size() == k_random_digits &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

/// Digits without a zero before them.
template <class Number>
std::optional<Number> number_in(std::string_view text) {
  Number number = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  const bool is_whole = read.ec == std::errc{} && read.ptr == end && number > 0 && text.front() != '0';
  return is_whole ? std::optional(number) : std::nullopt;
}

/// "20260102T030405.678Z", and without milliseconds.
bool is_file_time(std::string_view text) {
  constexpr std::string_view k_form = "00000000T000000.000Z";
  constexpr std::string_view k_short_form = "00000000T000000Z";
  if (text.size() != k_form.size() && text.size() != k_short_form.size()) return false;
  const std::string_view form = text.size() == k_form.size() ? k_form : k_short_form;
  for (std::size_t i = 0; i < form.size(); ++i) {
    const bool is_digit = text[i] >= '0' && text[i] <= '9';
    if (form[i] == '0' ? !is_digit : text[i] != form[i]) return false;
  }
  return true;
}

/// A name and what stands behind the last `mark` in it; nullopt: nothing stands before that.
struct Parted {
  std::string_view of;
  std::string_view rest;
};

std::optional<Parted> part(std::string_view name, std::string_view mark) {
  const std::size_t at = name.rfind(mark);
  if (at == std::string_view::npos || at == 0) return std::nullopt;
  return Parted{name.substr(0, at), name.substr(at + mark.size())};
}

std::optional<OwnName> copy_in(std::string_view name) {
  const auto parted = part(name, k_copy);
  if (!parted) return std::nullopt;
  const bool is_numbered = parted->rest.starts_with('.') && number_in<int>(parted->rest.substr(1));
  return parted->rest.empty() || is_numbered ? std::optional(OwnName{OwnKind::copy, parted->of})
                                             : std::nullopt;
}

std::optional<OwnName> timed_in(std::string_view name, std::string_view mark, OwnKind kind) {
  const auto parted = part(name, mark);
  return parted && is_file_time(parted->rest) ? std::optional(OwnName{kind, parted->of}) : std::nullopt;
}

std::optional<OwnName> before_migration_in(std::string_view name) {
  const auto parted = part(name, k_before_migration);
  const std::size_t dash = parted ? parted->rest.find('-') : std::string_view::npos;
  if (dash == std::string_view::npos || !is_file_time(parted->rest.substr(dash + 1))) return std::nullopt;
  const std::string_view version = parted->rest.substr(0, dash);
  const bool is_version = version == "0" || number_in<int>(version);
  return is_version ? std::optional(OwnName{OwnKind::before_migration, parted->of}) : std::nullopt;
}

std::optional<OwnName> adopting_in(std::string_view name) {
  const auto parted = part(name, k_adopting);
  const auto maker = parted && parted->of.starts_with('.') ? number_in<pid_t>(parted->rest) : std::nullopt;
  return maker ? std::optional(OwnName{OwnKind::adopting, parted->of, maker}) : std::nullopt;
}

/// From the end: the pid stands before the last two points of what precedes the kind.
std::optional<OwnName> in_making_in(std::string_view name) {
  for (const std::string_view kind : {k_database_in_making, k_file_in_making}) {
    const auto parted = part(name, kind);
    if (!parted || !parted->rest.empty() || !name.starts_with('.') || !parted->of.ends_with('.')) continue;
    const auto random = part(parted->of.substr(0, parted->of.size() - 1), ".");
    const auto pid = random ? part(random->of, ".") : std::nullopt;
    const auto maker = pid && is_random(random->rest) ? number_in<pid_t>(pid->rest) : std::nullopt;
    if (maker) return OwnName{OwnKind::in_making, pid->of.substr(1), maker};
  }
  return std::nullopt;
}

std::optional<OwnName> database_copy_in(std::string_view name) {
  if (auto found = timed_in(name, k_before_restore, OwnKind::before_restore)) return found;
  if (auto found = before_migration_in(name)) return found;
  const auto parted = part(name, k_before_cleanup);
  if (parted && parted->rest.empty()) return OwnName{OwnKind::before_cleanup, parted->of};
  return in_making_in(name);
}

std::optional<OwnName> companion_in(std::string_view name) {
  for (const std::string_view suffix : k_companions) {
    if (!name.ends_with(suffix)) continue;
    auto found = database_copy_in(name.substr(0, name.size() - suffix.size()));
    if (found) found->is_companion = true;
    return found;
  }
  return std::nullopt;
}

std::string joined(std::string_view name, std::string_view mark, std::string_view rest) {
  std::string text(name);
  return text.append(mark).append(rest);
}

}  // namespace

std::optional<OwnName> own_name(std::string_view name) {
  if (name.starts_with(k_sorting) && is_random(name.substr(k_sorting.size())))
    return OwnName{OwnKind::sorting, {}};
  if (auto found = copy_in(name)) return found;
  if (auto found = timed_in(name, k_before_adopt, OwnKind::before_adopt)) return found;
  if (auto found = adopting_in(name)) return found;
  if (auto found = database_copy_in(name)) return found;
  return companion_in(name);
}

std::string name_of_copy(std::string_view name, int number) {
  return joined(name, k_copy, number == 0 ? "" : "." + std::to_string(number));
}

std::string name_before_adopt(std::string_view name, std::string_view time) {
  return joined(name, k_before_adopt, time);
}

std::string name_before_restore(std::string_view name, std::string_view time) {
  return joined(name, k_before_restore, time);
}

std::string name_before_cleanup(std::string_view name) {
  return joined(name, k_before_cleanup, {});
}

std::string name_before_migration(std::string_view name, int version, std::string_view time) {
  return joined(name, k_before_migration, std::to_string(version) + "-" + std::string(time));
}

std::string name_adopting(std::string_view name, pid_t maker) {
  return joined(name, k_adopting, std::to_string(maker));
}

std::string_view begin_of_name_in_making(std::string_view name) {
  constexpr std::size_t k_most_bytes = 200;
  return name.substr(0, k_most_bytes);
}

std::string name_in_making(std::string_view name, pid_t maker, std::string_view random,
                           std::string_view kind) {
  std::string text = "." + std::string(begin_of_name_in_making(name)) + "." + std::to_string(maker) + ".";
  return text.append(random).append(".").append(kind);
}

std::string random_name() {
  std::array<std::uint8_t, 8> bytes{};
  // Requests of up to 256 bytes are never cut short, and only a not yet seeded kernel makes them wait.
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    throw_io("get random bytes", {}, errno);
  return to_hex(bytes.data(), bytes.size());
}

}  // namespace rlmdb::util
