// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cstdio>
#include <regex>
#include <string>
#include <vector>

#include "terminal/visible_text.hpp"
#include "transcript.hpp"
#include "trees/node_label.hpp"
#include "trees/print_pictures.hpp"

using namespace rlmdb::cli;

using cli_tests::count_of;

namespace {

rlmdb::Tree tree_of_depths(const std::vector<std::int64_t>& depths) {
  rlmdb::Tree tree{{"t"}, {}, {}};
  for (const std::int64_t depth : depths) {
    rlmdb::TreeNode node;
    node.task_id = rlmdb::TaskId{"n" + std::to_string(tree.nodes.size())};
    node.depth = depth;
    tree.nodes.push_back(node);
  }
  return tree;
}

/// "NODE<PARENT+LEFT_OUT", parents as nodes.
std::vector<std::string> picked(const rlmdb::Tree& tree, const PickLimits& limits) {
  const TreePick pick = pick_nodes(tree, limits);
  std::vector<std::string> texts;
  for (const PickedNode& node : pick.nodes) {
    texts.push_back(std::to_string(node.node) + "<" +
                    (node.parent == k_no_parent ? "-" : std::to_string(pick.nodes[node.parent].node)) + "+" +
                    std::to_string(node.left_out));
  }
  texts.push_back("all " + std::to_string(pick.left_out));
  return texts;
}

/// Every printable ASCII character, and those of other sorts.
std::string all_characters() {
  std::string text;
  for (char character = ' '; character <= '~'; ++character) {
    text += character;
  }
  return text;
}

rlmdb::Tree tree_with(const std::string& prompt) {
  rlmdb::Tree tree = tree_of_depths({0, 1});
  tree.nodes[1].prompt = prompt;
  tree.nodes[1].state = rlmdb::TaskState::completed;
  tree.nodes[1].state_text = "completed";
  return tree;
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
  return text;
}

/// What the entity codes of a Mermaid label stand for.
std::string decoded(std::string text) {
  static const std::regex k_code{"#(\\d+);"};
  std::string plain;
  for (std::smatch found; std::regex_search(text, found, k_code); text = found.suffix()) {
    plain += found.prefix().str() + static_cast<char>(std::stoi(found[1]));
  }
  return replaced(plain + text, "\u2060", "");
}

/// The lines of text in an SVG picture, those of each node behind one another.
std::string text_of_svg(const std::string& svg) {
  static const std::regex k_text{"<text[^>]*>([^<]*)</text>"};
  std::string all;
  for (std::sregex_iterator found(svg.begin(), svg.end(), k_text); found != std::sregex_iterator(); ++found) {
    all += (*found)[1].str() + "\n";
  }
  for (const auto& [code, character] : std::vector<std::pair<std::string, std::string>>{{"&#45;", "-"},
                                                                                        {"&#39;", "'"},
                                                                                        {"&#160;", " "},
                                                                                        {"&lt;", "<"},
                                                                                        {"&gt;", ">"},
                                                                                        {"&quot;", "\""},
                                                                                        {"&amp;", "&"}}) {
    all = replaced(all, code, character);
  }
  return all;
}

}  // namespace

