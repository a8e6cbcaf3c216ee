// SPDX-License-Identifier: MIT
#include "rlmdb/store.hpp"

extern "C" unsigned long count_tasks(const char* path) {
  return rlmdb::Store::create(path).stats().total;
}
