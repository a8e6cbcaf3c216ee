// SPDX-License-Identifier: MIT
/// One YAML document as a tree of nodes that know where they stand. Internal to this room.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "yaml/yaml_text.hpp"

namespace rlmdb::yaml {

enum class NodeKind : std::uint8_t { scalar, sequence, mapping, alias };
enum class NodeStyle : std::uint8_t { plain, single_quoted, double_quoted, literal, folded, block, flow };
/// What a tag says of a scalar.
enum class NodeTag : std::uint8_t {
  none,
  text,    ///< "!", "!!str" and every tag that YAML's core does not know
  number,  ///< "!!int", "!!float"
  plain,   ///< "!!null", "!!bool": as if it were not quoted
};

using NodeId = std::uint32_t;
inline constexpr NodeId k_no_node = 0xFFFFFFFFU;

/// Bytes [begin, end) of the text; `begin` is at its anchor or tag where it has one. `end` is never behind a
/// line break: a block ends with its last line that says something.
struct Node {
  std::string text;           ///< of a scalar
  NodeId target = k_no_node;  ///< of an alias
  NodeId first = k_no_node;  ///< of a sequence its first item; of a mapping its first key, and then the value
  NodeId next = k_no_node;   ///< the next of the same collection
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t expanded_nodes = 1;  ///< itself and all in it, aliases written out
  std::uint32_t uses = 0;            ///< how many aliases name it
  std::uint16_t height = 0;          ///< collections inside each other, itself counted; aliases written out
  NodeKind kind = NodeKind::scalar;
  NodeStyle style = NodeStyle::plain;
  NodeTag tag = NodeTag::none;
};

/// A document that was read. `yaml` outlives it.
struct NodeTree {
  std::string_view yaml;
  std::vector<Node> nodes;
  NodeId root = k_no_node;  ///< none: the text says nothing

  [[nodiscard]] const Node& operator[](NodeId id) const { return nodes[id]; }
  /// The node that an alias stands for; any other is itself.
  [[nodiscard]] const Node& resolved(NodeId id) const {
    return nodes[id].kind == NodeKind::alias ? nodes[nodes[id].target] : nodes[id];
  }
};

/// Memory is about 100 bytes a node, of which aliases have one each. Errors: those of to_json.
[[nodiscard]] NodeTree read_nodes(std::string_view yaml, const Limits& limits);

}  // namespace rlmdb::yaml
