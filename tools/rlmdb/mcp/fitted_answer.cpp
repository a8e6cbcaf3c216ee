// SPDX-License-Identifier: MIT
#include "mcp/fitted_answer.hpp"

#include <algorithm>
#include <utility>

#include "format/json_writer.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/json_text.hpp"

namespace rlmdb::cli {
namespace {

/// An element, or a member with its name.
struct Item {
  std::string head;  ///< "\"name\":" of a member
  std::string_view value;
  std::string at;
  const Shape* shape;
};

const Shape& any_shape() {
  static const Shape k_any;
  return k_any;
}

const Shape* member_shape(const Shape& shape, std::string_view name) {
  const auto found = std::find_if(shape.members.begin(), shape.members.end(),
                                  [name](const Shape::Member& member) { return member.name == name; });
  return found == shape.members.end() ? nullptr : &found->shape;
}

bool is_declared(const Shape& shape) {
  return shape.kind == Shape::Kind::object && !shape.is_open && !shape.members.empty();
}

bool may_be(const Shape& shape, std::string_view value, const std::vector<JsonMember>& members) {
  const JsonKind kind = json_kind(value);
  if (!is_declared(shape)) {
    return (shape.kind == Shape::Kind::list) == (kind == JsonKind::array) &&
           (shape.kind == Shape::Kind::object) == (kind == JsonKind::object);
  }
  return kind == JsonKind::object &&
         std::all_of(members.begin(), members.end(),
                     [&](const JsonMember& member) { return member_shape(shape, member.name) != nullptr; });
}

/// Of several the one that the value is of.
const Shape& shape_for(const Shape& shape, std::string_view value, const std::vector<JsonMember>& members) {
  if (shape.kind != Shape::Kind::one_of) return shape;
  const auto found = std::find_if(shape.parts.begin(), shape.parts.end(),
                                  [&](const Shape& part) { return may_be(part, value, members); });
  return found == shape.parts.end() ? any_shape() : *found;
}

std::string pointer_to(std::string_view at, std::string_view name) {
  std::string pointer(at);
  pointer += '/';
  for (const char character : name) {
    if (character == '~') {
      pointer += "~0";
    } else if (character == '/') {
      pointer += "~1";
    } else {
      pointer += character;
    }
  }
  return pointer;
}

/// Where the character ends that begins at `at` in what stands between the quotes of a JSON string.
std::size_t end_of_character(std::string_view text, std::size_t at) {
  constexpr std::size_t k_escape = 6;
  const auto is_half = [&](std::size_t where, std::string_view digits) {
    return text.size() >= where + k_escape && text[where] == '\\' && text[where + 1] == 'u' &&
           (text[where + 2] == 'd' || text[where + 2] == 'D') &&
           digits.find(text[where + 3]) != std::string_view::npos;
  };
  if (text[at] == '\\') {
    if (text[at + 1] != 'u') return at + 2;
    const bool is_pair = is_half(at, "89abAB") && is_half(at + k_escape, "cdefCDEF");
    return at + (is_pair ? 2 * k_escape : k_escape);
  }
  ++at;
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) ++at;
  return at;
}

/// What each may have at most, so that all of them together have at most `room`: what is short stays whole.
std::size_t fair_share(std::vector<std::size_t> sizes, std::size_t room) {
  std::sort(sizes.begin(), sizes.end());
  for (std::size_t done = 0; done < sizes.size(); ++done) {
    const std::size_t share = room / (sizes.size() - done);
    if (sizes[done] > share) return share;
    room -= sizes[done];
  }
  return sizes.empty() ? 0 : sizes.back();
}

class Fitting {
 public:
  explicit Fitting(const AnswerPlace& wanted) : m_wanted(wanted) {}

  std::string fit(std::string_view value, const Shape& shape, std::size_t room, const std::string& at) {
    if (value.size() <= room && !is_wanted(at) && !leads_to_wanted(at)) return std::string(value);
    switch (json_kind(value)) {
      case JsonKind::string:
        return fit_text(value, shape, room, at);
      case JsonKind::array:
        return fit_list(value, shape, room, at);
      case JsonKind::object:
        return fit_object(value, shape, room, at);
      default:
        return std::string(value);
    }
  }

  [[nodiscard]] std::vector<LeftOut> take_left_out() { return std::move(m_left_out); }

 private:
  [[nodiscard]] bool is_wanted(const std::string& at) const {
    return !m_wanted.at.empty() && m_wanted.at == at;
  }
  [[nodiscard]] bool leads_to_wanted(const std::string& at) const {
    return m_wanted.at.size() > at.size() && m_wanted.at.starts_with(at) && m_wanted.at[at.size()] == '/';
  }

  std::string fit_text(std::string_view value, const Shape& shape, std::size_t room, const std::string& at) {
    if (!shape.words.empty() || !shape.fixed.empty()) return std::string(value);
    const std::string_view text = value.substr(1, value.size() - 2);
    const std::size_t begin = is_wanted(at) ? std::min(m_wanted.from, text.size()) : 0;
    std::size_t end = begin;
    while (end < text.size()) {
      const std::size_t next = end_of_character(text, end);
      if (next - begin + 2 > room) break;
      end = next;
    }
    if (end < text.size()) m_left_out.push_back({{at, end}, text.size() - end, true});
    return '"' + std::string(text.substr(begin, end - begin)) + '"';
  }

