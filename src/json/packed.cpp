// SPDX-License-Identifier: MIT
#include "json/packed.hpp"

#define ZLIB_CONST
#include <lz4frame.h>
#include <zlib.h>

#include <array>
#include <memory>
#include <new>

#include "rlmdb/error.hpp"
#include "util/text_bytes.hpp"

namespace rlmdb::json {

namespace {

constexpr std::string_view k_gzip_magic("\x1f\x8b", 2);
constexpr std::string_view k_lz4_magic("\x04\x22\x4d\x18", 4);
constexpr std::size_t k_packed_chunk_bytes = std::size_t{64} << 10;
/// windowBits of zlib: 32 KiB, and 16 for gzip.
constexpr int k_gzip_window = 15 + 16;
constexpr int k_gzip_memory = 8;

struct Source {
  std::string_view bytes;
  std::size_t most_bytes;
  std::string_view name;
};

[[noreturn]] void refuse(const Source& source, std::size_t offset, const std::string& reason) {
  throw Error(ErrorCode::invalid_input, reason, util::byte_place(source.name, offset),
              "nothing was read from it; pack the file again, or restore it from a copy");
}

/// Where what is unpacked goes: it is counted, and kept where there is a text for it.
class Target {
 public:
  Target(const Source& source, std::string* text) : m_source(source), m_text(text) {}

  void take(std::string_view chunk, std::size_t offset) {
    m_size += chunk.size();
    if (m_size > m_source.most_bytes)
      refuse(m_source, offset,
             "the file holds more than " + std::to_string(m_source.most_bytes >> 20) + " MiB unpacked");
    if (m_text != nullptr) m_text->append(chunk);
  }
  [[nodiscard]] std::size_t size() const noexcept { return m_size; }

