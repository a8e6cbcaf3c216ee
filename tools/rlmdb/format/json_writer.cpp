// SPDX-License-Identifier: MIT
#include "format/json_writer.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <nlohmann/json.hpp>
#include <vector>

#include "format/overloaded.hpp"

namespace rlmdb::cli {
namespace {

/// While shape_of() asks: the objects that were begun, and the one whose text was taken last.
struct Question {
  Question() : outer(std::exchange(t_now, this)) {}
  Question(const Question&) = delete;
  Question& operator=(const Question&) = delete;
  ~Question() { t_now = outer; }

  static thread_local Question* t_now;
  Question* outer;
  std::deque<Shape> begun;
  Shape last;
};
thread_local Question* Question::t_now = nullptr;

}  // namespace

void append_json(std::string& json, std::string_view text) {
  const bool is_plain = std::all_of(text.begin(), text.end(), [](char character) {
    return character >= ' ' && character < '\x7f' && character != '"' && character != '\\';
  });
  if (is_plain) {
    json.append(1, '"').append(text).append(1, '"');
  } else {
    json += nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }
}

void append_json(std::string& json, double number) {
  constexpr double k_exact_integers = 9007199254740992.0;
  if (std::trunc(number) == number && std::abs(number) < k_exact_integers) {
    json += std::to_string(static_cast<std::int64_t>(number));
  } else {
    append_real(json, number);
  }
}

void append_real(std::string& json, double number) {
  // JSON has no infinity; a literal beyond the range of a double reads back as one.
  if (std::isinf(number)) {
    json += number > 0 ? "1e999" : "-1e999";
  } else {
    json += nlohmann::json(number).dump();
  }
}

void append_value(std::string& json, const Value& value) {
  const auto append_kept = [&json](std::string_view kept) { json += kept.empty() ? "null" : kept; };
  std::visit(
      Overloaded{[&](std::monostate) { json += "null"; },
                 [&](bool holds) { json += holds ? "true" : "false"; },
                 [&](std::int64_t number) { json += std::to_string(number); },
                 [&](double number) { append_json(json, number); },
                 [&](const JsonView& kept) { append_kept(kept.text); },
                 [&](const JsonText& kept) { append_kept(kept.text); },
                 [&](const std::vector<std::string>& texts) { append_array(json, texts, std::identity()); },
                 [&](std::string_view text) { append_json(json, text); }},
      value);
}

std::string to_json(const Value& value) {
  std::string json;
  append_value(json, value);
  return json;
}

JsonObject& JsonObject::add_or_null(std::string_view name, std::string_view text, std::string_view about) {
  const auto held = text.empty() ? std::nullopt : std::optional(text);
  return add(name, held, about);
}

JsonObject& JsonObject::say(std::string_view name, Shape shape, std::string_view about, Needed needed) {
  m_shape->members.push_back({std::string(name), std::move(shape), std::string(about), needed == Needed::no});
  return *this;
}

std::string JsonObject::text() {
  if (m_shape != nullptr) {
    Question::t_now->last = std::move(*m_shape);
    return {};
  }
  close();
  return std::move(m_own);
}

Shape* JsonObject::shape_asked_for() {
  if (Question::t_now == nullptr) return nullptr;
  Shape& shape = Question::t_now->begun.emplace_back();
  shape.kind = Shape::Kind::object;
  return &shape;
}

Shape shape_of(const std::function<std::string()>& write) {
  Question question;
  static_cast<void>(write());
  return std::move(question.last);
}

std::string& JsonObject::member(std::string_view name) {
  m_json += m_is_empty ? "\"" : ",\"";
  m_is_empty = false;
  return m_json.append(name).append("\":");
}

void add_finding(JsonObject& object, const Finding& finding) {
  object.add("where", finding.where).add("code", finding.code).add("message", finding.message);
}

namespace {

/// The word of an ErrorCode, or `interrupted`, which is no fault.
struct ErrorWord {
  std::string_view word;

  [[nodiscard]] static Shape shape() {
    Shape shape = Shape::text_of(k_words_of<ErrorCode>);
    shape.words.emplace_back("interrupted");
    return shape;
  }
  [[nodiscard]] Value to_value() const { return word; }
};

}  // namespace

void add_error(JsonObject& object, std::string_view code, const Error& error) {
  object.add("code", ErrorWord{code})
      .add("message", error.what())
      .add("where", error.where())
      .add("hint", error.hint())
      .add("retryable", error.retryable());
}

}  // namespace rlmdb::cli
