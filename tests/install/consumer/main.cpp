// SPDX-License-Identifier: MIT
#include <iostream>

#include "rlmdb/error.hpp"
#include "rlmdb/store.hpp"
#include "rlmdb/version.hpp"

int main(int, char** argv) {
  const rlmdb::Store store = rlmdb::Store::create(argv[1]);
  std::cout << store.stats().total << " tasks, rlmdb " << rlmdb::library_version() << '\n';
  try {
    static_cast<void>(rlmdb::Store::create(argv[1]));
  } catch (const rlmdb::Error& error) {
    std::cout << rlmdb::to_text(error.code()) << '\n';
  }
}
