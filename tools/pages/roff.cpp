// SPDX-License-Identifier: MIT
#include "pages/roff.hpp"

#include <cmark.h>
#include <fmt/format.h>

#include <cstdlib>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace rlmdb::pages {
namespace {

void replace_all(std::string& text, std::string_view what, std::string_view with) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
  }
}

/// cmark leaves HTML out of a manual page.
void refuse_html(cmark_node* document) {
  const std::unique_ptr<cmark_iter, decltype(&cmark_iter_free)> walk(cmark_iter_new(document),
                                                                     cmark_iter_free);
  while (cmark_iter_next(walk.get()) != CMARK_EVENT_DONE) {
    cmark_node* node = cmark_iter_get_node(walk.get());
    const cmark_node_type type = cmark_node_get_type(node);
    if (type == CMARK_NODE_HTML_BLOCK || type == CMARK_NODE_HTML_INLINE) {
      throw std::runtime_error(fmt::format("line {}: a manual page has no HTML: {}",
                                           cmark_node_get_start_line(node), cmark_node_get_literal(node)));
    }
  }
}

std::string rendered(const std::string& markdown) {
  const std::unique_ptr<cmark_node, decltype(&cmark_node_free)> document(
      cmark_parse_document(markdown.data(), markdown.size(), CMARK_OPT_DEFAULT), cmark_node_free);
  refuse_html(document.get());
  const std::unique_ptr<char, decltype(&std::free)> roff(
      cmark_render_man(document.get(), CMARK_OPT_DEFAULT, 0), std::free);
  return roff.get();
}

/// The code point at `at`, and `at` behind it. `text` is UTF-8.
char32_t code_point_at(const std::string& text, std::size_t& at) {
  const auto byte = [&](std::size_t place) { return static_cast<unsigned char>(text.at(place)); };
  const unsigned char first = byte(at);
  const int more = first >= 0xf0U ? 3 : first >= 0xe0U ? 2 : 1;
  char32_t code = first & (0x3fU >> static_cast<unsigned>(more));
  for (int i = 0; i < more; ++i) code = (code << 6U) | (byte(++at) & 0x3fU);
  ++at;
  return code;
}

/// Formatters show these as others.
std::string_view escape_of(char letter) {
  switch (letter) {
    case '\'':
      return "\\(aq";
    case '`':
      return "\\(ga";
    case '^':
      return "\\(ha";
    case '~':
      return "\\(ti";
    default:
      return {};
  }
}

std::string ascii_line(const std::string& line) {
  std::string ascii;
  for (std::size_t at = 0; at < line.size();) {
    const char letter = line[at];
    if (static_cast<unsigned char>(letter) >= 0x80U) {
      ascii += fmt::format("\\[u{:04X}]", static_cast<std::uint32_t>(code_point_at(line, at)));
      continue;
    }
    const std::string_view escape = escape_of(letter);
    if (escape.empty()) {
      ascii += letter;
    } else {
      ascii += escape;
    }
    ++at;
  }
  return ascii;
}

}  // namespace

std::string roff_text(std::string_view text) {
  std::string roff;
  for (const char letter : text) {
    if (letter == '\\') {
      roff += "\\e";
    } else {
      if (letter == '-') roff += '\\';
      roff += letter;
    }
  }
  return roff.starts_with('.') || roff.starts_with('\'') ? "\\&" + roff : roff;
}

std::string bold(std::string_view text) {
  return "\\fB" + roff_text(text) + "\\fR";
}

std::string italic(std::string_view text) {
  return "\\fI" + roff_text(text) + "\\fR";
}

std::string roff_of_markdown(const std::string& markdown) {
  std::istringstream lines(rendered(markdown));
  std::string roff;
  bool is_code = false;
  std::string before;
  std::string before_that;
  for (std::string line; std::getline(lines, line);) {
    const bool is_begun = before_that == ".SS" && line == ".PP";
    before_that = std::exchange(before, line);
    if (is_begun) continue;
    if (line == ".nf") {
      line = ".EX";
      is_code = true;
    } else if (line == ".fi") {
      line = ".EE";
      is_code = false;
    } else if (is_code && (line == "\\f[C]" || line == "\\f[]")) {
      continue;
    } else if (is_code && line.starts_with('.')) {
      line.insert(0, "\\&");
    }
    roff += line + "\n";
  }
  replace_all(roff, "\\f[C]", "\\fB");
  replace_all(roff, "\\f[B]", "\\fB");
  replace_all(roff, "\\f[I]", "\\fI");
  replace_all(roff, "\\f[]", "\\fR");
  return roff;
}

std::string roff_within_entry(const std::string& markdown) {
  static constexpr std::string_view k_paragraph = ".PP\n";
  std::string roff = roff_of_markdown(markdown);
  if (roff.starts_with(k_paragraph)) roff.erase(0, k_paragraph.size());
  replace_all(roff, k_paragraph, ".IP\n");
  return roff;
}

std::string ascii_page(const std::string& page) {
  std::istringstream lines(page);
  std::string ascii;
  for (std::string line; std::getline(lines, line);) ascii += ascii_line(line) + "\n";
  return ascii;
}

}  // namespace rlmdb::pages
