// SPDX-License-Identifier: MIT
#pragma once

namespace rlmdb::cli {

/// Functions in one, for std::visit.
template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
// What C++20 deduces by itself; clang 14, which lints, does not yet.
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

}  // namespace rlmdb::cli
