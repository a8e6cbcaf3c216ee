// SPDX-License-Identifier: MIT
#pragma once

#include "serve/connection.hpp"

namespace rlmdb::cli {

/// Standard input and output are /dev/null from here on, also to programs that a verb starts.
void give_away_standard_streams();

/// Answers what comes on standard input on standard output, until the input ends, and gives both away to that
/// end; or until SIGTERM, as Connection says of `end`. SIGINT and SIGHUP are ignored. Error io when nobody read the
/// answers.
void answer_on_standard_streams(Calls& calls);

}  // namespace rlmdb::cli
