// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <sys/resource.h>

#include <array>
#include <string>
#include <utility>

#include "json/packed.hpp"
#include "rlmdb/error.hpp"

using namespace rlmdb;
using namespace rlmdb::json;

namespace {

/// `printf 'abc' | gzip -n -9`
const std::string k_abc(
    "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x4b\x4c\x4a\x06\x00\xc2\x41\x24\x35\x03\x00\x00\x00", 23);
/// The same with FEXTRA "ab", FNAME "n", FCOMMENT "c" and a header CRC left out.
const std::string k_named = std::string(
                                "\x1f\x8b\x08\x1c\x00\x00\x00\x00\x02\x03\x02\x00"
                                "abn\0c\0",
                                18) +
                            k_abc.substr(10);

std::string unpacked(std::string_view bytes) {
  return unpack(bytes, k_most_unpacked_bytes, "f.gz");
}

/// The message and the place of the refusal; ("", ""): none.
std::pair<std::string, std::string> refusal(std::string_view bytes,
                                            std::size_t most = k_most_unpacked_bytes) {
  try {
    (void)unpack(bytes, most, "f.gz");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::invalid_input);
    return {error.what(), error.where()};
  }
  return {};
}

/// Text of a kind that does not shrink to nothing.
std::string sample(std::size_t bytes) {
  std::string text;
  std::uint64_t state = 88172645463325252ULL;
  while (text.size() < bytes) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    text += std::to_string(state % 1000) + (state % 7 == 0 ? "\n" : " ");
  }
  text.resize(bytes);
  return text;
}

std::int64_t peak_kib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

/// Zeros that shrink by the most that each packing can.
std::string bomb(std::string (*pack_text)(std::string_view), std::size_t times) {
  const std::string member = pack_text(std::string(std::size_t{32} << 20, '\0'));
  std::string bytes;
  for (std::size_t i = 0; i < times; ++i) bytes += member;
  return bytes;
}

}  // namespace

TEST_SUITE("json::packed") {
  TEST_CASE("the first bytes say how a file is packed") {
    CHECK(packing_of(k_abc) == Packing::gzip);
    CHECK(packing_of(lz4("abc")) == Packing::lz4);
    CHECK(packing_of("{}") == Packing::none);
    CHECK(packing_of("") == Packing::none);
    CHECK(packing_of("\x1f") == Packing::none);
    CHECK(unpacked("{}") == "{}");
    CHECK(unpacked("").empty());
  }

  TEST_CASE("gzip: what other programs write is read") {
    CHECK(unpacked(k_abc) == "abc");
    CHECK(unpacked(k_named) == "abc");
    CHECK(unpacked(k_abc + k_named) == "abcabc");
    CHECK(unpacked(k_abc + std::string(513, '\0')) == "abc");
    CHECK(unpacked(gzip("")).empty());
    CHECK(unpacked(gzip("") + gzip("") + gzip("x")) == "x");
  }

  TEST_CASE("what is packed comes back, and the same text gives the same bytes") {
    for (const std::size_t bytes : {0U, 1U, 65'535U, 65'536U, 65'537U, 1'000'000U}) {
      const std::string text = sample(bytes);
      for (const Packing packing : {Packing::none, Packing::gzip, Packing::lz4}) {
        const std::string packed = pack(text, packing);
        CHECK(packing_of(packed) == packing);
        CHECK(unpacked(packed) == text);
        CHECK(pack(text, packing) == packed);
      }
    }
    CHECK(gzip("abc").substr(4, 4) == std::string(4, '\0'));
  }

  TEST_CASE("a stream that is cut off at any byte is refused") {
    const std::string text = sample(300);
    for (const std::string& packed : {gzip(text), gzip("a") + gzip(text)}) {
      for (std::size_t size = 2; size < packed.size(); ++size) {
        if (size == gzip("a").size() && packed.size() > gzip(text).size()) continue;  // one whole member
        const auto [message, where] = refusal(std::string_view(packed).substr(0, size));
        CAPTURE(size);
        const bool is_magic_cut = size == gzip("a").size() + 1 && packed.size() > gzip(text).size();
        CHECK(message == (is_magic_cut ? "data stands after the end of the packed content"
                                       : "the gzip stream is cut off"));
        CHECK(where == "f.gz: byte " + std::to_string(is_magic_cut ? size - 1 : size));
      }
    }
    const std::string packed = lz4(text);
    for (std::size_t size = 4; size < packed.size(); ++size) {
      CAPTURE(size);
      CHECK(refusal(std::string_view(packed).substr(0, size)) ==
            std::pair<std::string, std::string>("the LZ4 frame is cut off",
                                                "f.gz: byte " + std::to_string(size)));
    }
  }

  TEST_CASE("a byte that changed is damage, but where it means nothing") {
    const std::string text = sample(300);
    std::size_t read = 0;  // the last bits of a gzip block's last byte
    for (const std::string& packed : {gzip(text), lz4(text)}) {
      for (std::size_t at = 10; at < packed.size(); ++at) {
        std::string other = packed;
        other[at] = static_cast<char>(other[at] ^ 0x10);
        CAPTURE(at);
        if (!refusal(other).first.empty()) continue;
        CHECK(unpacked(other) == text);
        ++read;
      }
    }
    CHECK(read <= 1);
    std::string bad_crc = k_abc;
    bad_crc[15] = 'x';
    CHECK(refusal(bad_crc).first == "the gzip stream is damaged: incorrect data check");
  }

  TEST_CASE("nothing but zeros may follow") {
    CHECK(refusal(k_abc + "x") == std::pair<std::string, std::string>(
                                      "data stands after the end of the packed content", "f.gz: byte 23"));
    CHECK(refusal(k_abc + std::string(3, '\0') + k_abc).second == "f.gz: byte 26");
    CHECK(refusal(lz4("abc") + "{").first == "data stands after the end of the packed content");
    CHECK(unpacked(lz4("abc") + lz4("def") + std::string(2, '\0')) == "abcdef");
  }

  TEST_CASE("what holds too much is refused with little memory, not unpacked first") {
    const std::array bombs = {bomb(gzip, 32), bomb(lz4, 8)};  // 1 GiB, 256 MiB
    CHECK(bombs[0].size() < (std::size_t{2} << 20));
    const std::int64_t before = peak_kib();
    for (const std::string& bytes : bombs) {
      CHECK(refusal(bytes).first == "the file holds more than 64 MiB unpacked");
    }
    CHECK(peak_kib() - before < 8 * 1024);
    CHECK(refusal(std::string(2048, ' '), 1024).first == "the file is larger than 0 MiB");
  }

  TEST_CASE("as much as is allowed is read, and no byte more") {
    const std::string text(std::size_t{1} << 20, 'x');
    CHECK(unpack(gzip(text), text.size(), "f.gz") == text);
    CHECK(refusal(gzip(text + "y"), text.size()).first == "the file holds more than 1 MiB unpacked");
    CHECK(refusal(lz4(text + "y"), text.size()).first == "the file holds more than 1 MiB unpacked");
  }
}
