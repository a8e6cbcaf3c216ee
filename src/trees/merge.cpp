// SPDX-License-Identifier: MIT
#include "trees/merge.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "json/json_members.hpp"
#include "json/json_number.hpp"
#include "json/json_string.hpp"
#include "records/tokens.hpp"
#include "records/typed_ids.hpp"
#include "rlmdb/words.hpp"
#include "schemas/value_rules.hpp"

namespace rlmdb::trees {

namespace {

constexpr std::size_t k_most_inputs_named = 3;

std::string counted(std::size_t count, std::string_view singular, std::string_view plural) {
  return std::to_string(count) + " " + std::string(count == 1 ? singular : plural);
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view k_white = " \t\r\n\v\f";
  const std::size_t begin = text.find_first_not_of(k_white);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(k_white) + 1 - begin);
}

const std::string& name_of(const MergeInput& input) {
  return input.task_id ? input.task_id->text : input.node_id;
}

std::string names_of(const Merge& merge, const std::vector<std::size_t>& inputs) {
  std::string names;
  for (std::size_t i = 0; i < std::min(inputs.size(), k_most_inputs_named); ++i)
    names += (i == 0 ? "" : ", ") + name_of(merge.inputs[inputs[i]]);
  return inputs.size() > k_most_inputs_named ? names + ", …" : names;
}

std::vector<std::size_t> with_text(const Merge& merge) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < merge.inputs.size(); ++i)
    if (merge.inputs[i].text) found.push_back(i);
  return found;
}

std::string join(const Merge& merge, const std::vector<std::size_t>& inputs, std::string_view separator) {
  std::string text;
  for (const std::size_t i : inputs) {
    if (i != inputs.front()) text += separator;
    text += *merge.inputs[i].text;
  }
  return text;
}

/// Equal texts together, most inputs first.
std::vector<MergeVote> count_votes(const Merge& merge, const std::vector<std::size_t>& inputs) {
  std::vector<MergeVote> votes;
  std::unordered_map<std::string_view, std::size_t> by_text;
  for (const std::size_t i : inputs) {
    const std::string_view text = trimmed(*merge.inputs[i].text);
    const auto [found, is_new] = by_text.emplace(text, votes.size());
    if (is_new) votes.push_back({std::string(text), {}});
    votes[found->second].inputs.push_back(i);
  }
  std::stable_sort(votes.begin(), votes.end(), [](const MergeVote& left, const MergeVote& right) {
    return left.inputs.size() > right.inputs.size();
  });
  return votes;
}

/// How many of `count` inputs have to agree, apart from being more than any others.
std::size_t votes_needed(VoteRule rule, std::size_t count) {
  if (rule == VoteRule::consensus) return count;
  return rule == VoteRule::majority ? count / 2 + 1 : 1;
}

void decide_by_vote(Merge& merge, const std::vector<std::size_t>& inputs, VoteRule rule) {
  merge.votes = count_votes(merge, inputs);
  const std::size_t most = merge.votes.front().inputs.size();
  const auto leaders = std::count_if(merge.votes.begin(), merge.votes.end(),
                                     [&](const MergeVote& vote) { return vote.inputs.size() == most; });
  if (leaders > 1) {
    merge.reason = "a tie: " + counted(static_cast<std::size_t>(leaders), "result", "different results") +
                   " with " + counted(most, "vote", "votes") + " each; the first of them come from ";
    for (std::size_t i = 0; i < std::min<std::size_t>(static_cast<std::size_t>(leaders), k_most_inputs_named);
         ++i)
      merge.reason += (i == 0 ? "" : ", ") + name_of(merge.inputs[merge.votes[i].inputs.front()]);
    return;
  }
  if (const std::size_t needed = votes_needed(rule, inputs.size()); most < needed) {
    merge.reason = "no " + std::string(to_text(rule)) + ": " + std::to_string(most) + " of " +
                   counted(inputs.size(), "result", "results") + " agree, and it takes " +
                   std::to_string(needed) + "; the most are those of " +
                   names_of(merge, merge.votes.front().inputs);
    return;
  }
  merge.result = merge.votes.front().text;
  merge.reason =
      std::to_string(most) + " of " + counted(inputs.size(), "result is", "results are") + " this one";
}

