// SPDX-License-Identifier: MIT
/// Answers in pieces of a stated size: each says what it leaves out, and by which cursor that is to be had.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "format/json_writer.hpp"
#include "mcp/fitted_answer.hpp"

namespace rlmdb::cli {

struct CutAnswer {
  std::string json;     ///< {data, warnings, exit, left_out, next_cursor}, the last two where it was cut
  std::string data;     ///< of that
  std::string remarks;  ///< in words, what was left out; "": nothing
};

/// What `left_out` and `next_cursor` are.
[[nodiscard]] Shape shape_of_cut();

/// The last answers that were cut, whole: a cursor goes on in the one that it is of, whatever has changed since.
class CutAnswers {
 public:
  /// So many, and bytes of them, are kept; the newest always.
  static constexpr std::size_t k_most_answers = 16;
  static constexpr std::size_t k_most_bytes = std::size_t{64} << 20;

  /// How many bytes the message is that says an answer.
  using MessageBytes = std::size_t (*)(const CutAnswer&);

  /// `most_bytes`: of the whole message; a bare skeleton may be longer.
  CutAnswers(std::size_t most_bytes, MessageBytes message_bytes)
      : m_most_bytes(most_bytes), m_message_bytes(message_bytes) {}

  /// The first piece. `call`: the tool and its arguments. `shape` must outlive this.
  [[nodiscard]] CutAnswer first(std::string call, std::string json, const Shape& shape);
  /// The one that a cursor of the same call, or given to the same tool alone, goes on with. Error not_found for one that is no more,
  /// or never was; usage for one of another call.
  [[nodiscard]] CutAnswer next(std::string_view cursor, std::string_view call);

 private:
  struct Kept {
    std::size_t number = 0;
    std::string call;
    std::string json;
    const Shape* shape = nullptr;
    std::vector<AnswerPlace> places;  ///< that cursors name
  };

  [[nodiscard]] CutAnswer piece(Kept& kept, const AnswerPlace& from);
  [[nodiscard]] static CutAnswer piece_within(Kept& kept, const AnswerPlace& from, std::size_t most_bytes);
  [[nodiscard]] static std::string cursor_to(Kept& kept, const AnswerPlace& place);
  void forget_old();

  std::size_t m_most_bytes;
  MessageBytes m_message_bytes;
  std::size_t m_count = 0;
  std::deque<Kept> m_kept;  ///< oldest first
};

}  // namespace rlmdb::cli
