// SPDX-License-Identifier: MIT
#include "frame/exit_status.hpp"

#include <algorithm>
#include <array>

#include "frame/command.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::array<ExitWord, 9> k_words{{{0, "done"},
                                           {1, "failed"},
                                           {2, "wrong arguments"},
                                           {3, "done with findings"},
                                           {4, "not found"},
                                           {5, "busy"},
                                           {6, "bad input"},
                                           {7, "conflict"},
                                           {8, "unusable database"}}};

struct Known {
  ExitStatus status;
  enum class Of {
    all,
    those_with_verbs,
    those_with_a_database,
    those_that_say_so
  } of = Of::those_that_say_so;
};

bool is_of(const Known& known, const CommandText& text) {
  switch (known.of) {
    case Known::Of::all:
      return true;
    case Known::Of::those_with_verbs:
      return !text.verbs.all.empty();
    case Known::Of::those_with_a_database:
      return text.database == Database::used;
    case Known::Of::those_that_say_so:
      return false;
  }
  return false;
}

constexpr std::array<Known, 12> k_known{
    {{{0, "done"}, Known::Of::all},
     {{1, "the system refused to read or write, or a bug of rlmdb", "io, internal"}, Known::Of::all},
     {{2, "wrong arguments, among them an option of another verb", "usage"}, Known::Of::those_with_verbs},
     {{2, "wrong arguments", "usage"}, Known::Of::all},
     {{3, "done, with findings"}},
     {{4, "there is no such database", "not_found"}, Known::Of::those_with_a_database},
     {{5, "another process is writing and did not finish in time; try again", "busy"},
      Known::Of::those_with_a_database},
     {{6, "the input is damaged or refused; nothing was changed", "invalid_input"}},
     {{7, "something is not as the command needs it; nothing was changed", "conflict"}},
     {{8, "the database cannot be used", "corrupt, not_our_database, schema_too_new"},
      Known::Of::those_with_a_database},
     {{130, "SIGINT, SIGTERM or SIGHUP", "interrupted"}},
     {{141, "(death by SIGPIPE) the reader of standard output went away"}}}};

}  // namespace

std::span<const ExitWord> exit_words() noexcept {
  return k_words;
}

std::vector<ExitStatus> exit_statuses_of(const CommandText& text) {
  std::vector<ExitStatus> all;
  for (const Known& known : k_known) {
    const int status = known.status.status;
    if (!all.empty() && all.back().status == status) continue;
    const auto own = std::find_if(text.exits.begin(), text.exits.end(),
                                  [&](const ExitStatus& exit) { return exit.status == status; });
    if (own != text.exits.end()) {
      all.push_back({own->status, own->meaning, known.status.codes});
    } else if (is_of(known, text)) {
      all.push_back(known.status);
    }
  }
  return all;
}

}  // namespace rlmdb::cli
