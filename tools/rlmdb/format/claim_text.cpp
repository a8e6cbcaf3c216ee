// SPDX-License-Identifier: MIT
#include "format/claim_text.hpp"

#include "format/value.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {

std::string text_claim_holder(const std::optional<TaskClaim>& claim, const Terminal& terminal) {
  if (!claim.has_value() || claim->is_over) {
    return {};
  }
  if (terminal.is_terminal) return short_claim_holder(*claim);
  return "claimed by " + make_visible(claim->owner) + " until " + claim->lease_expires_at;
}

std::string claim_holder_within(std::size_t columns, const std::optional<TaskClaim>& claim,
                                const Terminal& terminal) {
  const std::string text = text_claim_holder(claim, terminal);
  const bool has_room = !terminal.is_terminal || display_width(text) <= columns;
  return has_room ? text : "claimed by " + make_visible(claim->owner);
}

std::string short_claim_holder(const TaskClaim& claim, std::string_view verb) {
  return std::string(verb) + " by " + make_visible(claim.owner) + " until " +
         readable_text(value_of(std::string_view(claim.lease_expires_at)), Meaning::time);
}

}  // namespace rlmdb::cli
