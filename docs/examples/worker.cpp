// SPDX-License-Identifier: MIT
// worker DATABASE: takes one ready task after the other until none is left, and completes or fails each.
#include <chrono>
#include <iostream>
#include <stdexcept>
#include <string>

#include "rlmdb/error.hpp"
#include "rlmdb/store.hpp"

namespace {

/// What a real worker does with a prompt; here it says it back, and refuses to do nothing.
std::string work(const std::string& prompt) {
  if (prompt.empty()) throw std::runtime_error("there is nothing to do");
  return "done: " + prompt;
}

}  // namespace

int main(int count, char** words) try {
  if (count != 2) {
    std::cerr << "usage: worker DATABASE\n";
    return 2;
  }
  rlmdb::Store store = rlmdb::Store::open_or_create(words[1]);
  while (const auto claim = store.claim({.lease = std::chrono::minutes(5)})) {
    rlmdb::TaskChange change{claim->id, {}, {.token = claim->token}};
    try {
      change.action = rlmdb::CompleteTask{.result = work(store.find_task(claim->id)->prompt)};
    } catch (const std::runtime_error& error) {
      change.action = rlmdb::FailTask{.error = error.what()};
    }
    std::cout << claim->id.text << '\t' << store.change(change).state << '\n';
  }
} catch (const rlmdb::Error& error) {
  std::cerr << error.where() << ": " << error.what() << "\n  " << error.hint() << '\n';
  return 1;
}
