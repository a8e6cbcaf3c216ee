// SPDX-License-Identifier: MIT
#include "yaml/yaml_reader.hpp"

#include <yaml.h>

#include <algorithm>
#include <unordered_map>

#include "rlmdb/error.hpp"
#include "yaml/yaml_source.hpp"

namespace rlmdb::yaml {

namespace {

/// libyaml compares each %TAG with all before it, and each tag with all of them.
constexpr std::size_t k_most_directives = 64;

/// The parser of libyaml, and one event of it.
class EventReader {
 public:
  explicit EventReader(const Source& source) : m_source(source) {
    if (yaml_parser_initialize(&m_parser) == 0) throw Error(ErrorCode::internal, "no memory for YAML");
    // libyaml ends the process for a text without an address, which an empty one may be.
    const std::string_view text = source.text().empty() ? std::string_view("") : source.text();
    yaml_parser_set_input_string(&m_parser, reinterpret_cast<const unsigned char*>(text.data()), text.size());
    yaml_parser_set_encoding(&m_parser, YAML_UTF8_ENCODING);
  }
  EventReader(const EventReader&) = delete;
  EventReader& operator=(const EventReader&) = delete;
  ~EventReader() {
    yaml_event_delete(&m_event);
    yaml_parser_delete(&m_parser);
  }

  /// The next event; it is valid until the next call.
  const yaml_event_t& next() {
    yaml_event_delete(&m_event);
    if (yaml_parser_parse(&m_parser, &m_event) == 0) refuse_what_was_read();
    return m_event;
  }

 private:
  [[noreturn]] void refuse_what_was_read() const {
    if (m_parser.error == YAML_MEMORY_ERROR) throw Error(ErrorCode::internal, "no memory for YAML");
    const std::string problem = m_parser.problem == nullptr ? "this is no YAML" : m_parser.problem;
    if (m_parser.error == YAML_READER_ERROR) {
      refuse(m_source.yaml(), m_source.byte_of_text(m_parser.problem_offset), problem);
    }
    const std::string context = m_parser.context == nullptr ? "" : std::string(" ") + m_parser.context;
    refuse(m_source.yaml(), m_source.byte_of(m_parser.problem_mark.index), problem + context);
  }

  const Source& m_source;
  yaml_parser_t m_parser{};
  yaml_event_t m_event{};
};

/// Directives stand before the first document only: the lines before its "---" that begin with '%'.
void check_directives(std::string_view yaml) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < yaml.size();) {
    if (yaml.substr(at, 3) == "---") return;
    if (yaml[at] == '%' && ++count > k_most_directives) refuse(yaml, at, "too many directives");
    const std::size_t line_break = yaml.find_first_of("\r\n", at);
    if (line_break == std::string_view::npos) return;
    at = line_break + 1;
  }
}

NodeTag tag_of(const yaml_char_t* tag) {
  if (tag == nullptr) return NodeTag::none;
  const std::string_view name = reinterpret_cast<const char*>(tag);
  if (name == YAML_INT_TAG || name == YAML_FLOAT_TAG) return NodeTag::number;
  if (name == YAML_NULL_TAG || name == YAML_BOOL_TAG) return NodeTag::plain;
  return NodeTag::text;
}

NodeStyle style_of(yaml_scalar_style_t style) {
  switch (style) {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE:
      return NodeStyle::single_quoted;
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE:
      return NodeStyle::double_quoted;
    case YAML_LITERAL_SCALAR_STYLE:
      return NodeStyle::literal;
    case YAML_FOLDED_SCALAR_STYLE:
      return NodeStyle::folded;
    default:
      return NodeStyle::plain;
  }
}

bool is_break(char c) {
  return c == '\n' || c == '\r';
}

/// One line break before `end`, or none.
std::size_t before_break(std::string_view yaml, std::size_t begin, std::size_t end) {
  if (end > begin && is_break(yaml[end - 1])) {
    --end;
    if (end > begin && yaml[end] == '\n' && yaml[end - 1] == '\r') --end;
  }
  return end;
}

