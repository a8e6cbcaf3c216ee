// SPDX-License-Identifier: MIT
#include "frame/method_params.hpp"

#include <algorithm>
#include <utility>

namespace rlmdb::cli {
namespace {

/// What the help says of the words that a command without verbs takes.
std::string about_place(const PlaceOfWords& place, const Options& options) {
  const Option* option = options.find(place.type);
  return option == nullptr ? std::string() : option->help;
}

void unite(std::vector<MethodParam>& params, const std::vector<MethodParam>& others) {
  const auto find = [](const std::vector<MethodParam>& among, const MethodParam& param) {
    return std::find_if(among.begin(), among.end(),
                        [&](const MethodParam& one) { return one.name == param.name; });
  };
  for (MethodParam& param : params) {
    const auto other = find(others, param);
    param.is_required = param.is_required && other != others.end() && other->is_required;
  }
  for (MethodParam param : others) {
    if (find(params, param) != params.end()) continue;
    param.is_required = false;
    params.push_back(std::move(param));
  }
}

}  // namespace

bool is_needed(const MethodParam& param, const std::vector<MethodParam>& all) {
  return param.is_required && std::ranges::none_of(all, &MethodParam::is_instead_of_words);
}

std::vector<MethodParam> params_of(const Method& method, const Options& options) {
  std::vector<MethodParam> params;
  for (const PlaceOfWords& place : places_of(method, options)) {
    const std::string about = method.verb == nullptr ? about_place(place, options) : std::string();
    params.push_back({place.parameter,
                      place.type,
                      place.is_required,
                      place.is_many,
                      about,
                      {},
                      names_a_file(place.type),
                      is_only_noted(method, place.parameter, place.type),
                      false,
                      false});
  }
  for (const Option& option : options.all()) {
    if (!is_parameter(option) || !is_option_of(option, method)) continue;
    const bool is_switch = option.kind == Option::Kind::toggle;
    params.push_back({parameter_of(option), is_switch ? "true|false" : option.type, option.is_required,
                      option.kind == Option::Kind::texts, option.help, option.range,
                      names_a_file(option.type), is_only_noted(method, parameter_of(option), option.type),
                      option.kind == Option::Kind::optional_text, option.is_instead_of_words});
  }
  return params;
}

std::vector<DescribedMethod> described_methods(const CommandLine& described) {
  std::vector<DescribedMethod> all;
  for (const Method& method : methods_of(described.commands())) {
    const Options& options = described.options_of(method.command);
    std::vector<MethodParam> params = params_of(method, options);
    std::vector<std::string> words = words_in_order(method, options);
    const auto known = std::find_if(all.begin(), all.end(), [&](const DescribedMethod& listed) {
      return listed.method.name == method.name;
    });
    if (known == all.end()) {
      all.push_back({method, std::move(words), std::move(params)});
    } else {
      known->words.erase(std::ranges::mismatch(known->words, words).in1, known->words.end());
      unite(known->params, params);
    }
  }
  return all;
}

}  // namespace rlmdb::cli
