// SPDX-License-Identifier: MIT
#include "records/cell.hpp"

namespace rlmdb::records {

bool operator==(const Cell& left, const Cell& right) noexcept {
  if (left.type != right.type) return false;
  switch (left.type) {
    case CellType::null:
      return true;
    case CellType::integer:
      return left.integer == right.integer;
    case CellType::real:
      return left.real == right.real;
    case CellType::text:
      return left.text == right.text;
  }
  return false;
}

}  // namespace rlmdb::records
