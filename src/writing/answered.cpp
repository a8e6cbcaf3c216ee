// SPDX-License-Identifier: MIT
#include "writing/answered.hpp"

#include "rlmdb/error.hpp"
#include "writing/request_rows.hpp"
#include "writing/request_text.hpp"

namespace rlmdb::writing {

Answered::Answered(db::Connection& connection, const std::string& request_id,
                   const std::function<std::string()>& digest)
    : m_connection(connection),
      m_request_id(request_id),
      m_sha256(request_id.empty() ? std::string() : digest()) {}

std::optional<ChangeReport> Answered::earlier() const {
  if (m_request_id.empty()) return std::nullopt;
  const auto earlier = RequestRows(m_connection).find(m_request_id);
  if (!earlier) return std::nullopt;
  require_same_request(m_request_id, earlier->request_sha256, m_sha256);
  return ChangeReport{results_of(earlier->answer), true};
}

void Answered::keep(const std::string& now, const ChangeReport& report) const {
  if (m_request_id.empty()) return;
  RequestRows(m_connection).insert(m_request_id, now, {m_sha256, to_json(report.results)});
}

std::string place_of_change(std::size_t index, std::size_t count) {
  return count == 1 ? "change" : "changes[" + std::to_string(index) + "]";
}

}  // namespace rlmdb::writing
