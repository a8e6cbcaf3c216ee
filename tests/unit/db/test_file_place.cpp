// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "db/file_place.hpp"
#include "rlmdb/error.hpp"
#include "test_dir.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

namespace fs = std::filesystem;

/// "removed", "replaced", "" where it is where it was.
std::string what_became(const db::FilePlace& place, const fs::path& path) {
  try {
    place.require_unmoved(path);
    return {};
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::conflict);
    const std::string text = error.what();
    return text.find(" was removed ") != std::string::npos ? "removed" : "replaced";
  }
}

}  // namespace

TEST_SUITE("db::file_place") {
  TEST_CASE("a file that was gone before it was looked at has moved") {
    const TestDir directory;
    const fs::path path = directory / "x";
    const db::FilePlace gone(path);
    CHECK(what_became(gone, path) == "removed");
    std::ofstream(path) << "text";
    const db::FilePlace there(path);
    CHECK(what_became(there, path).empty());
    CHECK(what_became(gone, path) == "replaced");
    fs::rename(path, directory / "y");
    CHECK(what_became(there, path) == "removed");
    CHECK(what_became(db::FilePlace(), path).empty());
  }
}
