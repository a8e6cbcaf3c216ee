// SPDX-License-Identifier: MIT
/// Calls that may be made again without doing anything twice.
#pragma once

#include <memory>
#include <optional>
#include <string>

namespace rlmdb {

class Store;

/// An idempotent request: what calls on a Store change while it lives, and the answer that was given, are
/// committed together under a key; the same request under that key finds the answer and changes nothing.
///
///     Request request(store, key, what_is_asked);
///     if (request.earlier()) return *request.earlier();
///     … calls that change something …
///     request.keep(answer);
///
/// From construction to keep() or destruction it holds the write lock and the Store's own: other writers
/// wait, and every call is one of the same thread. A call that fails takes back its own changes alone;
/// without keep() all of them are. What a call writes outside the database (files of a Grid that is written
/// through, artifacts that are put back) is written before the commit. Answers are forgotten by
/// CleanupPolicy::requests. Not for Store::claim with a wait, which has ClaimOptions::request_id, nor for
/// vacuum and purge, which bring transactions of their own: Error internal; nor for imports, which open the
/// database for themselves and wait for this very request: Error busy.
class Request {
 public:
  /// `asked` says what is asked for: the same text means the same request. Errors: usage (an empty key),
  /// conflict (the key was used for something else), busy, io.
  Request(const Store& store, std::string key, const std::string& asked);
  Request(const Request&) = delete;
  Request& operator=(const Request&) = delete;
  ~Request();

  /// The answer of the first time; nothing is locked any more where there is one.
  [[nodiscard]] const std::optional<std::string>& earlier() const noexcept;
  /// Durable on return, as the Store's Durability says. `answer`: a JSON array. Errors: io, invalid_input.
  void keep(const std::string& answer);

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

}  // namespace rlmdb