/// Where a block scalar's last line ends. Empty lines behind it belong to it only where its head says "+".
std::size_t end_of_block_scalar(std::string_view yaml, std::size_t begin, std::size_t end) {
  const std::size_t head_end = std::min(end, yaml.find_first_of("\r\n", begin));
  const std::string_view head = yaml.substr(begin, head_end - begin);
  end = before_break(yaml, head_end, end);
  if (head.substr(0, head.find(" #")).find('+') != std::string_view::npos) return end;
  while (end > head_end) {
    std::size_t line = end;
    while (line > head_end && yaml[line - 1] == ' ') --line;
    if (line == head_end || !is_break(yaml[line - 1])) break;
    end = before_break(yaml, head_end, line);
  }
  return end;
}

/// Makes the tree of the events.
class TreeMaker {
 public:
  TreeMaker(const Source& source, const Limits& limits) : m_source(source), m_limits(limits) {
    m_tree.yaml = source.yaml();
  }

  void scalar(const yaml_event_t& event) {
    const auto& data = event.data.scalar;
    const NodeId id = add(event, NodeKind::scalar, style_of(data.style));
    Node& node = m_tree.nodes[id];
    node.text = m_source.restored({reinterpret_cast<const char*>(data.value), data.length});
    node.tag = tag_of(data.tag);
    // An empty scalar has no bytes: libyaml's start of it may lie behind blanks.
    node.end = static_cast<std::uint32_t>(m_source.byte_of(event.end_mark.index));
    if (node.style == NodeStyle::literal || node.style == NodeStyle::folded) {
      node.end = static_cast<std::uint32_t>(end_of_block_scalar(m_tree.yaml, node.begin, node.end));
    }
    count_text(node.text.size(), node.begin);
    name_anchor(data.anchor, id);
    close(id);
  }

  void open(const yaml_event_t& event) {
    const bool is_mapping = event.type == YAML_MAPPING_START_EVENT;
    const bool is_flow = is_mapping ? event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
                                    : event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
    const NodeId id = add(event, is_mapping ? NodeKind::mapping : NodeKind::sequence,
                          is_flow ? NodeStyle::flow : NodeStyle::block);
    if (m_open.size() >= m_limits.most_depth) refuse_depth(m_tree.nodes[id].begin);
    if (is_mapping && is_key()) refuse_key(m_tree.nodes[id].begin);
    // Known by its name from the start: an alias inside of it has to be seen as such.
    name_anchor(is_mapping ? event.data.mapping_start.anchor : event.data.sequence_start.anchor, id);
    if (!is_mapping && is_key()) refuse_key(m_tree.nodes[id].begin);
    m_open.push_back({id, k_no_node, 0});
  }

  void close_collection(const yaml_event_t& event) {
    const Open open = m_open.back();
    m_open.pop_back();
    Node& node = m_tree.nodes[open.id];
    if (node.style == NodeStyle::flow) {
      node.end = static_cast<std::uint32_t>(m_source.byte_of(event.end_mark.index));
    } else if (open.last != k_no_node) {
      node.end = std::max(node.end, m_tree.nodes[open.last].end);
    }
    ++node.height;
    close(open.id);
  }

  void alias(const yaml_event_t& event) {
    const NodeId id = add(event, NodeKind::alias, NodeStyle::plain);
    Node& node = m_tree.nodes[id];
    node.end = static_cast<std::uint32_t>(m_source.byte_of(event.end_mark.index));
    const std::string name = reinterpret_cast<const char*>(event.data.alias.anchor);
    const auto found = m_anchors.find(name);
    if (found == m_anchors.end()) refuse(m_tree.yaml, node.begin, "an alias of an anchor that is not there");
    node.target = found->second;
    Node& target = m_tree.nodes[node.target];
    if (is_open(node.target)) refuse(m_tree.yaml, node.begin, "an alias inside of what it names");
    if (target.kind != NodeKind::scalar && is_key()) refuse_key(node.begin);
    if (m_open.size() + target.height > m_limits.most_depth) refuse_depth(node.begin);
    ++target.uses;
    node.height = target.height;
    node.expanded_nodes = target.expanded_nodes;
    count_text(m_text_of[node.target], node.begin);
    m_expanded += target.expanded_nodes - 1;
    check_count(node.begin);
    close(id);
  }

  [[nodiscard]] NodeTree finish() { return std::move(m_tree); }
  [[nodiscard]] bool has_root() const noexcept { return m_tree.root != k_no_node; }

 private:
  struct Open {
    NodeId id;
    NodeId last;  ///< the child that was added last
    std::size_t children;
  };

