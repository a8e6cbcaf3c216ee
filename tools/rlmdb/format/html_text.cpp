// SPDX-License-Identifier: MIT
#include "format/html_text.hpp"

namespace rlmdb::cli {

std::string html_text(std::string_view text) {
  std::string escaped;
  escaped.reserve(text.size());
  for (const char byte : text) {
    switch (byte) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped += byte;
    }
  }
  return escaped;
}

std::string html_isolated(std::string_view text) {
  return "<bdi>" + html_text(text) + "</bdi>";
}

}  // namespace rlmdb::cli
