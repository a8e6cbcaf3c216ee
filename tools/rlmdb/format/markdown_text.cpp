// SPDX-License-Identifier: MIT
#include "format/markdown_text.hpp"

#include <algorithm>

#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

bool is_markup(char byte) {
  return std::string_view("\\`*_[]<>#|~&$@").find(byte) != std::string_view::npos;
}

bool is_word(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
           byte == '-' || byte == '_' || byte == '.' || byte == ':' || byte == '/';
  });
}

/// A fence that no line of `text` can be taken for.
std::string fence_for(std::string_view text) {
  std::size_t longest = 2;
  std::size_t run = 0;
  for (const char byte : text) {
    run = byte == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return std::string(longest + 1, '`');
}

}  // namespace

std::string markdown_text(std::string_view line) {
  std::string escaped;
  escaped.reserve(line.size());
  for (std::size_t index = 0; index < line.size(); ++index) {
    // A link is made of a bare address too; nothing in a report that came from data is to be clicked.
    const bool is_address = line.substr(index).starts_with("://") || line.substr(index).starts_with("www.");
    if (is_address && line[index] == 'w') {
      escaped += "www\\.";
      index += 3;
      continue;
    }
    escaped += is_markup(line[index]) || is_address ? "\\" : "";
    escaped += line[index];
  }
  return escaped;
}

std::string markdown_line(std::string_view line) {
  const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
  const std::string_view rest = line.substr(digits);
  const bool is_number = digits > 0 && (rest.starts_with('.') || rest.starts_with(')'));
  const bool is_mark =
      digits == 0 && (rest.starts_with('-') || rest.starts_with('+') || rest.starts_with('='));
  return std::string(line.substr(0, digits)) + (is_number || is_mark ? "\\" : "") + markdown_text(rest);
}

std::string markdown_name(std::string_view name) {
  return is_word(name) ? "`" + std::string(name) + "`" : markdown_text(name);
}

std::string markdown_block(std::string_view text, std::string_view indent) {
  const std::string visible = make_visible(text, LineBreaks::keep);
  const std::string fence = fence_for(visible);
  std::string block = std::string(indent) + fence + "text\n";
  for (std::string_view rest = visible; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    block += std::string(indent) + std::string(rest.substr(0, end)) + "\n";
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return block + std::string(indent) + fence + "\n";
}

}  // namespace rlmdb::cli
