// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "rlmdb/error.hpp"
#include "thrown.hpp"
#include "yaml/yaml_text.hpp"

namespace rlmdb::yaml {
namespace {

const TextMembers k_text = {"block", "thread", "hash", "commit", "id"};

std::string json(std::string_view yaml) {
  return to_json(yaml, k_text);
}

std::string place_of_refusal(const std::string& yaml, const Limits& limits = {}) {
  try {
    (void)to_json(yaml, {}, limits);
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::invalid_input);
    return error.where() + ": " + error.what();
  }
  return "read";
}

/// `base` * `count`
std::string repeated(std::string_view base, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += base;
  return text;
}

}  // namespace

TEST_SUITE("yaml::yaml_text") {
  TEST_CASE("plain scalars mean what YAML 1.2 says, numbers only as JSON spells them") {
    CHECK(
        to_json("a: 08\nb: 010\nc: 0x1F\nd: .5\ne: 12e45678\nf: 00123\ng: 1_000\nh: 12:30:45\n") ==
        R"({"a":"08","b":"010","c":"0x1F","d":".5","e":"12e45678","f":"00123","g":"1_000","h":"12:30:45"})");
    CHECK(to_json("a: 1\nb: -2.50\nc: 1e5\nd: +1\ne: 1.\nf: -0\ng: 12345678901234567890123\nh: .inf\n") ==
          R"({"a":1,"b":-2.50,"c":1e5,"d":"+1","e":"1.","f":-0,"g":12345678901234567890123,"h":".inf"})");
    CHECK(
        to_json("a: yes\nb: True\nc: FALSE\nd: on\ne: ~\nf:\ng: Null\nh: nULL\ni: 2026-01-23\n") ==
        R"({"a":"yes","b":true,"c":false,"d":"on","e":null,"f":null,"g":null,"h":"nULL","i":"2026-01-23"})");
    CHECK(to_json("a: \"1\"\nb: 'true'\nc: !!str 5\nd: !!int \"5\"\ne: !!float 1e400\nf: !x 5\ng: ! 5\n") ==
          R"({"a":"1","b":"true","c":"5","d":5,"e":1e400,"f":"5","g":"5"})");
  }

  TEST_CASE("blocks, threads and hashes are text at any depth, and in lists") {
    CHECK(json("block: 08\nposition:\n  block: 1\n  thread: 3\n  wave: 2\ncommits:\n- hash: 12e45678\n- "
               "hash: 123\n"
               "- hash: 00123\ncommit: [1, true, null]\nthread:\nid: \"02.1\"\n") ==
          R"({"block":"08","position":{"block":"1","thread":"3","wave":2},"commits":[{"hash":"12e45678"},)"
          R"({"hash":"123"},{"hash":"00123"}],"commit":["1","true",null],"thread":null,"id":"02.1"})");
  }

  TEST_CASE("texts come as they are: folds, literals, escapes, CRLF, byte order marks, old line breaks") {
    CHECK(to_json("") == "null");
    CHECK(to_json(std::string_view()) == "null");
    CHECK(to_json("# only a comment\n") == "null");
    CHECK(
        to_json("a: |\n  1. Run: x\n\n   indented\nb: >-\n  one\n  two\n\n  three\nc: plain\n  goes on\n") ==
        R"({"a":"1. Run: x\n\n indented\n","b":"one two\nthree","c":"plain goes on"})");
    CHECK(to_json("\xEF\xBB\xBF"
                  "a: \xC3\xA4\r\nb: |\r\n  x\r\n  y\r\n") == "{\"a\":\"\xC3\xA4\",\"b\":\"x\\ny\\n\"}");
    // U+2028, U+2029 and U+0085 break lines in YAML 1.1 alone; U+E000 is what would stand in their place.
    CHECK(
        to_json("a: \"x \xE2\x80\xA8 y\"\nb: z \xC2\x85 q\xE2\x80\xA9\nc: \"\\ue000\"\nd: \xEE\x80\x81\n") ==
        "{\"a\":\"x \xE2\x80\xA8 y\",\"b\":\"z \xC2\x85 "
        "q\xE2\x80\xA9\",\"c\":\"\xEE\x80\x80\",\"d\":\"\xEE\x80\x81\"}");
    CHECK(to_json("\"a\\tb\": \"\\0\\x7F\\n\"\n") == "{\"a\\tb\":\"\\u0000\x7F\\n\"}");
    CHECK(to_json("a: 1\n") == to_json("---\na: 1\n...\n"));
  }

  TEST_CASE("aliases are written out, the last of repeated members counts") {
    CHECK(to_json("a: &x [1, 2]\nb: *x\nc: {d: *x}\n") == R"({"a":[1,2],"b":[1,2],"c":{"d":[1,2]}})");
    CHECK(to_json("a: 1\nb: 2\na: 3\n") == R"({"a":3,"b":2})");
    CHECK(to_json("a: &x 1\na: &x 2\nb: *x\n") == R"({"a":2,"b":2})");
    CHECK(to_json("&k a: 1\nb: {*k : 2}\n") == R"({"a":1,"b":{"a":2}})");
    CHECK(to_json("<<: {a: 1}\n? b\n? c\n: 3\n") == R"({"<<":{"a":1},"b":null,"c":3})");
  }

  TEST_CASE("what is no YAML is refused with its place") {
    CHECK(place_of_refusal("k\xC3\xA4y: [1\nb: 2") ==
          "byte 10 (line 2, column 2): did not find expected ',' or ']' while parsing a flow sequence");
    CHECK(place_of_refusal("a: *x\n") ==
          "byte 3 (line 1, column 4): an alias of an anchor that is not there");
    CHECK(place_of_refusal("a: &a [*a]\n") == "byte 7 (line 1, column 8): an alias inside of what it names");
    CHECK(place_of_refusal("a: 1\n---\nb: 2\n") ==
          "byte 5 (line 2, column 1): a second document begins here");
    CHECK(place_of_refusal("? [a]\n: b\n") == "byte 2 (line 1, column 3): a key that is a list or a mapping");
    CHECK(place_of_refusal("? {a: 1}\n: b\n") ==
          "byte 2 (line 1, column 3): a key that is a list or a mapping");
    CHECK(place_of_refusal("a: &x [1]\n*x : 2\n") ==
          "byte 10 (line 2, column 1): a key that is a list or a mapping");
    CHECK(place_of_refusal("a:\n\tb: 1\n") ==
          "byte 3 (line 2, column 1): found character that cannot start any token while scanning for the "
          "next token");
    CHECK(place_of_refusal(std::string("\xC3\xA4: \0b", 6)) ==
          "byte 4 (line 1, column 4): control characters are not allowed");
    CHECK(place_of_refusal("a: \xC3") == "byte 3 (line 1, column 4): a byte that is no UTF-8");
    CHECK(place_of_refusal(std::string("\xFF\xFE"
                                       "a\0",
                                       4)) == "byte 0 (line 1, column 1): the text is UTF-16");
  }

  TEST_CASE("limits: size, depth, count, and aliases that would be more than they look") {
    CHECK(place_of_refusal("a: " + std::string(std::size_t{50} << 20, 'x')) ==
          "byte 4194304: the YAML is larger than 4194304 bytes: it has 52428803");
    CHECK(place_of_refusal(repeated("[", 10'000)) == "byte 64 (line 1, column 65): nested more than 64 deep");
    CHECK(place_of_refusal(repeated("- ", 10'000) + "a") ==
          "byte 128 (line 1, column 129): nested more than 64 deep");
    CHECK(to_json(repeated("[", 64) + repeated("]", 64)) == repeated("[", 64) + repeated("]", 64));
    CHECK(place_of_refusal("[" + repeated("1,", 200'000) + "]") ==
          "byte 399999 (line 1, column 400000): more than 200000 values, aliases written out");

    std::string laughs = "a0: &a0 [lol]\n";
    for (int i = 1; i < 60; ++i) {
      const std::string name = "a" + std::to_string(i);
      const std::string last = "*a" + std::to_string(i - 1);
      laughs.append(name).append(": &").append(name).append(" [").append(last).append(", ").append(last);
      laughs += "]\n";
    }
    CHECK(place_of_refusal(laughs).find("more than 200000 values, aliases written out") != std::string::npos);
    std::string deep = "a0: &a0 []\n";
    for (int i = 1; i < 70; ++i) {
      deep += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [*a" + std::to_string(i - 1) + "]\n";
    }
    CHECK(place_of_refusal(deep).find("nested more than 64 deep") != std::string::npos);
    const std::string wide = "a: &a " + std::string(100'000, 'x') + "\nb: [" + repeated("*a, ", 100) + "]\n";
    CHECK(place_of_refusal(wide).find("aliases repeat too much text") != std::string::npos);
    CHECK(place_of_refusal(repeated("%TAG !a! tag:a\n", 65) + "---\na: 1\n").find("too many directives") !=
          std::string::npos);
  }

  TEST_CASE("members change in place, in the style they had") {
    CHECK(merged("a: 1\nb: 2\n", R"({"a":5,"c":"x"})") == "a: 5\nb: 2\nc: x\n");
    CHECK(merged("a: 1", R"({"b":"x"})") == "a: 1\nb: x");
    CHECK(merged("block: 01\nthread: 3\n", R"({"block":"02","thread":4})", k_text) ==
          "block: 02\nthread: 4\n");
    CHECK(merged("a: 'it''s'\nb: \"q\"\nc: 45\nd: plain multi\n  line\ne: x\n",
                 R"({"a":"can't","b":"yes: no # x","c":"45","d":"one","e":"a: b"})") ==
          "a: 'can''t'\nb: \"yes: no # x\"\nc: \"45\"\nd: one\ne: \"a: b\"\n");
    CHECK(
        merged("a: |  # run\n  x\n\n# end\nb: >\n  folded\n  text\n", R"({"a":"y\nz","b":"1\n2\n\n3\n"})") ==
        "a: |-  # run\n  y\n  z\n\n# end\nb: >\n  1\n\n  2\n\n\n  3\n");
    CHECK(merged("a: |+\n  x\n\n\nb: 1\n", R"({"a":"y\n"})") == "a: |\n  y\nb: 1\n");
    CHECK(merged("a: !!str 5\nb: !x [1]\n", R"({"a":6,"b":[1,2]})") == "a: 6\nb: !x [1, 2]\n");
    CHECK(merged("\"a b\": \"x\"\n'c': 'y'\n", R"({"a b":"z","c":"w"})") == "\"a b\": \"z\"\n'c': 'w'\n");
    CHECK(merged("a: 1\na: 2\n", R"({"a":3})") == "a: 1\na: 3\n");
    CHECK(merged("# head\n\nc:   1   # c\n", R"({"c":null})") == "# head\n\nc:   null   # c\n");
    CHECK(merged("a: 1\n", "{}") == "a: 1\n");
    CHECK(merged("a:\t1\nb:\t2 \t# c\n", R"({"a":3,"b":4})") == "a:\t3\nb:\t4 \t# c\n");
  }

  TEST_CASE("mappings are merged, anything else is replaced; comments stay where they are") {
    CHECK(merged("p:  # position\n  # which\n  a: 1  # one\n\nq: 2\n", R"({"p":{"b":2},"q":{"k":["x"]}})") ==
          "p:  # position\n  # which\n  a: 1  # one\n  b: 2\n\nq:\n  k:\n    - x\n");
    CHECK(
        merged("a: 1 # one\r\nb: |\r\n  x\r\n# end\r\n", R"({"a":{"k":[1,{"z":"08"}]},"b":"y\n","c":{}})") ==
        "a: # one\r\n  k:\r\n    - 1\r\n    - z: \"08\"\r\nb: |\r\n  y\r\nc: {}\r\n# end\r\n");
    CHECK(merged("f:  # list\n  # more\n  - a # x\n  - b\nz: 1\n", R"({"f":"none"})") ==
          "f: none  # list\n  # more\nz: 1\n");
    CHECK(merged("f:  # list\n- a # x\n- b\nz: 1\n", R"({"f":{"k":1}})") == "f:  # list\n  k: 1\nz: 1\n");
    CHECK(merged("a:\n  b: 1\n", R"({"a":["x"]})") == "a:\n  - x\n");
    CHECK(merged("s:\nt: ~ # c\nu:", R"({"s":3,"t":"no","u":{"v":1}})") == "s: 3\nt: no # c\nu:\n  v: 1");
  }

  TEST_CASE("what stands in brackets stays in brackets") {
    CHECK(merged("p: {a: 1, b: [x, y]}\nq: {}\nr: []\n",
                 R"({"p":{"a":"x, y","b":["x","z","w"],"n":true},"q":{"k":1},"r":[{"a":1,"b":"2"}]})") ==
          "p: {a: \"x, y\", b: [x, z, w], \"n\": true}\nq:\n  k: 1\nr:\n  - a: 1\n    b: \"2\"\n");
    CHECK(merged("{a: 1, b}", R"({"b":2,"c":{"x":[1]}})") == "{a: 1, b: 2, c: {x: [1]}}");
    CHECK(merged("a: [\n 1, # one\n 2,\n]\n", R"({"a":[1,2,3]})") == "a: [\n 1, # one\n 2, 3\n]\n");
    CHECK(merged("{\"a\":1,\"b\":}", R"({"a":"x","b":"w"})") == "{\"a\":x,\"b\": w}");
    CHECK(merged("a: [{k: 1}, {k: 2}]\n", R"({"a":[{"k":1},{"k":3,"l":"m\nn"}]})") ==
          "a: [{k: 1}, {k: 3, l: \"m\\nn\"}]\n");
  }

  TEST_CASE("an empty document begins to say something") {
    CHECK(merged("{}\n", R"({"a":{"b":[1]}})") == "a:\n  b:\n    - 1\n");
    CHECK(merged("# head\n--- {}\n", R"({"a":{"b":[1]}})") == "# head\n--- {a: {b: [1]}}\n");
    CHECK(merged("{\n # none\n}\n", R"({"a":1,"b":"x"})") == "{a: 1, b: x\n # none\n}\n");
    CHECK(with_item("[]", "", "1") == "- 1");
  }

  TEST_CASE("items that do not change keep their bytes; longer lists grow at their end") {
    CHECK(
        merged(
            "l:\n- id: 01.1\n  s: pending # later\n- id:   '01.2'\n  s: pending\nz: 1\n",
            R"({"l":[{"id":"01.1","s":"complete","commit":"00123"},{"id":"01.2","s":"pending"},{"id":"01.3"}]})",
            k_text) ==
        "l:\n- id: 01.1\n  s: complete # later\n  commit: \"00123\"\n- id:   '01.2'\n  s: pending\n- id: "
        "\"01.3\"\n"
        "z: 1\n");
    CHECK(merged("l:\n  - a # x\n  - b\n", R"({"l":["b"]})") == "l:\n  - b\n");
    CHECK(merged("l:\n  -\n  - b\n", R"({"l":[{"a":1,"c":2},["x"]]})") ==
          "l:\n  - a: 1\n    c: 2\n  - - x\n");
  }

  TEST_CASE("the change of a node leaves its aliases saying what they said") {
    CHECK(merged("a: &x\n  k: 1\nb: *x\nc: [*x, 2]\n", R"({"a":{"k":2}})") ==
          "a: &x\n  k: 2\nb: {k: 1}\nc: [{k: 1}, 2]\n");
    CHECK(merged("a: &x 08\nb: *x\n", R"({"b":"9"})") == "a: &x 08\nb: \"9\"\n");
    CHECK(merged("a: &x 08\nb: *x\nblock: *x\n", R"({"a":"9"})", k_text) ==
          "a: \"9\"\nb: \"08\"\nblock: \"08\"\n");
    CHECK(merged("a: &x {k: 1}\nb: *x\n", R"({"b":{"l":2}})") == "a: &x {k: 1}\nb:\n  k: 1\n  l: 2\n");
    CHECK(merged("a:\n  k: &x 1\nb: *x\n", R"({"a":[]})") == "a: []\nb: 1\n");
  }

  TEST_CASE("a change that cannot be written is refused, and names its member") {
    const auto refused = [](std::string_view yaml, std::string_view patch) {
      const auto error = test::error_of([&] { (void)merged(yaml, patch); });
      REQUIRE(error);
      CHECK(error->code() == ErrorCode::invalid_input);
      return error->where() + ": " + error->what();
    };
    CHECK(refused("[1]", "{}") == "byte 0 (line 1, column 1): the YAML is no mapping");
    CHECK(refused("", "{}") == "byte 0 (line 1, column 1): the YAML is no mapping");
    CHECK(refused("a: 1\n", "[]") == ": the change is no JSON object");
    CHECK(refused("a: 1\n", "{\"a\":") == "byte 5: the JSON cannot be read: the input ends inside a value");
    CHECK(refused("a: 1\n", R"({"a":"\ud83d"})") ==
          ": a text with half a surrogate pair, which YAML cannot say");
    CHECK(refused("? a\n? b\n", R"({"b":1})") ==
          "/b: this YAML has no place where the change can be written");
  }

  TEST_CASE("an item is put at the end of a list, which is made where there is none") {
    CHECK(with_item("a:\n  - 1 # one\nb: 2\n", "/a", "2") == "a:\n  - 1 # one\n  - 2\nb: 2\n");
    CHECK(with_item("a:\n- 1\n", "/a", R"({"k":"v","l":[1]})") == "a:\n- 1\n- k: v\n  l:\n    - 1\n");
    CHECK(with_item("a: []\n", "/a", "\"x\"") == "a:\n  - x\n");
    CHECK(with_item("a:\n", "/a", "\"x\"") == "a:\n  - x\n");
    CHECK(with_item("a: [1]\n", "/a", "\"x\"") == "a: [1, x]\n");
    CHECK(with_item("a: 1\n", "/x/y~1z", "1") == "a: 1\nx:\n  y/z:\n    - 1\n");
    CHECK(with_item("a:\n  - o:\n      - 1\n  - o: [2]\n", "/a/1/o", "3") ==
          "a:\n  - o:\n      - 1\n  - o: [2, 3]\n");
    CHECK(with_item("- 1\n", "", "2") == "- 1\n- 2\n");
    const auto refused = [](std::string_view pointer) {
      const auto error = test::error_of([&] { (void)with_item("a: 1\nl: [1]\n", pointer, "2"); });
      REQUIRE(error);
      return error->where() + ": " + error->what();
    };
    CHECK(refused("/a") == "/a: this is no list");
    CHECK(refused("/a/b") == "/a/b: there is no mapping on the way to the list");
    CHECK(refused("/l/1/x") == "/l/1/x: the list has no item of that number");
    CHECK(refused("a") == "a: a JSON pointer begins with \"/\"");
  }

  TEST_CASE("JSON becomes YAML that reads back as the same, quoted where any reader may doubt") {
    const std::string value =
        R"({"a":"1","b":{"c":[],"d":{},"e":[[1,[2]],{"x":"l1\nl2\n"}]},"big":1e400,"s":" lead\nx","t":"a\tb",)"
        R"x("z":"\u0000","k: y":null,"time":"2026-01-23T15:40:00Z","e":"","on":"yes","h":"executor-01 (01)"})x";
    CHECK(from_json(value) ==
          "a: \"1\"\nb:\n  c: []\n  d: {}\n  e:\n    - - 1\n      - - 2\n    - x: |\n        l1\n        l2\n"
          "big: !!float 1e400\ns: \" lead\\nx\"\nt: \"a\\tb\"\nz: \"\\x00\"\n\"k: y\": null\n"
          "time: \"2026-01-23T15:40:00Z\"\ne: \"\"\n\"on\": \"yes\"\nh: executor-01 (01)\n");
    CHECK(to_json(from_json(value)) == value);
    CHECK(from_json("{}") == "{}\n");
    const std::string long_key = "{\"" + std::string(2000, 'k') + "\":{\"a\":[1]}}";
    CHECK(to_json(from_json(long_key)) == long_key);
    CHECK(to_json(merged("x: {y: 1}\n", "{\"x\":" + long_key + "}")) ==
          "{\"x\":{\"y\":1," + long_key.substr(1) + "}");
  }
}

}  // namespace rlmdb::yaml
