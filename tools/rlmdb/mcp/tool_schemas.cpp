// SPDX-License-Identifier: MIT
#include "mcp/tool_schemas.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <type_traits>
#include <utility>

#include "format/json_writer.hpp"
#include "frame/exit_code.hpp"
#include "mcp/cut_answer.hpp"
#include "mcp/tools.hpp"
#include "rlmdb/change_fields.hpp"

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

/// Of one value, or of a list of them.
void add_form(JsonObject& schema, const MethodParam& param) {
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
}

void add_param(JsonObject& schema, const MethodParam& param) {
  add_form(schema, param);
  schema.add("description", about_of(param));
}

/// What an object of `tasks` may have: of one task what the tool takes as arguments.
void add_members_of_task(JsonObject& members, const std::vector<MethodParam>& params) {
  members.add_object("prompt", 0, [](JsonObject& /*any JSON*/, int) {});
  const NewTask none;
  for_each_field(k_new_task_fields, none, [&]<class Value>(const NewTaskField& field, const Value& /*none*/) {
    const std::string_view member = field.given_as.empty() ? field.name : field.given_as;
    const std::string_view argument = field.option.empty() ? member : field.option;
    const auto param = std::ranges::find(params, argument, &MethodParam::name);
    if (param == params.end()) return;
    members.add_object(member, *param, [](JsonObject& schema, const MethodParam& one) {
      constexpr bool is_milliseconds = std::is_same_v<Value, std::optional<std::chrono::milliseconds>>;
      is_milliseconds ? static_cast<void>(schema.add("type", "integer")) : add_form(schema, one);
    });
  });
}

void add_tasks(JsonObject& schema, const std::vector<MethodParam>& params) {
  schema.add("type", "array")
      .add("description",
           "many at once, all or none, instead of the other arguments but request_id; "
           "each has what these say of one task");
  schema.add_object("items", params, [](JsonObject& task, const std::vector<MethodParam>& each) {
    task.add("type", "object")
        .add("additionalProperties", false)
        .add("required", std::vector<std::string>{"prompt"});
    task.add_object("properties", each, add_members_of_task);
  });
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
    if (is_needed(param, params)) required.push_back(param.name);
  }
  JsonObject schema;
  schema.add("type", "object").add("additionalProperties", false).add("required", required);
  schema.add_object("properties", params, [](JsonObject& all, const std::vector<MethodParam>& each) {
    for (const MethodParam& param : each) {
      if (param.type == k_objects_type) {
        all.add_object(param.name, each, add_tasks);
      } else {
        all.add_object(param.name, param, add_param);
      }
    }
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
