// SPDX-License-Identifier: MIT
/// The categories of a WARMTH.md, as Markdown sections or as YAML.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "rlmdb/words.hpp"

namespace rlmdb::grid {

struct WarmthCategory {
  std::string_view name;     ///< "almost_did"
  std::string_view heading;  ///< "Almost Did (Rejected)"
};

inline constexpr std::array k_warmth_categories = {
    WarmthCategory{k_grid_warmth_categories[0], "Codebase Patterns"},
    WarmthCategory{k_grid_warmth_categories[1], "Gotchas"},
    WarmthCategory{k_grid_warmth_categories[2], "User Preferences"},
    WarmthCategory{k_grid_warmth_categories[3], "Decisions Made"},
    WarmthCategory{k_grid_warmth_categories[4], "Almost Did (Rejected)"},
    WarmthCategory{k_grid_warmth_categories[5], "Fragile Areas"},
};

/// nullptr: it is none of the six.
[[nodiscard]] const WarmthCategory* find_warmth_category(std::string_view name);

/// A section of bullets, and where the next bullet goes.
struct WarmthSection {
  std::string category;  ///< its heading in snake_case; "almost_did" also of "Almost Did (Rejected)"
  std::vector<std::string> items;
  std::size_t end = 0;  ///< in the whole text, behind its last line
};

/// The sections of level 2 of a text from `begin` on.
[[nodiscard]] std::vector<WarmthSection> read_warmth_sections(std::string_view text, std::size_t begin);

/// Lists by category: what `yaml_json`, an object, and then the sections say; its other members as they are.
[[nodiscard]] std::string warmth_json(std::string_view yaml_json, const std::vector<WarmthSection>& sections);

/// The lines of bullets, quoted as the seed's are.
[[nodiscard]] std::string warmth_bullets(const std::vector<std::string>& items, std::string_view line_end);

}  // namespace rlmdb::grid
