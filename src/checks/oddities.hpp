// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "db/connection.hpp"
#include "records/record.hpp"
#include "rlmdb/verify.hpp"
#include "schemas/value_rules.hpp"

namespace rlmdb::checks {

/// Judges what the database holds by the schemas' rules and adds what does not follow to a report.
class Oddities {
 public:
  explicit Oddities(VerifyReport& report) : m_report(report) {}

  /// The dependencies of all unfinished tasks.
  void judge_dependencies(db::Connection& connection);
  /// The id of every tree, once.
  void judge_trees(db::Connection& connection);
  /// A record and its canonical text. Not the tree's id, where judge_trees sees it.
  void judge_record(const records::TaskRecord& record, std::string_view text);
  /// Tree documents as an export writes them by now, but what the records of their nodes say as well.
  void judge_documents(db::Connection& connection);

  /// What a judge of another kind of document finds, at "NAME /pointer".
  [[nodiscard]] schemas::UseFault at(std::string name);
  void add(std::string where, const schemas::Fault& fault);

 private:
  void add(Oddity oddity);

  VerifyReport& m_report;
};

}  // namespace rlmdb::checks
