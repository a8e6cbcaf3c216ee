# SPDX-License-Identifier: MIT
# Every library is a Debian package; tools/dev/packages.txt names them once.
find_package(Threads REQUIRED)
# Archives where there are some: the program lives for some five milliseconds, and the loader took one of them for two shared ones.
find_library(SQLite3_LIBRARY NAMES libsqlite3.a sqlite3)
set(OPENSSL_USE_STATIC_LIBS ON)
find_package(SQLite3 REQUIRED)
find_package(SQLiteCpp REQUIRED)
find_package(simdjson REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(spdlog REQUIRED)
find_package(fmt REQUIRED)
find_package(CLI11 REQUIRED)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)

find_path(XXHASH_INCLUDE_DIR xxhash.h REQUIRED)
find_library(XXHASH_LIBRARY NAMES libxxhash.a xxhash REQUIRED)
find_path(UTF8PROC_INCLUDE_DIR utf8proc.h REQUIRED)
find_library(UTF8PROC_LIBRARY NAMES libutf8proc.a utf8proc REQUIRED)
find_path(ZLIB_INCLUDE_DIR zlib.h REQUIRED)
find_library(ZLIB_LIBRARY NAMES libz.a z REQUIRED)
find_path(LZ4_INCLUDE_DIR lz4frame.h REQUIRED)
find_library(LZ4_LIBRARY NAMES liblz4.a lz4 REQUIRED)
