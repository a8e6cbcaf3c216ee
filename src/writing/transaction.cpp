// SPDX-License-Identifier: MIT
#include "rlmdb/transaction.hpp"

#include "writing/joined.hpp"

namespace rlmdb {

struct Transaction::State : writing::Joined {
  using Joined::Joined;
};

Transaction::Transaction(const Store& store) : m_state(std::make_unique<State>(store)) {
  m_state->join();
}

Transaction::~Transaction() {
  m_state->end();
}

void Transaction::commit() {
  m_state->commit();
}

}  // namespace rlmdb
