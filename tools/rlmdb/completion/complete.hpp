// SPDX-License-Identifier: MIT
/// What a shell may offer for the word that is being typed: the scripts in tools/completions ask for it.
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

}  // namespace rlmdb::cli
