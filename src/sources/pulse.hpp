// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "rlmdb/import.hpp"
#include "sources/source_file.hpp"

namespace rlmdb::sources {

using Moment = std::chrono::steady_clock::time_point;

inline std::chrono::milliseconds since(Moment begin) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin);
}

inline void require_not_cancelled(const std::atomic<bool>* cancelled, const SourceFile& source) {
  if (cancelled == nullptr || !*cancelled) return;
  throw Error(ErrorCode::io, "interrupted; nothing of the source was imported", source.given_path,
              "run the same command again");
}

/// Tells the caller how far a source is, five times a second, and asks whether to go on.
class Pulse {
 public:
  Pulse(const ImportOptions& options, const SourceFile& source) : m_options(options), m_source(source) {}

  void operator()(std::string_view phase, std::uint64_t bytes_done, std::uint64_t records_done) {
    require_not_cancelled(m_options.cancelled, m_source);
    const Moment now = std::chrono::steady_clock::now();
    if (!m_options.progress || now < m_next) return;
    m_next = now + std::chrono::milliseconds{200};
    m_options.progress(
        {m_source.given_path, std::string(phase), bytes_done, m_source.bytes, records_done, since(m_begin)});
  }

 private:
  const ImportOptions& m_options;
  const SourceFile& m_source;
  Moment m_begin = std::chrono::steady_clock::now();
  Moment m_next = m_begin;
};

}  // namespace rlmdb::sources
