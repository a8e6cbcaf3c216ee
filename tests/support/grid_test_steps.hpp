// SPDX-License-Identifier: MIT
/// Steps of a mission as several tests take them.
#pragma once

#include <string>

#include "rlmdb/grid.hpp"

namespace rlmdb::test {

inline GridCondition at_time(const std::string& timestamp) {
  GridCondition condition;
  condition.timestamp = timestamp;
  return condition;
}

inline NewScratchEntry scratch_note(const std::string& note) {
  return {"executor-02", "02", "02.2", {note}};
}

inline GridFiles one_file(const std::string& name, const std::string& text) {
  return {{{name, text, false}}};
}

inline GridFiles no_file(const std::string& name) {
  return {{{name, "", true}}};
}

}  // namespace rlmdb::test
