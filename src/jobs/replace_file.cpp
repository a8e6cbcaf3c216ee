// SPDX-License-Identifier: MIT
#include "rlmdb/replace_file.hpp"

#include "util/atomic_file.hpp"

namespace rlmdb {

void replace_file(const std::filesystem::path& file, std::string_view bytes) {
  util::AtomicFile target(file, util::Existing::replace);
  target.write(bytes);
  target.commit();
}

}  // namespace rlmdb