 private:
  const Source& m_source;
  std::string* m_text;
  std::size_t m_size = 0;
};

/// Whether another member follows at `offset`. Zeros may stand there instead, and nothing else.
bool has_another(const Source& source, std::size_t offset, std::string_view magic) {
  const std::string_view rest = source.bytes.substr(offset);
  if (rest.starts_with(magic)) return true;
  const std::size_t other = rest.find_first_not_of('\0');
  if (other != std::string_view::npos)
    refuse(source, offset + other, "data stands after the end of the packed content");
  return false;
}

const Bytef* bytes_of(std::string_view text) {
  return reinterpret_cast<const Bytef*>(text.data());
}

class Inflater {
 public:
  explicit Inflater(const Source& source) : m_source(source) {
    m_stream.next_in = bytes_of(source.bytes);
    m_stream.avail_in = static_cast<uInt>(source.bytes.size());
    if (inflateInit2(&m_stream, k_gzip_window) != Z_OK) throw std::bad_alloc();
  }
  ~Inflater() { inflateEnd(&m_stream); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  void run(Target& target) {
    do {
      while (step(target)) continue;
    } while (has_another(m_source, offset(), k_gzip_magic) && inflateReset(&m_stream) == Z_OK);
  }

 private:
  [[nodiscard]] std::size_t offset() const { return m_source.bytes.size() - m_stream.avail_in; }

  /// One chunk; false: it was the member's last.
  bool step(Target& target) {
    m_stream.next_out = m_chunk.data();
    m_stream.avail_out = static_cast<uInt>(m_chunk.size());
    const int status = inflate(&m_stream, Z_NO_FLUSH);
    const std::size_t size = m_chunk.size() - m_stream.avail_out;
    target.take({reinterpret_cast<const char*>(m_chunk.data()), size}, offset());
    if (status == Z_STREAM_END) return false;
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    if (status == Z_BUF_ERROR || (status == Z_OK && m_stream.avail_in == 0 && m_stream.avail_out != 0))
      refuse(m_source, m_source.bytes.size(), "the gzip stream is cut off");
    if (status != Z_OK)
      refuse(m_source, offset(),
             std::string("the gzip stream is damaged") +
                 (m_stream.msg != nullptr ? std::string(": ") + m_stream.msg : std::string()));
    return true;
  }

  const Source& m_source;
  z_stream m_stream{};
  std::array<Bytef, k_packed_chunk_bytes> m_chunk{};
};

void inflate_all(const Source& source, Target& target) {
  std::make_unique<Inflater>(source)->run(target);
}

struct FreeLz4 {
  void operator()(LZ4F_dctx* context) const { LZ4F_freeDecompressionContext(context); }
};

/// Reads one frame from `offset` on and returns where it ends.
std::size_t read_frame(const Source& source, std::size_t offset, LZ4F_dctx* context, std::string& chunk,
                       Target& target) {
  for (;;) {
    std::size_t consumed = source.bytes.size() - offset;
    std::size_t produced = chunk.size();
    const std::size_t hint =
        LZ4F_decompress(context, chunk.data(), &produced, source.bytes.data() + offset, &consumed, nullptr);
    if (LZ4F_isError(hint) != 0)
      refuse(source, offset, std::string("the LZ4 frame is damaged: ") + LZ4F_getErrorName(hint));
    offset += consumed;
    target.take({chunk.data(), produced}, offset);
    if (hint == 0) return offset;
    if (consumed == 0 && produced == 0) refuse(source, offset, "the LZ4 frame is cut off");
  }
}

void read_frames(const Source& source, Target& target) {
  LZ4F_dctx* made = nullptr;
  if (LZ4F_isError(LZ4F_createDecompressionContext(&made, LZ4F_VERSION)) != 0) throw std::bad_alloc();
  const std::unique_ptr<LZ4F_dctx, FreeLz4> context(made);
  std::string chunk(k_packed_chunk_bytes, '\0');
  std::size_t offset = 0;
  do {
    offset = read_frame(source, offset, context.get(), chunk, target);
  } while (has_another(source, offset, k_lz4_magic));
}

void read(const Source& source, Packing packing, Target& target) {
  if (packing == Packing::gzip) inflate_all(source, target);
  if (packing == Packing::lz4) read_frames(source, target);
}

}  // namespace

Packing packing_of(std::string_view bytes) noexcept {
  if (bytes.starts_with(k_gzip_magic)) return Packing::gzip;
  return bytes.starts_with(k_lz4_magic) ? Packing::lz4 : Packing::none;
}

std::string unpack(std::string_view bytes, std::size_t most_bytes, std::string_view name) {
  const Source source{bytes, most_bytes, name};
  if (bytes.size() > most_bytes)
    refuse(source, most_bytes, "the file is larger than " + std::to_string(most_bytes >> 20) + " MiB");
  const Packing packing = packing_of(bytes);
  if (packing == Packing::none) return std::string(bytes);
  Target measure(source, nullptr);
  read(source, packing, measure);
  std::string text;
  text.reserve(measure.size());
  Target target(source, &text);
  read(source, packing, target);
  return text;
}

std::string gzip(std::string_view text) {
  z_stream stream{};
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, k_gzip_window, k_gzip_memory,
                   Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
  std::string packed(deflateBound(&stream, static_cast<uLong>(text.size())), '\0');
  stream.next_in = bytes_of(text);
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  const int status = deflate(&stream, Z_FINISH);
  packed.resize(packed.size() - stream.avail_out);
  deflateEnd(&stream);
  if (status != Z_STREAM_END) throw Error(ErrorCode::internal, "zlib did not pack a text", {}, {});
  return packed;
}

std::string lz4(std::string_view text) {
  LZ4F_preferences_t preferences{};
  preferences.frameInfo.contentChecksumFlag = LZ4F_contentChecksumEnabled;
  preferences.frameInfo.contentSize = text.size();
  std::string packed(LZ4F_compressFrameBound(text.size(), &preferences), '\0');
  const std::size_t size =
      LZ4F_compressFrame(packed.data(), packed.size(), text.data(), text.size(), &preferences);
  if (LZ4F_isError(size) != 0)
    throw Error(ErrorCode::internal, std::string("lz4 did not pack a text: ") + LZ4F_getErrorName(size), {},
                {});
  packed.resize(size);
  return packed;
}

std::string pack(std::string_view text, Packing packing) {
  if (packing == Packing::gzip) return gzip(text);
  return packing == Packing::lz4 ? lz4(text) : std::string(text);
}

}  // namespace rlmdb::json
