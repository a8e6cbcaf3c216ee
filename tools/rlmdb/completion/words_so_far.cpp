// SPDX-License-Identifier: MIT
#include "completion/words_so_far.hpp"

#include <algorithm>
#include <vector>

namespace rlmdb::cli {
namespace {

bool takes_value(const Option& option) {
  return option.kind == Option::Kind::text || option.kind == Option::Kind::texts;
}

/// "--format", "=", "tree" of a shell that takes words apart at `=`, as "--format", "tree".
Words without_equals(const Words& words) {
  Words joined;
  for (const std::string& word : words) {
    const bool is_behind_option = !joined.empty() && joined.back().starts_with("--");
    if (word != "=" || !is_behind_option) joined.push_back(word);
  }
  if (!words.empty() && words.back() == "=") joined.emplace_back();
  return joined;
}

std::vector<const char*> pointers_to(const Words& words) {
  std::vector<const char*> pointers{"rlmdb"};
  for (const std::string& word : words) pointers.push_back(word.c_str());
  return pointers;
}

}  // namespace

WordsSoFar::WordsSoFar(const Words& words)
    : command_line(static_cast<int>(pointers_to(words).size()), pointers_to(words).data()),
      options(&command_line.options_of_program()) {
  read(without_equals(words));
}

std::string_view WordsSoFar::verb() const {
  const bool has_verbs = command != nullptr && !command->text().verbs.all.empty();
  return has_verbs && !arguments.empty() ? std::string_view(arguments.front()) : std::string_view();
}

void WordsSoFar::read(const Words& words) {
  if (words.empty()) return;
  for (std::size_t place = 0; place + 1 < words.size(); ++place) take(words[place]);
  take_last(words.back());
}

void WordsSoFar::take(const std::string& word) {
  if (value_of != nullptr) {
    take_value(*value_of, word);
    value_of = nullptr;
    return;
  }
  if (!ends_options && word.starts_with('-') && word.size() > 1) {
    ends_options = word == "--";
    const std::size_t equals = word.find('=');
    const Option* option = options->find(word.substr(0, equals));
    if (option == nullptr || !takes_value(*option)) return;
    if (equals == std::string::npos) {
      value_of = option;
    } else {
      take_value(*option, word.substr(equals + 1));
    }
    return;
  }
  if (command != nullptr) {
    arguments.push_back(word);
    return;
  }
  for (std::size_t index = 0; index < command_line.commands().size(); ++index) {
    if (command_line.commands()[index]->text().name != word) continue;
    command = command_line.commands()[index].get();
    options = &command_line.options_of(index);
  }
}

void WordsSoFar::take_value(const Option& option, const std::string& value) {
  if (option.name() == "--db") global.database = value;
  if (option.name() == "-C") global.directory = value;
}

void WordsSoFar::take_last(const std::string& word) {
  begun = word;
  if (value_of != nullptr || ends_options || !word.starts_with("--")) return;
  const std::size_t equals = word.find('=');
  if (equals == std::string::npos) return;
  value_of = options->find(word.substr(0, equals));
  prefix = word.substr(0, equals + 1);
  begun = word.substr(equals + 1);
}

}  // namespace rlmdb::cli
