// SPDX-License-Identifier: MIT
#include "mcp/cut_answer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "rlmdb/error.hpp"
#include "rlmdb/json_text.hpp"

namespace rlmdb::cli {
namespace {

struct Rest {
  LeftOut what;
  std::string cursor;
};

void add_rest(JsonObject& object, const Rest& rest) {
  object.add("at", rest.what.rest.at, "where in the whole answer, as a JSON pointer")
      .add("from", rest.what.rest.from, "how many elements, members or bytes of it were before")
      .add("left", rest.what.count, "how many of them come behind")
      .add("is_text", rest.what.is_text, "whether they are bytes of a text")
      .add("cursor", rest.cursor, "the same call with this goes on there");
}

void add_cut(JsonObject& object, const std::vector<Rest>& rests, const std::optional<std::string>& next) {
  if (object.is_asked()) {
    object.say("left_out", Shape::list_of(shape_of_item<Rest>(add_rest)), "what was cut away",
               JsonObject::Needed::no);
  } else if (!rests.empty()) {
    object.add_array("left_out", rests, add_rest);
  }
  object.add_if_any("next_cursor", next, "the same call with this gives the next part");
}

std::optional<std::size_t> number_in(std::string_view text) {
  std::size_t number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// The one that follows `from`; of a first piece that of the first list, or else of the first text.
std::optional<std::string> next_of(const std::vector<Rest>& rests, const AnswerPlace& from) {
  const auto found = std::find_if(rests.begin(), rests.end(), [&](const Rest& rest) {
    return from.at.empty() ? !rest.what.is_text : rest.what.rest.at == from.at;
  });
  if (found != rests.end()) return found->cursor;
  return from.at.empty() && !rests.empty() ? std::optional(rests.front().cursor) : std::nullopt;
}

std::string remarks_on(const std::vector<Rest>& rests, const std::optional<std::string>& next) {
  std::string text;
  for (const Rest& rest : rests) {
    text += fmt::format("{} {} of {} are left out: cursor \"{}\" goes on there.\n", rest.what.count,
                        rest.what.is_text ? "bytes" : "entries", rest.what.rest.at, rest.cursor);
  }
  if (next.has_value()) text += fmt::format("next_cursor: \"{}\"\n", *next);
  return text;
}

}  // namespace

Shape shape_of_cut() {
  return shape_of([] {
    JsonObject object;
    add_cut(object, {}, {});
    return object.text();
  });
}

CutAnswer CutAnswers::first(std::string call, std::string json, const Shape& shape) {
  m_kept.push_back({m_count++, std::move(call), std::move(json), &shape, {}});
  CutAnswer answer = piece(m_kept.back(), {});
  if (m_kept.back().places.empty()) {
    m_kept.pop_back();
  } else {
    forget_old();
  }
  return answer;
}

CutAnswer CutAnswers::next(std::string_view cursor, std::string_view call) {
  const std::size_t dash = std::min(cursor.find('-'), cursor.size());
  const auto number = number_in(cursor.substr(0, dash));
  const auto place = number_in(cursor.substr(std::min(dash + 1, cursor.size())));
  const auto kept = std::find_if(m_kept.begin(), m_kept.end(), [&](const Kept& one) {
    return number.has_value() && one.number == *number;
  });
  if (kept == m_kept.end() || !place.has_value() || *place >= kept->places.size()) {
    throw Error(ErrorCode::not_found, "no answer is kept that this cursor is of", "cursor",
                "make the call again without a cursor");
  }
  const std::string_view tool = call.substr(0, call.find('\n'));
  const bool is_same =
      kept->call == call || (call.size() == tool.size() && kept->call.starts_with(std::string(tool) + '\n'));
  if (!is_same) {
    throw Error(ErrorCode::usage, "this cursor is of a call with another name or other arguments", "cursor",
                "give a cursor to the call that it came from");
  }
  const AnswerPlace from = kept->places[*place];
  return piece(*kept, from);
}

CutAnswer CutAnswers::piece(Kept& kept, const AnswerPlace& from) {
  constexpr std::size_t k_least = 1'000;  // nothing is cut to less
  const std::size_t places = kept.places.size();
  for (std::size_t bytes = m_most_bytes;;) {
    CutAnswer answer = piece_within(kept, from, bytes);
    const std::size_t message = m_message_bytes(answer);
    if (message <= m_most_bytes || bytes == k_least) return answer;
    kept.places.resize(places);
    bytes = std::max(k_least, bytes * m_most_bytes / message * 9 / 10);
  }
}

CutAnswer CutAnswers::piece_within(Kept& kept, const AnswerPlace& from, std::size_t most_bytes) {
  FittedAnswer fitted = fit_answer(kept.json, *kept.shape, most_bytes, from);
  CutAnswer answer;
  answer.data = find_json_member(fitted.json, "data").value_or("null");
  std::vector<Rest> rests;
  for (LeftOut& left : fitted.left_out) {
    std::string cursor = cursor_to(kept, left.rest);
    rests.push_back({std::move(left), std::move(cursor)});
  }
  const std::optional<std::string> next = next_of(rests, from);
  answer.remarks = remarks_on(rests, next);
  answer.json = std::move(fitted.json);
  if (rests.empty()) return answer;
  JsonObject cut;
  add_cut(cut, rests, next);
  answer.json.back() = ',';
  answer.json += cut.text().substr(1);
  return answer;
}

std::string CutAnswers::cursor_to(Kept& kept, const AnswerPlace& place) {
  auto known = std::find(kept.places.begin(), kept.places.end(), place);
  if (known == kept.places.end()) known = kept.places.insert(kept.places.end(), place);
  return fmt::format("{}-{}", kept.number, known - kept.places.begin());
}

void CutAnswers::forget_old() {
  std::size_t bytes = 0;
  std::size_t stay = 0;
  for (auto kept = m_kept.rbegin(); kept != m_kept.rend() && stay < k_most_answers; ++kept) {
    bytes += kept->json.size();
    if (stay > 0 && bytes > k_most_bytes) break;
    ++stay;
  }
  m_kept.erase(m_kept.begin(), m_kept.end() - static_cast<std::ptrdiff_t>(stay));
}

}  // namespace rlmdb::cli
