// SPDX-License-Identifier: MIT
/// Several calls that happen together or not at all.
#pragma once

#include <memory>

namespace rlmdb {

class Store;

/// What calls on a Store change while it lives is committed together, or taken back:
///
///     Transaction transaction(store);
///     … calls that read and change …
///     transaction.commit();
///
/// From construction to its end it holds the write lock and the Store's own: other writers wait, and every
/// call is one of the same thread, which destroys it, too. What was read in it is still so when it commits. A
/// call that fails takes back its own changes alone; a Transaction in another is a part of that one. What a
/// call writes outside the database (files of a Grid that is written through, artifacts that are put back) is
/// written before the commit. Not for Store::claim with a wait, which keeps all others waiting, nor for
/// vacuum and purge, which bring transactions of their own: Error internal; nor for Store::backup, which has
/// what is committed: Error usage; nor for the imports, restores and the like that take the path of the
/// database, and wait for this very transaction: Error busy.
class Transaction {
 public:
  /// Errors: busy, io; usage for a Store that is closed or read-only.
  explicit Transaction(const Store& store);
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  /// Without commit() everything is taken back.
  ~Transaction();

  /// Durable on return, as the Store's Durability says; of a part, with the whole. Once. Errors: busy, io,
  /// conflict (the file was removed or replaced).
  void commit();

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

}  // namespace rlmdb
