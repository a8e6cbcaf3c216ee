// SPDX-License-Identifier: MIT
/// What a call throws.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "rlmdb/error.hpp"

namespace rlmdb::test {

/// The Error a call throws, nullopt when it throws none.
template <class Call>
std::optional<Error> error_of(Call&& call) {
  try {
    call();
  } catch (const Error& error) {
    return error;
  }
  return std::nullopt;
}

/// The Error that a call must throw.
template <class Call>
Error thrown_by(Call&& call) {
  auto error = error_of(std::forward<Call>(call));
  if (!error) throw std::runtime_error("nothing was thrown");
  return *std::move(error);
}

/// "no error" for none.
template <class Call>
std::string code_of(Call&& call) {
  const auto error = error_of(std::forward<Call>(call));
  return error ? std::string(to_text(error->code())) : "no error";
}

/// "CODE: MESSAGE"; "no error" for none.
template <class Call>
std::string message_of(Call&& call) {
  const auto error = error_of(std::forward<Call>(call));
  return error ? std::string(to_text(error->code())) + ": " + error->what() : "no error";
}

}  // namespace rlmdb::test
