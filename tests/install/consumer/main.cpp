// SPDX-License-Identifier: MIT
#include <iostream>

#include "rlmdb/store.hpp"
#include "rlmdb/version.hpp"

int main(int, char** argv) {
  const rlmdb::Store store = rlmdb::Store::create(argv[1]);
  std::cout << store.stats().total << " tasks, rlmdb " << rlmdb::library_version() << '\n';
}
