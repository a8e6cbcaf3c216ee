// SPDX-License-Identifier: MIT
#include "format/claim_text.hpp"

#include "format/value.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {

std::string text_claim_holder(const std::optional<TaskClaim>& claim) {
  if (!claim.has_value() || claim->is_over) {
    return {};
  }
  return "claimed by " + make_visible(claim->owner) + " until " + claim->lease_expires_at;
}

std::string short_claim_holder(const TaskClaim& claim, std::string_view verb) {
  return std::string(verb) + " by " + make_visible(claim.owner) + " until " +
         readable_text(value_of(std::string_view(claim.lease_expires_at)), Meaning::time);
}

}  // namespace rlmdb::cli