  std::string fit_list(std::string_view value, const Shape& shape, std::size_t room, const std::string& at) {
    const Shape& list = shape_for(shape, value, {});
    const Shape& element =
        list.kind == Shape::Kind::list && !list.parts.empty() ? list.parts.front() : any_shape();
    std::vector<Item> items;
    for (const std::string_view one : split_json_array(value)) {
      items.push_back({{}, one, at + "/" + std::to_string(items.size()), &element});
    }
    return '[' + fit_items(items, room, at) + ']';
  }

  std::string fit_object(std::string_view value, const Shape& shape, std::size_t room,
                         const std::string& at) {
    std::vector<JsonMember> members;
    try {
      members = split_json_object(value, HalfPairs::stay_escaped);
    } catch (const Error&) {
      // A name that stands there twice: what is kept of others. It has no members that could be told apart.
      return fit_text(to_json(value), any_shape(), room, at);
    }
    const Shape& object = shape_for(shape, value, members);
    const Shape& of_members =
        object.kind == Shape::Kind::object && !object.parts.empty() ? object.parts.front() : any_shape();
    std::vector<Item> items;
    for (const JsonMember& member : members) {
      const Shape* declared = member_shape(object, member.name);
      items.push_back({name_before(value, member), member.value, pointer_to(at, member.name),
                       declared == nullptr ? &of_members : declared});
    }
    const bool has_all =
        is_declared(object) || (!is_wanted(at) && !leads_to_wanted(at) && are_few(items, room));
    return '{' + (has_all ? fit_members(items, room) : fit_items(items, room, at)) + '}';
  }

  /// A record of others is worth more with each member in part than with its first ones.
  static bool are_few(const std::vector<Item>& items, std::size_t room) {
    constexpr std::size_t k_least_each = 32;
    std::size_t needed = 0;
    for (const Item& item : items) needed += item.head.size() + std::min(item.value.size(), k_least_each);
    return needed < room / 2;
  }

  /// As it is written, since a name may hold what UTF-8 cannot.
  static std::string name_before(std::string_view object, const JsonMember& member) {
    std::size_t begin = member.offset;
    while (object[begin - 1] != '"') --begin;
    const std::size_t end = begin - 1;
    begin = end - 1;
    while (begin > 0 && (object[begin] != '"' || is_escaped(object, begin))) --begin;
    return std::string(object.substr(begin, end - begin + 1)) + ":";
  }

  static bool is_escaped(std::string_view text, std::size_t at) {
    std::size_t backslashes = 0;
    while (backslashes < at && text[at - backslashes - 1] == '\\') ++backslashes;
    return backslashes % 2 == 1;
  }

  /// As many as there is room for, and the first in part where there is none for it.
  std::string fit_items(const std::vector<Item>& items, std::size_t room, const std::string& at) {
    constexpr std::size_t k_least_for_a_part = 64;
    if (leads_to_wanted(at)) {
      const auto next = std::find_if(items.begin(), items.end(), [this](const Item& item) {
        return is_wanted(item.at) || leads_to_wanted(item.at);
      });
      return next == items.end() ? std::string() : fit_item(*next, room);
    }
    const std::size_t begin = is_wanted(at) ? std::min(m_wanted.from, items.size()) : 0;
    std::string text;
    std::size_t place = begin;
    while (place < items.size() &&
           text.size() + items[place].head.size() + items[place].value.size() + 3 <= room) {
      if (!text.empty()) text += ',';
      text.append(items[place].head).append(items[place].value);
      ++place;
    }
    const bool is_first_in_part = place == begin && place < items.size() && room >= k_least_for_a_part;
    if (is_first_in_part) ++place;
    if (place < items.size()) m_left_out.push_back({{at, place}, items.size() - place, false});
    return is_first_in_part ? fit_item(items[begin], room) : text;
  }

  std::string fit_item(const Item& item, std::size_t room) {
    const std::size_t around = item.head.size() + 2;
    return item.head + fit(item.value, *item.shape, room > around ? room - around : 0, item.at);
  }

  /// All of them, the long ones in part.
  std::string fit_members(const std::vector<Item>& items, std::size_t room) {
    std::vector<std::size_t> sizes;
    std::size_t around = 2;
    for (const Item& item : items) {
      sizes.push_back(item.value.size());
      around += item.head.size() + 1;
    }
    const std::size_t share = fair_share(std::move(sizes), room > around ? room - around : 0);
    std::string text;
    for (const Item& item : items) {
      if (!text.empty()) text += ',';
      text += item.head + fit(item.value, *item.shape, share, item.at);
    }
    return text;
  }

  const AnswerPlace& m_wanted;
  std::vector<LeftOut> m_left_out;
};

}  // namespace

FittedAnswer fit_answer(std::string_view json, const Shape& shape, std::size_t most_bytes,
                        const AnswerPlace& from) {
  constexpr int k_most_tries = 6;
  std::size_t room = most_bytes;
  FittedAnswer answer;
  for (int tries = 0; tries < k_most_tries; ++tries) {
    Fitting fitting(from);
    answer.json = fitting.fit(json, shape, room, {});
    answer.left_out = fitting.take_left_out();
    if (answer.json.size() <= most_bytes) break;
    // What has to be there took more than its share.
    const std::size_t excess = answer.json.size() - most_bytes;
    room = room > 2 * excess ? room - excess - excess / 2 : room / 2;
  }
  return answer;
}

}  // namespace rlmdb::cli
