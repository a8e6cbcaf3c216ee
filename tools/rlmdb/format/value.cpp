// SPDX-License-Identifier: MIT
#include "format/value.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "format/overloaded.hpp"
#include "format/units_text.hpp"

namespace rlmdb::cli {

std::string plain_text(const Value& value, Meaning meaning) {
  return std::visit(
      Overloaded{
          [](std::monostate) { return std::string(); },
          [](bool holds) { return std::string(holds ? "true" : "false"); },
          [](std::int64_t number) { return std::to_string(number); },
          [&](double number) {
            return meaning == Meaning::money ? money_text(number) : fmt::format("{}", number);
          },
          [](const std::vector<std::string>& texts) { return fmt::format("{}", fmt::join(texts, ",")); },
          [](const JsonView& json) { return std::string(json.text); },
          [](const JsonText& json) { return json.text; }, [](const auto& text) { return std::string(text); }},
      value);
}

std::string readable_text(const Value& value, Meaning meaning) {
  if (meaning == Meaning::money && std::holds_alternative<double>(value)) {
    return usd_text(std::get<double>(value));
  }
  if (meaning == Meaning::bytes && std::holds_alternative<std::int64_t>(value)) {
    return bytes_text(static_cast<std::uint64_t>(std::get<std::int64_t>(value)));
  }
  const std::string text = plain_text(value, meaning);
  return meaning == Meaning::time ? minute_of(text) : text;
}

}  // namespace rlmdb::cli
