// SPDX-License-Identifier: MIT
/// What can be called by name (methods.hpp), with the parameters of each: for lists of it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frame/command_line.hpp"
#include "frame/methods.hpp"

namespace rlmdb::cli {

struct MethodParam {
  std::string name;
  std::string type;  ///< as the help has it; "true|false" of a switch
  bool is_required = false;
  bool is_list = false;
  std::string about;
  std::optional<Range> range;  ///< of a whole number
  bool is_file = false;        ///< it names a file or a directory
  bool is_only_noted = false;  ///< likewise, which nothing opens
  bool may_be_bare = false;    ///< true stands for the option without its value
  bool is_instead_of_words = false;
};

/// Whether each call has it: among `all` none stands instead of it.
[[nodiscard]] bool is_needed(const MethodParam& param, const std::vector<MethodParam>& all);

/// A method, with those of the same name that a parameter makes another thing.
struct DescribedMethod {
  Method method;
  std::vector<std::string> words;  ///< those of the params that are words, in order, as far as all agree
  std::vector<MethodParam> params;
};

/// Those that a call of `method` takes.
[[nodiscard]] std::vector<MethodParam> params_of(const Method& method, const Options& options);
/// All there are, each name once. Needed is only what all methods of one name need.
[[nodiscard]] std::vector<DescribedMethod> described_methods(const CommandLine& described);

}  // namespace rlmdb::cli