void decide_by_confidence(Merge& merge, const std::vector<std::size_t>& inputs) {
  std::vector<std::size_t> best;
  std::size_t judged = 0;
  for (const std::size_t i : inputs) {
    const std::optional<double>& confidence = merge.inputs[i].confidence;
    if (!confidence) continue;
    ++judged;
    if (!best.empty() && *confidence < *merge.inputs[best.front()].confidence) continue;
    if (!best.empty() && *confidence > *merge.inputs[best.front()].confidence) best.clear();
    best.push_back(i);
  }
  if (best.empty()) {
    merge.reason = "it cannot choose: no result has a confidence";
    return;
  }
  const std::string_view first = trimmed(*merge.inputs[best.front()].text);
  const bool is_tie = std::any_of(best.begin(), best.end(),
                                  [&](std::size_t i) { return trimmed(*merge.inputs[i].text) != first; });
  if (is_tie) {
    merge.reason = "a tie: different results have the highest confidence, those of " + names_of(merge, best);
    return;
  }
  merge.result = *merge.inputs[best.front()].text;
  merge.reason = "the highest confidence of " + counted(judged, "result", "results") + " is that of " +
                 names_of(merge, best);
  if (judged < inputs.size())
    merge.reason += "; " + counted(inputs.size() - judged, "result has", "results have") + " none";
}

std::optional<double> confidence_of(std::string_view raw) {
  const std::optional<double> value = json::number_of(raw);
  return value && *value >= 0 && *value <= 1 ? value : std::nullopt;
}

/// Fills in text and confidence from the JSON text of a result.
void take_json(const std::string& json, MergeInput& input) {
  const json::JsonKind kind = json::kind_of(json);
  if (kind == json::JsonKind::null) return;
  if (kind == json::JsonKind::string) {
    (void)json::decode_string(json, input.text.emplace());
    return;
  }
  input.text = json;
  if (kind != json::JsonKind::object) return;
  if (!schemas::is_node_result(json)) return;
  std::string text;
  const std::string_view output = json::find_member(json, "output");
  if (json::kind_of(output) != json::JsonKind::string) return;
  (void)json::decode_string(output, text);
  if (const std::string_view confidence = json::find_member(json, "confidence"); !confidence.empty())
    input.confidence = confidence_of(confidence);
  input.text = std::move(text);
}

}  // namespace

MergeInput input_of(MergeChild child) {
  MergeInput input{records::id_or_none<TaskId>(std::move(child.task_id)),
                   std::move(child.node_id),
                   std::move(child.state),
                   {},
                   {}};
  if (records::find_task_state(input.state) != TaskState::completed) return input;
  if (child.result && child.is_json) take_json(*child.result, input);
  if (child.result && !child.is_json) input.text = *std::move(child.result);
  if (child.confidence) input.confidence = child.confidence;
  return input;
}

void decide(Merge& merge, const MergeOptions& options) {
  const std::vector<std::size_t> inputs = with_text(merge);
  merge.joined = join(merge, inputs, options.separator);
  if (inputs.empty()) {
    merge.reason = "none of its children has a result";
    return;
  }
  if (!merge.strategy) {
    merge.reason = merge.strategy_text.empty()
                       ? "no merge strategy is named"
                       : "rlmdb does not know the merge strategy \"" + merge.strategy_text + "\"";
    merge.reason += ": these are the inputs";
    return;
  }
  switch (*merge.strategy) {
    case MergeStrategy::concatenate:
      merge.result = merge.joined;
      merge.reason = counted(inputs.size(), "result", "results") + " one after the other";
      return;
    case MergeStrategy::vote:
      return decide_by_vote(merge, inputs, options.vote);
    case MergeStrategy::best_of_n:
      return decide_by_confidence(merge, inputs);
    case MergeStrategy::summarize:
      merge.reason = "summarize needs a model: these are its inputs";
      return;
  }
}

}  // namespace rlmdb::trees