TEST_SUITE("cli::pictures") {
  TEST_CASE("upper levels are drawn first, and what is left out is counted at the nearest node above it") {
    const rlmdb::Tree tree = tree_of_depths({0, 1, 2, 2, 1, 2, 3, 0, 1});
    using Texts = std::vector<std::string>;
    CHECK_EQ(picked(tree, {}),
             Texts{"0<-+0", "1<0+0", "2<1+0", "3<1+0", "4<0+0", "5<4+0", "6<5+0", "7<-+0", "8<7+0", "all 0"});
    CHECK_EQ(picked(tree, {100, 1}), Texts{"0<-+0", "1<0+2", "4<0+2", "7<-+0", "8<7+0", "all 4"});
    CHECK_EQ(picked(tree, {6, 100}), Texts{"0<-+0", "1<0+1", "2<1+0", "4<0+2", "7<-+0", "8<7+0", "all 3"});
    CHECK_EQ(picked(tree, {1, 100}), Texts{"0<-+6", "all 8"});
    CHECK_EQ(picked(tree_of_depths({}), {}), Texts{"all 0"});
  }

  TEST_CASE("a label is one line, bounded in columns and in bytes") {
    CHECK_EQ(one_line("  a\n\r\n b\t\tc ", 80), "a b c");
    CHECK_EQ(one_line("a\u202e\x1b[0m\x07", 80), "a\\u202e\\u001b[0m\\u0007");
    CHECK_EQ(one_line("日本語日本語", 7), "日本語…");
    CHECK_EQ(one_line(std::string(100'000, 'x'), 5), "xxxx…");
    std::string stacked = "x";
    for (int mark = 0; mark < 10'000; ++mark) {
      stacked += "\u0301";
    }
    CHECK_LE(one_line(stacked, 10).size(), 10 * 8 + std::string("…").size());
    CHECK_EQ(one_line(stacked, 10).substr(81 - 2), "…");
  }

  TEST_CASE("a line is broken at spaces, or inside a word that is too long") {
    using Texts = std::vector<std::string>;
    CHECK_EQ(broken_line("aaa bbb cccccccccc d", 7), Texts{"aaa bbb", "ccccccc", "ccc d"});
    CHECK_EQ(broken_line("日本語日本", 4), Texts{"日本", "語日", "本"});
    CHECK_EQ(broken_line("", 4), Texts{});
  }

  TEST_CASE("Mermaid gets every character back that it could have read as its own") {
    for (const std::string& prompt :
         {all_characters(), std::string("C:\\new\\n \\\\n"), std::string("`end` %%{init: {}}%%")}) {
      const std::string picture =
          mermaid_of(tree_with(prompt), pick_nodes(tree_with(prompt), {}), Costs::hidden);
      const std::string begin = "  n2[\"✓ n1 · completed<br/>";
      const std::size_t at = picture.find(begin) + begin.size();
      const std::string label = picture.substr(at, picture.find("\"]:::completed\n", at) - at);
      CHECK_EQ(decoded(label), one_line(prompt, 80));
      CHECK_EQ(label.find_first_of("\"`\\<>&%{}[]|*_~$^:@"), std::string::npos);
    }
  }

  TEST_CASE("Mermaid cannot take a backslash before n for a line break") {
    const rlmdb::Tree tree = tree_with("C:\\new\\old");
    CHECK_NE(mermaid_of(tree, pick_nodes(tree, {}), Costs::hidden).find("C#58;#92;\u2060new#92;old"),
             std::string::npos);
  }

  TEST_CASE("colours that the template has no name for come only with a node in that state") {
    rlmdb::Tree tree = tree_with("p");
    tree.nodes[0].state = rlmdb::TaskState::queued;
    const std::string plain = mermaid_of(tree, pick_nodes(tree, {}), Costs::hidden);
    CHECK_NE(plain.find("\nclassDef completed fill:#90EE90\nclassDef failed fill:#FFB6C1\n"
                        "classDef running fill:#87CEEB\nclassDef pending fill:#D3D3D3\nclassDef default "),
             std::string::npos);
    CHECK_NE(plain.find("\"]:::pending\n"), std::string::npos);
    tree.nodes[0].state = rlmdb::TaskState::cancelled;
    CHECK_NE(mermaid_of(tree, pick_nodes(tree, {}), Costs::hidden)
                 .find("classDef cancelled fill:#D3D3D3,stroke-dasharray"),
             std::string::npos);
    tree.nodes[0].state = std::nullopt;
    CHECK_NE(mermaid_of(tree, pick_nodes(tree, {}), Costs::hidden)
                 .find("classDef unknown fill:#FFFFFF,stroke-dasharray"),
             std::string::npos);
  }

  TEST_CASE("Graphviz draws every node, every edge and every label of a hostile tree") {
    const cli_tests::Sandbox sandbox;
    const auto run = [&](const std::string& command) {
      return sandbox.run(command, cli_tests::Surface::pipes);
    };
    REQUIRE_EQ(run("rlmdb -q import hostile-tree.json").exit_code, 0);
    const auto drawn = run("rlmdb tree 'tree-\"<i>&\\' --format dot --cost >tree.dot && dot -Tsvg tree.dot");
    REQUIRE_MESSAGE(drawn.exit_code == 0, drawn.error);
    CHECK_EQ(drawn.error, "");
    CHECK_EQ(count_of(drawn.out, "class=\"node "), 9);
    CHECK_EQ(count_of(drawn.out, "class=\"edge\""), 8);
    for (const char* const edge : {"1&#45;&gt;n2", "1&#45;&gt;n3", "3&#45;&gt;n4", "3&#45;&gt;n5",
                                   "3&#45;&gt;n6", "6&#45;&gt;n7", "6&#45;&gt;n8", "1&#45;&gt;n9"}) {
      CAPTURE(edge);
      CHECK_EQ(count_of(drawn.out, std::string("<title>n") + edge + "</title>"), 1);
    }
    const std::string text = replaced(text_of_svg(drawn.out), "\n", " ");
    for (const char* const part : {"end \"quotes\" [brackets]", "<b>bold</b> & &lt; #35; #quot;",
                                   "\\n \\N \\G a\\ ", "\\u001b[31mred \\u202eright to"}) {
      CAPTURE(part);
      CHECK_NE(text.find(part), std::string::npos);
    }
  }

  TEST_CASE("Graphviz draws every character") {
    const cli_tests::Sandbox sandbox;
    rlmdb::Tree tree = tree_with(all_characters());
    const std::string file = (sandbox.path() / "tree.dot").string();
    std::FILE* const out = std::fopen(file.c_str(), "w");
    std::fputs(dot_of(tree, pick_nodes(tree, {}), Costs::hidden).c_str(), out);
    std::fclose(out);
    const auto drawn = sandbox.run("dot -Tsvg " + file, cli_tests::Surface::pipes);
    REQUIRE_MESSAGE(drawn.exit_code == 0, drawn.error);
    CHECK_NE(replaced(replaced(text_of_svg(drawn.out), "\n", ""), " ", "")
                 .find(replaced(one_line(all_characters(), 96), " ", "")),
             std::string::npos);
  }
}
