// SPDX-License-Identifier: MIT
#include "tasks/append_input.hpp"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>
#include <chrono>
#include <utility>
#include <variant>

#include "format/units_text.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::cli {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr std::size_t k_append_piece_bytes = std::size_t{1} << 16;
// Lines that come one by one share a piece, and yet nobody who looks waits long for them.
constexpr milliseconds k_pause{100};
constexpr milliseconds k_longest_piece{1'000};

/// Appends to `pending` what comes until the input pauses or enough has come. False: the input has ended.
bool read_piece(const InputFile& input, std::string& pending) {
  if (input.read(pending, k_append_piece_bytes) == 0) {
    return false;
  }
  const auto started = Clock::now();
  while (pending.size() < k_append_piece_bytes && Clock::now() - started < k_longest_piece &&
         input.wait(k_pause)) {
    if (input.read(pending, k_append_piece_bytes - pending.size()) == 0) {
      return false;
    }
  }
  return true;
}

Error no_text(const InputFile& input, std::size_t offset) {
  return Error(ErrorCode::invalid_input, fmt::format("{} is no UTF-8 at byte {}", input.name(), offset),
               fmt::format("{}: byte {}", input.name(), offset), "output is text");
}

Error with_progress(const Error& error, std::size_t appended_bytes) {
  const std::string hint = error.hint().empty() ? std::string{} : error.hint() + "; ";
  const std::string appended = appended_bytes == 0 ? "nothing of the input is appended"
                                                   : fmt::format("of the input {} are appended",
                                                                 counted(appended_bytes, "byte", "bytes"));
  return Error(error.code(), error.what(), error.where(), hint + appended);
}

/// Sends pieces and counts what has arrived.
class Appender {
 public:
  Appender(Store& store, TaskChange change) : m_store(store), m_change(std::move(change)) {}

  void append(std::string_view piece) {
    std::get<AppendOutput>(m_change.action).chunk = piece;
    m_report = m_store.change(std::span(&m_change, 1));
    m_appended_bytes += piece.size();
    // Our own piece has raised the version.
    m_change.only_if.if_version.reset();
  }

  [[nodiscard]] std::size_t appended_bytes() const noexcept { return m_appended_bytes; }
  [[nodiscard]] ChangeReport take_report() { return std::move(m_report); }
  [[nodiscard]] bool has_report() const noexcept { return !m_report.results.empty(); }

 private:
  Store& m_store;
  TaskChange m_change;
  ChangeReport m_report;
  std::size_t m_appended_bytes = 0;
};

void append_all(Appender& appender, const InputFile& input) {
  std::string pending;
  for (bool goes_on = true; goes_on;) {
    goes_on = read_piece(input, pending);
    const std::size_t whole = whole_characters(pending);
    if (whole > 0) {
      appender.append(std::string_view(pending).substr(0, whole));
      pending.erase(0, whole);
    }
    if (!pending.empty() && (!goes_on || !is_cut_character(pending))) {
      throw no_text(input, appender.appended_bytes());
    }
  }
  if (!appender.has_report()) {
    // Nothing came. The task must be one that takes output all the same.
    appender.append({});
  }
}

}  // namespace

std::size_t whole_characters(std::string_view bytes) noexcept {
  const auto* data = reinterpret_cast<const utf8proc_uint8_t*>(bytes.data());
  std::size_t at = 0;
  while (at < bytes.size()) {
    utf8proc_int32_t code_point = -1;
    const auto length =
        utf8proc_iterate(data + at, static_cast<utf8proc_ssize_t>(bytes.size() - at), &code_point);
    if (length <= 0) {
      break;
    }
    at += static_cast<std::size_t>(length);
  }
  return at;
}

bool is_cut_character(std::string_view rest) noexcept {
  if (rest.empty()) {
    return false;
  }
  const auto first = static_cast<unsigned char>(rest.front());
  const std::size_t length = first >= 0xC2 && first < 0xE0   ? 2U
                             : first >= 0xE0 && first < 0xF0 ? 3U
                             : first >= 0xF0 && first < 0xF5 ? 4U
                                                             : 0U;
  return rest.size() < length && std::all_of(rest.begin() + 1, rest.end(), [](char byte) {
           return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
         });
}

ChangeReport append_input(Store& store, TaskChange change, const InputFile& input) {
  Appender appender(store, std::move(change));
  try {
    append_all(appender, input);
  } catch (const Error& error) {
    throw with_progress(error, appender.appended_bytes());
  }
  return appender.take_report();
}

}  // namespace rlmdb::cli
