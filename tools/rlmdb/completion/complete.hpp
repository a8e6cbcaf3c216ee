// SPDX-License-Identifier: MIT
/// What a shell may offer for the word that is being typed: the scripts in tools/completions ask for it. And which
/// ids are meant by words that are shorter.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frame/options.hpp"
#include "rlmdb/known_ids.hpp"

namespace rlmdb::cli {

struct Offer {
  std::string word;
  std::string help;  ///< "": none
};

/// What can stand in one place.
struct Place {
  bool takes_files = false;  ///< names of files, which the shell knows
  std::vector<Offer> offers{};
  std::optional<IdOf> ids{};  ///< of these too
};

/// What can stand where the last of `words` does, whatever it begins with; `words` are those behind `rlmdb`.
/// Touches no database.
[[nodiscard]] Place place_of_last(const Words& words);

/// Of what an id is that stands for this option, or as `name` behind this command ("ID"); nullopt: of nothing
/// that known_ids() has.
[[nodiscard]] std::optional<IdOf> id_of_option(std::string_view option);
[[nodiscard]] std::optional<IdOf> id_of_argument(std::string_view command, std::string_view name);

/// `rlmdb complete -- WORD...`: a line for each word that the last of them may become, with a tab and a few
/// words on it; ":files" alone where it is a file. Nothing where anything fails.
[[nodiscard]] std::string completion_lines(const Words& words) noexcept;

/// `words`, those behind `rlmdb`, with each id of a task or tree whole that is typed as its number ("4" for
/// task-0004) or as a beginning that only one has ("tree-9f"; of a tree also "9f", without `tree-`). An id that
/// there is stays as it is, so does what names nothing, and everything where the database cannot be read: the
/// command says so. Error usage for a beginning that several have. Opens the database only for words that stand
/// for an id and are no whole one by their form.
[[nodiscard]] Words with_whole_ids(Words words);

}  // namespace rlmdb::cli
