// SPDX-License-Identifier: MIT
// A node id has 32 bits, too few to draw them without a look at all that there are. So only the seed is
// drawn, and each number goes through a permutation that the seed chooses (a Feistel network).
#include "writing/node_ids.hpp"

#include <fmt/format.h>

#include <charconv>

#include "db/meta_rows.hpp"
#include "rlmdb/error.hpp"
#include "trees/tree_growth_rows.hpp"
#include "util/own_names.hpp"

namespace rlmdb::writing {

namespace {

constexpr std::string_view k_seed = "node_id_seed";
constexpr std::uint32_t k_odd_spreader = 2654435761U;

std::uint64_t mixed(std::uint64_t value) {
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9U;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EBU;
  return value ^ (value >> 31);
}

std::uint32_t permuted(const NodeIdSeed& seed, std::uint32_t value) {
  constexpr unsigned k_rounds = 8;
  constexpr unsigned k_half_bits = 16;
  constexpr std::uint32_t k_half = 0xFFFF;
  std::uint32_t left = value >> k_half_bits;
  std::uint32_t right = value & k_half;
  for (unsigned round = 0; round < k_rounds; ++round) {
    const std::uint64_t input = seed[round % seed.size()] + (std::uint64_t{round + 1} << 32 | right);
    const std::uint32_t next = left ^ (static_cast<std::uint32_t>(mixed(input)) & k_half);
    left = right;
    right = next;
  }
  return left << k_half_bits | right;
}

/// What the odd spreader is multiplied with to get 1.
std::uint32_t inverse_of_spreader() {
  std::uint32_t inverse = k_odd_spreader;
  for (int step = 0; step < 5; ++step) inverse *= 2U - k_odd_spreader * inverse;
  return inverse;
}

NodeIdSeed read_seed(std::string_view hex) {
  constexpr std::size_t k_digits = 16;
  NodeIdSeed seed{};
  bool is_seed = hex.size() == k_digits * seed.size();
  for (std::size_t index = 0; is_seed && index < seed.size(); ++index) {
    const char* first = hex.data() + index * k_digits;
    is_seed = std::from_chars(first, first + k_digits, seed[index], 16).ptr == first + k_digits;
  }
  if (!is_seed)
    throw Error(ErrorCode::corrupt, "the seed of node ids is no 32 hexadecimal digits", "meta:node_id_seed",
                "restore the newest backup");
  return seed;
}

}  // namespace

std::string node_id(const NodeIdSeed& seed, std::int64_t number) {
  return fmt::format("task-{:08x}", permuted(seed, static_cast<std::uint32_t>(number)));
}

bool is_unseeded(const std::string& node_id, std::int64_t number) {
  constexpr std::size_t k_prefix = 5;  // "task-"
  std::uint32_t value = 0;
  std::from_chars(node_id.data() + k_prefix, node_id.data() + node_id.size(), value, 16);
  const std::uint32_t giver = value * inverse_of_spreader() - 1;
  return giver < number;
}

std::string NodeIds::id(std::int64_t number) {
  if (!m_seed) {
    db::MetaRows meta(m_connection);
    meta.insert_new(k_seed, util::random_name() + util::random_name());
    m_seed = read_seed(meta.text(k_seed));
  }
  return node_id(*m_seed, number);
}

bool NodeIds::is_taken(const std::string& tree_id, std::int64_t number) {
  const std::string candidate = id(number);
  return is_unseeded(candidate, number) ||
         trees::TreeGrowthRows(m_connection).has_foreign_node_id(tree_id, candidate);
}

}  // namespace rlmdb::writing