  NodeId add(const yaml_event_t& event, NodeKind kind, NodeStyle style) {
    const auto id = static_cast<NodeId>(m_tree.nodes.size());
    Node& node = m_tree.nodes.emplace_back();
    node.kind = kind;
    node.style = style;
    node.begin = static_cast<std::uint32_t>(m_source.byte_of(event.start_mark.index));
    node.end = node.begin;
    m_text_of.push_back(0);
    ++m_expanded;
    check_count(node.begin);
    return id;
  }

  [[nodiscard]] bool is_key() const {
    return !m_open.empty() && m_tree.nodes[m_open.back().id].kind == NodeKind::mapping &&
           m_open.back().children % 2 == 0;
  }

  [[nodiscard]] bool is_open(NodeId id) const {
    return std::any_of(m_open.begin(), m_open.end(), [&](const Open& open) { return open.id == id; });
  }

  void name_anchor(const yaml_char_t* anchor, NodeId id) {
    if (anchor != nullptr) m_anchors[reinterpret_cast<const char*>(anchor)] = id;
  }

  /// The node is complete: it becomes a child of what is open, which counts it.
  void close(NodeId id) {
    if (m_open.empty()) {
      m_tree.root = id;
      return;
    }
    Open& parent = m_open.back();
    Node& node = m_tree.nodes[parent.id];
    if (parent.last == k_no_node) {
      node.first = id;
    } else {
      m_tree.nodes[parent.last].next = id;
    }
    parent.last = id;
    ++parent.children;
    node.expanded_nodes += m_tree.nodes[id].expanded_nodes;
    node.height = std::max(node.height, m_tree.nodes[id].height);
    m_text_of[parent.id] += m_text_of_alias(id);
  }

  [[nodiscard]] std::size_t m_text_of_alias(NodeId id) const {
    const Node& node = m_tree.nodes[id];
    return m_text_of[node.kind == NodeKind::alias ? node.target : id];
  }

  /// Aliases may not make more text of a document than twice what one may have.
  void count_text(std::size_t bytes, std::size_t at) {
    if (m_tree.nodes.back().kind == NodeKind::scalar) m_text_of.back() = bytes;
    m_text += bytes;
    if (m_text > 2 * m_limits.most_bytes) refuse(m_tree.yaml, at, "aliases repeat too much text");
  }

  void check_count(std::size_t at) const {
    if (m_expanded > m_limits.most_nodes) {
      refuse(m_tree.yaml, at,
             "more than " + std::to_string(m_limits.most_nodes) + " values, aliases written out");
    }
  }

  [[noreturn]] void refuse_depth(std::size_t at) const {
    refuse(m_tree.yaml, at, "nested more than " + std::to_string(m_limits.most_depth) + " deep");
  }
  [[noreturn]] void refuse_key(std::size_t at) const {
    refuse(m_tree.yaml, at, "a key that is a list or a mapping", "JSON has text for keys only");
  }

  const Source& m_source;
  const Limits& m_limits;
  NodeTree m_tree;
  std::vector<Open> m_open;
  std::unordered_map<std::string, NodeId> m_anchors;
  std::vector<std::size_t> m_text_of;  ///< of each node: the bytes of all scalars in it, aliases written out
  std::size_t m_text = 0;
  std::size_t m_expanded = 0;
};

}  // namespace

NodeTree read_nodes(std::string_view yaml, const Limits& limits) {
  const Source source(yaml, limits.most_bytes);
  check_directives(yaml);
  EventReader events(source);
  TreeMaker maker(source, limits);
  for (;;) {
    const yaml_event_t& event = events.next();
    switch (event.type) {
      case YAML_DOCUMENT_START_EVENT:
        if (maker.has_root()) {
          refuse(yaml, source.byte_of(event.start_mark.index), "a second document begins here",
                 "keep one document in the file");
        }
        break;
      case YAML_SCALAR_EVENT:
        maker.scalar(event);
        break;
      case YAML_MAPPING_START_EVENT:
      case YAML_SEQUENCE_START_EVENT:
        maker.open(event);
        break;
      case YAML_MAPPING_END_EVENT:
      case YAML_SEQUENCE_END_EVENT:
        maker.close_collection(event);
        break;
      case YAML_ALIAS_EVENT:
        maker.alias(event);
        break;
      case YAML_STREAM_END_EVENT:
        return maker.finish();
      default:
        break;
    }
  }
}

}  // namespace rlmdb::yaml
