// SPDX-License-Identifier: MIT
/// The calls of the program by name, as other programs make them: `rlmdb task add --prompt TEXT` is the method
/// task.add with the parameter "prompt". Names, types and what is needed come from what commands say of
/// themselves to the command line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "frame/command.hpp"
#include "frame/parse.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::cli {

/// A call by a name that is none.
class UnknownMethod : public Error {
 public:
  using Error::Error;
};

/// A place for words, "ID...", "[VALUE]" or "FIELD=JSON...", as a parameter.
struct PlaceOfWords {
  enum class Of { text, json, pairs_of_text, pairs_of_json };

  std::string parameter;  ///< "id", "value", "set"
  std::string type;       ///< as the help has it: "ID"
  Of of = Of::text;
  bool is_required = false;
  bool is_many = false;
};

struct Method {
  std::string name;            ///< "claim", "task.add", "task.depend.add", "grid.write_through.on"
  std::size_t command = 0;     ///< its place among the commands
  const Verb* verb = nullptr;  ///< of a command that has verbs
  std::string fixed;           ///< the word behind the verb that the name says: "add" of task.depend.add
  bool changes = false;        ///< it may change the database, or write files
};

/// Those of the command in that place, none where it only makes sense as a program. A verb that an option makes
/// another thing (Verb::with) has one method a meaning, of one name.
[[nodiscard]] std::vector<Method> methods_of(const std::vector<CommandPtr>& commands, std::size_t index);
/// All there are, in the order of the commands.
[[nodiscard]] std::vector<Method> methods_of(const std::vector<CommandPtr>& commands);

/// The type of a value that is a list of JSON objects.
inline constexpr std::string_view k_objects_type = "OBJECTS";

/// The type of a value that is the path of a file which nothing opens, and which need not be there.
inline constexpr std::string_view k_place_type = "PLACE";

/// Whether a value of that type, as the help has it, names a file or a directory.
[[nodiscard]] bool names_a_file(std::string_view type);
/// Whether it is only noted: what a task made, and the files of a mission, which are in the database.
[[nodiscard]] bool is_only_noted(const Method& method, const std::string& name, std::string_view type);

/// Whether a call takes it: not what is about the terminal, the connection, or a process of its own.
[[nodiscard]] bool is_parameter(const Option& option);
/// Whether it is for the verb of that method, or for all.
[[nodiscard]] bool is_option_of(const Option& option, const Method& method);
/// "if_version" of --if-version.
[[nodiscard]] std::string parameter_of(const Option& option);
/// The words that a call of `method` takes besides its options, in order.
[[nodiscard]] std::vector<PlaceOfWords> places_of(const Method& method, const Options& options);

/// The parameters that are words on the command line, in the order in which they are typed; also those that an option
/// gives as well.
[[nodiscard]] std::vector<std::string> words_in_order(const Method& method, const Options& options);

/// Whether a call may name files of the machine that it is answered on.
enum class Files { taken, refused };

/// What the command line would have said for `params`, a JSON object or "": Error usage, with the parameter as
/// `where`, for one that the method does not have, for values that are none of its type, and for files that are
/// refused.
[[nodiscard]] Parsed parse_params(const Method& method, std::string_view params, Options& options,
                                  Files files = Files::taken);

}  // namespace rlmdb::cli
