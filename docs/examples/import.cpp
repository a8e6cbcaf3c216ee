// SPDX-License-Identifier: MIT
// import DATABASE FILE...: brings legacy files in, says what was proved of each, and lists what is queued, the oldest first.
#include "rlmdb/import.hpp"

#include <filesystem>
#include <iostream>
#include <vector>

#include "rlmdb/error.hpp"
#include "rlmdb/store.hpp"
#include "rlmdb/words.hpp"

int main(int count, char** words) try {
  if (count < 3) {
    std::cerr << "usage: import DATABASE FILE...\n";
    return 2;
  }
  const std::vector<std::filesystem::path> files(words + 2, words + count);
  for (const rlmdb::SourceReport& source : rlmdb::import_files(words[1], files).sources) {
    std::cout << source.path << ": " << source.records.read << " records, "
              << (source.proof ? rlmdb::to_text(source.proof->proven) : "known before") << '\n';
  }
  const rlmdb::Store store = rlmdb::Store::open(words[1], rlmdb::Access::read_only);
  rlmdb::TaskFilter queued;
  queued.state = "queued";
  queued.order = rlmdb::TaskOrder::oldest;
  for (const rlmdb::TaskSummary& task : store.list(queued)) {
    std::cout << task.id.text << '\t' << task.prompt << '\n';
  }
} catch (const rlmdb::Error& error) {
  std::cerr << error.where() << ": " << error.what() << "\n  " << error.hint() << '\n';
  return 1;
}
