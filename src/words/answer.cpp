// SPDX-License-Identifier: MIT
#include "words/answer.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "words/said_words.hpp"
#include "words/standing.hpp"

namespace rlmdb::words {

namespace {

using Words = std::vector<std::string>;

/// Not answered, whatever follows: "pending approval", "will be approved tomorrow".
constexpr std::string_view k_no_answer_begins =
    " pending awaiting waiting unanswered tbd todo tba await will ";
constexpr std::string_view k_no_answers =
    " na n_a none null wait hold hold_on please_wait ask_user needs_approval need_approval needs_review "
    "to_be_filled_in "
    "to_be_done to_be_answered to_come nil no_answer no_response no_user_response no_reply none_yet not_yet "
    "not_done "
    "not_answered not_given "
    "unknown undefined false 0 later in_progress almost_done nearly_done approve_me yet_to_come empty blank "
    "t_b_d nothing_yet "
    "approval_pending not_yet_approved has_not_responded user_has_not_responded not_responded not_started "
    "not_answered_yet no_answer_yet no_response_yet not_yet_answered ";
constexpr std::string_view k_leaves =
    " approved approve yes y ok okay lgtm looks_good looks_good_to_me look_good accepted accept go go_ahead "
    "ship_it continue "
    "proceed confirmed confirm verified fine its_fine it_is_fine all_good good good_to_go sounds_good works "
    "it_works perfect "
    "great signed_off sign_off no_issues no_objections no_objection no_changes_needed no_changes no_problems "
    "nothing_wrong true "
    "yep yeah yup sure agreed agree ack approved_as_is go_on carry_on please_proceed please_continue "
    "permission_granted granted "
    "thumbs_up verified_working works_for_me works_great approval_given i_approve all_fine 1 ";
/// Behind a leave: it is one with something still to do.
constexpr std::string_view k_requests =
    " fix change add remove please also just thing things crashes crash bug bugs stops kidding issue issues "
    "problem problems "
    "wrong broken move rename update flickers make use first provided assuming nits nit change changes ";
constexpr std::string_view k_courtesies =
    " please thanks thank you by user me the us team all it is well great to now ";

/// The question itself, copied: "respond 'approved' or describe issues", "approved | rejected".
bool is_question(const Said& said) {
  if (said.clauses.front().end == End::choice) return true;
  const auto asks = [](const std::string& word) { return is_in(" respond reply describe ", word); };
  return std::any_of(said.clauses.begin(), said.clauses.end(), [&](const Clause& clause) {
    return std::any_of(clause.words.begin(), clause.words.end(), asks);
  });
}

/// "[user response]", which is to be filled in.
bool is_framed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\"'`");
  const std::size_t end = text.find_last_not_of(" \t\"'`");
  constexpr std::size_t k_box = 3;  // "[x]"
  return begin != std::string_view::npos && text[begin] == '[' && text[end] == ']' && end - begin >= k_box;
}

/// Behind "User:".
std::size_t answer_at(const Said& said) {
  const Clause& first = said.clauses.front();
  const bool is_label = said.clauses.size() > 1 && first.end == End::value && first.words.size() == 1 &&
                        is_in(" user answer response reply human ", first.words.front());
  return is_label ? 1 : 0;
}

const Clause& answer_in(const Said& said) {
  return said.clauses[answer_at(said)];
}

/// A plain leave in the first clause, and nothing that takes it back behind it.
bool is_leave(const Said& said) {
  constexpr std::size_t k_most_words = 5;
  const std::size_t at = answer_at(said);
  const Words& words = said.clauses[at].words;
  std::size_t begin = 0;
  if (is_in(" is are am was were should shall can could may does do did would ", words.front())) return false;
  const bool is_valued = at + 1 < said.clauses.size() && said.clauses[at].end == End::value;
  if (is_valued && is_in(" false no 0 ", said.clauses[at + 1].words.front())) return false;
  while (begin + 1 < words.size() && is_in(k_courtesies, words[begin])) ++begin;
  std::size_t count = std::min(k_most_words, words.size() - begin);
  while (count > 0 && !is_in(k_leaves, phrase_of(words, begin, count))) --count;
  if (count == 0) return false;
  Words rest(words.begin() + static_cast<std::ptrdiff_t>(begin + count), words.end());
  if (!std::all_of(rest.begin(), rest.end(), [](const std::string& word) {
        return is_in(k_courtesies, word) || is_in(k_leaves, word);
      }))
    return false;
  rest.clear();
  for (std::size_t i = at + 1; i < said.clauses.size(); ++i)
    rest.insert(rest.end(), said.clauses[i].words.begin(), said.clauses[i].words.end());
  const auto asks_for_more = [&](const std::string& word) {
    const auto* const before = &word == rest.data() ? nullptr : &word - 1;
    return is_in(k_requests, word) && (before == nullptr || !is_in(" no any without ", *before));
  };
  return !taken_back(rest) && std::none_of(rest.begin(), rest.end(), asks_for_more);
}

}  // namespace

Answer answer_of(std::string_view text) {
  if (says_nothing(text) || is_template(text) || is_framed(text)) return Answer::none;
  const Said said = taken_apart(text);
  if (has(said.marks, {Mark::open, Mark::goes_on, Mark::pause})) return Answer::none;
  const bool is_good = has(said.marks, {Mark::good}) && !has(said.marks, {Mark::bad});
  if (said.clauses.empty())
    return said.asks || said.marks.empty() ? Answer::none : is_good ? Answer::approved : Answer::text;
  if (is_question(said)) return Answer::none;
  const Words& words = answer_in(said).words;
  const std::string phrase = phrase_of(words, 0, words.size());
  // "not yet approved: login fails" says more.
  const bool says_more =
      (phrase.starts_with("not_yet") || phrase == "wait" || phrase == "hold") && said.clauses.size() > 1;
  if (phrase.starts_with("to_be_")) return Answer::none;
  if (is_in(k_no_answer_begins, words.front()) || (is_in(k_no_answers, phrase) && !says_more))
    return Answer::none;
  if (said.asks || said.is_struck || has(said.marks, {Mark::bad})) return Answer::text;
  return is_leave(said) ? Answer::approved : Answer::text;
}

}  // namespace rlmdb::words
