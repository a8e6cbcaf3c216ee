// SPDX-License-Identifier: MIT
#include "door_calls.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "serving.hpp"

namespace rlmdb::test {

namespace {

using namespace std::chrono_literals;

constexpr const char* k_methods[] = {"task.add",      "claim",     "task.note",  "task.set",
                                     "task.complete", "task.fail", "task.retry", "release"};

std::string in_ms(std::chrono::milliseconds time) {
  return std::to_string(time.count()) + "ms";
}

Json claim_params(const Asked& asked) {
  Json params = {{"lease", in_ms(lease_of(asked))}, {"wait", in_ms(wait_of(asked))}};
  if (asked.owner != 0) params["pid"] = asked.owner;
  return params;
}

}  // namespace

std::string method_of(Deed deed) {
  return k_methods[static_cast<std::size_t>(deed)];
}

std::chrono::milliseconds lease_of(const Asked& claim) {
  return claim.owner == 0 ? std::chrono::milliseconds(400ms) : std::chrono::milliseconds(10min);
}

std::chrono::milliseconds wait_of(const Asked& claim) {
  return claim.waits ? 100ms : 0ms;
}

std::string member_of(const Asked& set) {
  return "metadata." + set.text;
}

Json params_of(const Asked& asked) {
  Json params = Json::object();
  if (!asked.task.empty()) params["id"] = asked.task;
  if (asked.deed == Deed::note) params["text"] = asked.text;
  if (asked.deed == Deed::set) params["set"] = {{member_of(asked), true}};
  if (asked.deed == Deed::claim) params = claim_params(asked);
  if (asked.deed == Deed::add)
    params.update({{"prompt", asked.text}, {"max_attempts", k_most_attempts}, {"backoff", in_ms(k_backoff)}});
  if (asked.deed == Deed::complete) params["result"] = asked.text;
  if (asked.deed == Deed::fail) params["error"] = asked.text;
  if (asked.token != 0 && asked.deed != Deed::note) params["token"] = asked.token;
  params["request_id"] = asked.request_id;
  return params;
}

std::vector<std::string> words_of(const Asked& asked) {
  std::string method = method_of(asked.deed);
  std::vector<std::string> words;
  if (method.starts_with("task.")) {
    words = {"task", method.substr(method.find('.') + 1)};
  } else {
    words = {method};
  }
  const auto text = [](const Json& value) {
    return value.is_string() ? value.get<std::string>() : value.dump();
  };
  const Json params = params_of(asked);
  for (const auto& [name, value] : params.items()) {
    if (name == "id" || name == "text") {
      words.push_back(text(value));
    } else if (name == "set") {
      words.push_back(value.begin().key() + "=" + value.begin().value().dump());
    } else {
      std::string option = "--" + name;
      std::replace(option.begin(), option.end(), '_', '-');
      words.push_back(option);
      words.push_back(text(value));
    }
  }
  return words;
}

Answer answer_of(Deed deed, const Json& data) {
  if (deed != Deed::claim) {
    const Json& result = data.at("results").at(0);
    return {true, false, result.at("id"), 0, result.at("event_seq")};
  }
  const Json& claim = data.at("claim");
  if (claim.is_null()) return {};
  return {true, false, claim.at("id"), claim.at("token"), claim.at("event_seq")};
}

std::optional<Answer> refusal_of(const std::string& code, const std::string& whole) {
  if (code == "busy" || code == "interrupted") return std::nullopt;
  if (code != "conflict") throw std::logic_error(whole);
  Answer answer;
  answer.is_conflict = true;
  return answer;
}

}  // namespace rlmdb::test
