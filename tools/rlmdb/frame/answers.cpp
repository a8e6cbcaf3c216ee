// SPDX-License-Identifier: MIT
#include "frame/answers.hpp"

#include <fmt/format.h>

#include <utility>

#include "frame/exit_code.hpp"

namespace rlmdb::cli {
namespace {

Shape fixed(std::string json) {
  Shape shape;
  shape.fixed = std::move(json);
  return shape;
}

}  // namespace

Shape shape_of_data(const Answers& answers) {
  Shape any(Shape::Kind::one_of);
  for (const Answer& answer : answers.all) {
    Shape shape = answer.data;
    shape.name = answer.name.empty() ? "data" : answer.name;
    shape.about = answer.about;
    any.parts.push_back(std::move(shape));
  }
  return any.parts.size() == 1 ? any.parts.front() : any;
}

Shape shape_of_warnings() {
  return Shape::list_of(shape_of_item<Finding>(add_finding));
}

std::string schema_of(std::string_view command, const Answers& answers) {
  if (answers.form == Answers::Form::lines) {
    return json_schema(fmt::format("one line of rlmdb {} --json", command), answers.about,
                       shape_of_data(answers));
  }
  Shape document(Shape::Kind::object);
  document.members = {{"rlmdb", fixed("1")},
                      {"command", fixed(fmt::format("\"{}\"", command))},
                      {"ok", fixed("true")},
                      {"data", shape_of_data(answers)},
                      {"warnings", shape_of_warnings()}};
  return json_schema(fmt::format("rlmdb {} --json", command), answers.about, document);
}

std::string schema_of_failure() {
  const Shape error =
      shape_of_item<Error>([](JsonObject& object, const Error& what) { add_error(object, {}, what); });
  Shape document(Shape::Kind::object);
  document.members = {{"rlmdb", fixed("1")},
                      {"command", Shape(Shape::Kind::text)},
                      {"ok", fixed("false")},
                      {"error", error},
                      {"warnings", shape_of_warnings(), "", true}};
  return json_schema("Failure of any command",
                     "The one document on standard error when a command fails with --json.", document);
}

}  // namespace rlmdb::cli
