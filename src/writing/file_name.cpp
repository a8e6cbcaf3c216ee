// SPDX-License-Identifier: MIT
#include "writing/file_name.hpp"

#include "rlmdb/error.hpp"
#include "util/beneath.hpp"

namespace rlmdb::writing {

void require_file_name(const std::string& id, const std::string& what, const std::string& where) {
  if (util::is_file_name(id)) return;
  throw Error(ErrorCode::usage, "the id of a " + what + " has to be the name of a directory", where,
              "nothing was changed; take one without '/', not '.' or '..', of 1 to 255 bytes");
}

}  // namespace rlmdb::writing
