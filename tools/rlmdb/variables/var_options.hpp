// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "frame/change_options.hpp"
#include "frame/owner_options.hpp"
#include "variables/var_verbs.hpp"

namespace rlmdb::cli {

/// Arguments of `rlmdb var`, as typed.
struct VarOptions {
  std::vector<std::string> words;  ///< the verb and what follows it
  OwnerOptions owner;
  bool is_text = false;
  std::optional<std::string> type;
  std::optional<std::string> description;
  std::optional<std::string> source;
  std::optional<std::string> ttl;
  bool is_read_only = false;
  bool is_writable = false;
  bool completes = false;
  bool propagates = false;
  bool inherits = false;
  bool is_stored = false;
  bool is_counted = false;
  bool resolves = false;
  bool spills = false;
  bool is_sure = false;
  std::optional<std::string> root;
  std::optional<std::string> at;
  std::optional<std::string> reason;
  ChangeOptions change;
};

void add_var_options(Options& options, VarOptions& var);

}  // namespace rlmdb::cli
