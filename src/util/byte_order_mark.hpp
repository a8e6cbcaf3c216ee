// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace rlmdb::util {

/// Of UTF-8. Some editors write one; what stands behind it is read.
inline constexpr std::string_view k_byte_order_mark = "\xEF\xBB\xBF";

}  // namespace rlmdb::util
