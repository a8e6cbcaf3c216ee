// SPDX-License-Identifier: MIT
#include "format/json_document.hpp"

namespace rlmdb::cli {

std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json json_findings(const std::vector<Finding>& findings) {
  Json list = Json::array();
  for (const Finding& finding : findings) {
    list.push_back({{"where", finding.where}, {"code", finding.code}, {"message", finding.message}});
  }
  return list;
}

Json json_error(std::string_view code, const Error& error) {
  return {{"code", code},
          {"message", error.what()},
          {"where", error.where()},
          {"hint", error.hint()},
          {"retryable", error.retryable()}};
}

}  // namespace rlmdb::cli
