// SPDX-License-Identifier: MIT
#pragma once

#include "frame/options.hpp"
#include "rlmdb/time_span.hpp"

namespace rlmdb::cli {

/// When tasks were created. Describes its options; takes what is given, and must stay where it is.
class CreatedOptions {
 public:
  void setup(Options& options);
  /// Error usage where two of them say different things, or nothing can be between them.
  [[nodiscard]] TimeSpan span() const;

 private:
  TimeSpan m_created;
  TimeSpan m_between;
};

/// The `name` WHEN of another time of tasks.
void add_when(Options& options, const std::string& name, TimeSpan& span, std::string help);

}  // namespace rlmdb::cli
