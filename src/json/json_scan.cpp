// SPDX-License-Identifier: MIT
#include "json/json_scan.hpp"

#include <simdjson.h>

#include "json/json_exact.hpp"
#include "json/json_fast_scan.hpp"

namespace rlmdb::json {

namespace {

/// Kept between calls, so that scanning a small value allocates nothing.
FastScan& scan_of_this_thread() {
  thread_local FastScan scan;
  return scan;
}

}  // namespace

ScanResult scan_value(std::string_view buffer, std::size_t begin, const ScanOptions& options,
                      std::string* canonical) {
  FastScan& scan = scan_of_this_thread();
  const std::size_t out_begin = canonical == nullptr ? 0 : canonical->size();
  ScanResult result;
  result.status = scan.run(buffer, begin, options, canonical);
  if (result.status != ScanStatus::complete) {
    if (canonical != nullptr) canonical->resize(out_begin);
    if (result.status == ScanStatus::need_more) return result;
    result.fault = scan.fault();
    result.fault_offset = scan.fault_offset();
    result.pointer = scan.pointer();
    return result;
  }
  result.end = scan.end();
  result.already_canonical = !scan.changed();
  if (scan.names() == FastScan::Names::distinct &&
      simdjson::validate_utf8(buffer.data() + begin, result.end - begin))
    return result;

  std::string exact;
  result.losses = rewrite_exact(buffer, begin, result.end, options, &exact);
  result.already_canonical = buffer.substr(begin, result.end - begin) == exact;
  if (canonical != nullptr) {
    canonical->resize(out_begin);
    const bool wanted = options.copy == CanonicalCopy::always || !result.already_canonical;
    if (wanted) canonical->append(exact);
  }
  return result;
}

void append_pointer_name(std::string& pointer, std::string_view name) {
  pointer.push_back('/');
  for (const char c : name) {
    if (c == '~') {
      pointer.append("~0");
    } else if (c == '/') {
      pointer.append("~1");
    } else {
      pointer.push_back(c);
    }
  }
}

void append_pointer_index(std::string& pointer, std::size_t index) {
  pointer.push_back('/');
  pointer.append(std::to_string(index));
}

}  // namespace rlmdb::json
