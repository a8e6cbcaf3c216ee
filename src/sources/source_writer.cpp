// SPDX-License-Identifier: MIT
#include "sources/source_writer.hpp"

namespace rlmdb::sources {

SourceReport new_report(const SourceFile& source, std::string_view kind) {
  SourceReport report;
  report.path = source.given_path;
  report.kind = kind;
  report.bytes = source.bytes;
  return report;
}

}  // namespace rlmdb::sources
