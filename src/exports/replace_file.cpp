// SPDX-License-Identifier: MIT
#include "rlmdb/replace_file.hpp"

#include "db/connections.hpp"
#include "outputs/output.hpp"
#include "util/sha256.hpp"

namespace rlmdb {

void replace_file(const Store& store, const std::filesystem::path& file, std::string_view bytes,
                  Overwrite overwrite) {
  const auto use = store.connections().use();
  outputs::Output output(use.connection(), file, overwrite);
  output.write(bytes);
  output.commit(util::sha256_hex(bytes));
}

}  // namespace rlmdb
