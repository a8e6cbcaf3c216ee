// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "util/digest128.hpp"
#include "util/sha256.hpp"

using namespace rlmdb::util;

TEST_SUITE("util::sha256") {
  TEST_CASE("known digests") {
    CHECK(sha256_hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK(sha256_hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  }

  TEST_CASE("a digest in between does not end the hash, and copies part ways") {
    Sha256 hash;
    hash.update("a");
    CHECK(hash.hex() == sha256_hex("a"));
    Sha256 copy(hash);
    hash.update("bc");
    copy.update("x");
    CHECK(hash.hex() == sha256_hex("abc"));
    CHECK(copy.hex() == sha256_hex("ax"));
    copy = hash;
    CHECK(copy.hex() == sha256_hex("abc"));
  }
}

TEST_SUITE("util::digest128") {
  TEST_CASE("known digests of XXH3") {
    CHECK(to_hex(digest128("")) == "99aa06d3014798d86001c324468d497f");
    CHECK(to_hex(digest128("abc")) == "06b05ab6733a618578af5f94892f3950");
    CHECK(digest128("a") != digest128("b"));
  }
}
