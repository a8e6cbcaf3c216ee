// SPDX-License-Identifier: MIT
#include "mcp/tool_schemas.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <utility>

#include "format/json_writer.hpp"
#include "frame/exit_code.hpp"
#include "mcp/cut_answer.hpp"
#include "mcp/tools.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::array k_exits = {static_cast<std::int64_t>(ExitCode::done),
                                static_cast<std::int64_t>(ExitCode::findings)};

/// Whether the answer of that name is one of the verb: "list", "workflow_list", "depend_list".
bool is_of(std::string_view answer, std::string_view verb) {
  return answer == verb || (answer.ends_with(verb) && answer[answer.size() - verb.size() - 1] == '_') ||
         (answer.starts_with(verb) && answer[verb.size()] == '_');
}

/// Those of the verb; where none has its name, those that have no verb's.
std::vector<Answer> answers_of(const Answers& answers, const Method& method) {
  if (method.verb == nullptr) return answers.all;
  std::vector<Answer> own;
  std::vector<Answer> unnamed;
  for (const Answer& answer : answers.all) {
    if (is_of(answer.name, method.verb->word())) own.push_back(answer);
    if (answer.name == "change" || answer.name == "written" || answer.name.empty()) unnamed.push_back(answer);
  }
  if (!own.empty()) return own;
  return unnamed.empty() ? answers.all : unnamed;
}

/// Without what only makes it readable.
std::string compact(std::string_view json) {
  std::string text;
  bool is_in_string = false;
  for (std::size_t at = 0; at < json.size(); ++at) {
    const char character = json[at];
    if (!is_in_string && (character == ' ' || character == '\n')) continue;
    if (character == '"') is_in_string = !is_in_string;
    text += character;
    if (is_in_string && character == '\\') text += json[++at];
  }
  return text;
}

bool is_choice(std::string_view type) {
  return type.find('|') != std::string_view::npos &&
         std::all_of(type.begin(), type.end(), [](unsigned char letter) {
           return std::isupper(letter) == 0 && letter != '[' && letter != '=';
         });
}

std::vector<std::string> choices_in(std::string_view type) {
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin <= type.size();) {
    const std::size_t end = std::min(type.find('|', begin), type.size());
    words.emplace_back(type.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

void add_range(JsonObject& schema, const Range& range) {
  constexpr auto k_no_end = std::numeric_limits<std::int64_t>::max();
  schema.add("type", "integer")
      .add_if(range.least > -k_no_end - 1, "minimum", range.least)
      .add_if(range.most < k_no_end, "maximum", range.most);
}

/// The members of the schema of one value.
void add_type(JsonObject& schema, const MethodParam& param) {
  const std::string_view type = param.type;
  if (type == "true|false") {
    schema.add("type", "boolean");
  } else if (param.range.has_value()) {
    add_range(schema, *param.range);
  } else if (type == "N" || type == "USD") {
    schema.add("type", "number");
  } else if (type == "DURATION" || type.starts_with("SEQ|")) {
    schema.add("type", std::vector<std::string>{"string", "integer"});
  } else if (type.find('=') != std::string_view::npos) {
    schema.add("type", "object");
  } else if (is_choice(type)) {
    schema.add("type", "string").add("enum", choices_in(type));
  } else if (type != "JSON" && type != "JSON|-" && type != "VALUE") {
    schema.add("type", "string");
  }
}

std::string about_of(const MethodParam& param) {
  std::string about = param.about.empty() ? param.type : param.about;
  if (param.type == "DURATION") about += "; milliseconds, or a text like \"90s\", \"1h30m\", \"2d\"";
  if (param.type == "SEQ|TIME") about += "; the number of an event, or a time";
  if (param.type == "WHEN" || param.type.ends_with("TIME")) {
    about += "; a time is like \"2h\" (ago), \"yesterday\", \"2026-11-25\" or \"2026-11-25T09:30:00Z\"";
  }
  return about;
}

void add_param(JsonObject& schema, const MethodParam& param) {
  const bool is_map = param.type.find('=') != std::string::npos;
  if (param.is_list && !is_map) {
    schema.add("type", "array").add_object("items", param, [](JsonObject& items, const MethodParam& one) {
      add_type(items, one);
    });
  } else if (param.may_be_bare) {
    schema.add("type", std::vector<std::string>{"string", "boolean"});
  } else {
    add_type(schema, param);
  }
  schema.add("description", about_of(param));
}

}  // namespace

Shape answer_shape(const Answers& answers, const Method& method) {
  Shape exit(Shape::Kind::integer);
  exit.numbers.assign(k_exits.begin(), k_exits.end());
  Shape answer(Shape::Kind::object);
  answer.members = {{"data", shape_of_data({answers.about, answers_of(answers, method), answers.form})},
                    {"warnings", shape_of_warnings()},
                    {"exit", exit, "3: there is something to look at"}};
  return answer;
}

std::string output_schema(std::string_view tool, const Shape& answer) {
  Shape cut = answer;
  for (const Shape::Member& member : shape_of_cut().members) cut.members.push_back(member);
  return compact(json_schema(tool, "What it answers.", cut));
}

std::string input_schema(const std::vector<MethodParam>& params) {
  std::vector<std::string> required;
  for (const MethodParam& param : params) {
    if (param.is_required) required.push_back(param.name);
  }
  JsonObject schema;
  schema.add("type", "object").add("additionalProperties", false).add("required", required);
  schema.add_object("properties", params, [](JsonObject& all, const std::vector<MethodParam>& each) {
    for (const MethodParam& param : each) all.add_object(param.name, param, add_param);
    all.add_object(k_timeout_argument, 0, [](JsonObject& timeout, int) {
      timeout.add("type", "integer").add("description", "milliseconds to wait for the answer");
    });
    all.add_object(k_cursor_argument, 0, [](JsonObject& cursor, int) {
      cursor.add("type", "string")
          .add("description", "of an answer that was cut: goes on there; other arguments as before");
    });
  });
  return schema.text();
}

}  // namespace rlmdb::cli
