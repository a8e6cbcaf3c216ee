// SPDX-License-Identifier: MIT
#include "grid/grid_words.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "rlmdb/words.hpp"
#include "words/answer.hpp"
#include "words/said_words.hpp"
#include "words/standing.hpp"

namespace rlmdb::grid {

namespace {

using words::Standing;

/// With a blank before and behind each, as words::is_in() takes them.
constexpr std::array k_types = {
    std::pair{
        k_grid_checkpoint_types[0],
        std::string_view(" human_verify verify human_verification verification user_verify user_verification "
                         "human_verify_required manual_verification verify_human human_check manual_verify "
                         "verification_required visual_verification ")},
    std::pair{k_grid_checkpoint_types[1],
              std::string_view(
                  " human_action action_required human_action_required human_action_needed user_action "
                  "manual_step manual_action human_input user_action_required ")},
    std::pair{k_grid_checkpoint_types[2],
              std::string_view(
                  " decision choice decision_required decision_needed user_decision architectural_decision "
                  "architecture_decision human_decision decision_point ")},
    std::pair{k_grid_checkpoint_types[3],
              std::string_view(
                  " session_death session_end session_ended interruption interrupted paused crashed crash "
                  "context_exhausted context_exhaustion context_limit graceful_shutdown shutdown sigkill "
                  "user_disconnect disconnect synthetic_session_death died death timeout session_timeout ")},
    std::pair{k_grid_checkpoint_types[4],
              std::string_view(
                  " failure failed error exception executor_failed fatal_error thread_failure thread_failed "
                  "unrecoverable_error task_failed task_failure execution_failure ")},
    std::pair{std::string_view("checkpoint"), std::string_view(" checkpoint check_point ")},
};

constexpr std::array k_repairs = {
    std::pair{std::string_view("rollback"),
              std::string_view(" rollback roll_back rollback_please roll_it_back revert ")},
    std::pair{std::string_view("retry"),
              std::string_view(" retry try_again re_try again retry_please retry_it ")},
    std::pair{std::string_view("manual"),
              std::string_view(" manual manually manual_fix manual_repair fix_manually ")},
};

Done done_by(std::string_view status, std::string_view own) {
  switch (words::standing_of(status, own)) {
    case Standing::complete:
      return Done::yes;
    case Standing::none:
    case Standing::unknown:
      return Done::unknown;
    default:
      return Done::no;
  }
}

}  // namespace

std::string_view mission_status_of(std::string_view text) {
  switch (words::standing_of(text, "mission")) {
    case Standing::pending:
    case Standing::active:
    case Standing::partial:
      return "active";
    case Standing::waiting:
      return "checkpoint";
    case Standing::paused:
    case Standing::blocked:
    case Standing::limit:
    case Standing::crashed:
      return "interrupted";
    case Standing::complete:
      return "completed";
    case Standing::failed:
    case Standing::aborted:
      return "failed";
    default:
      return {};
  }
}

Done is_block_done(std::string_view status) {
  return status.empty() ? Done::yes : done_by(status, "block");
}

Done is_thread_done(std::string_view status) {
  return status.empty() ? Done::yes : done_by(status, "thread");
}

std::string_view checkpoint_type_of(std::string_view text) {
  if (words::is_template(text)) return {};
  const words::Said said = words::taken_apart(text);
  if (said.asks || said.is_struck) return {};
  for (const words::Clause& clause : said.clauses) {
    const std::string phrase = words::phrase_of(clause.words, 0, clause.words.size());
    for (const auto& [type, phrases] : k_types)
      if (words::is_in(phrases, phrase) && clause.end != words::End::choice &&
          (type != "checkpoint" || clause.end != words::End::value))
        return type;
    if (clause.end == words::End::choice) return {};
  }
  return {};
}

bool asks_the_user(std::string_view type) {
  if (words::says_nothing(type)) return false;
  const std::string_view known = checkpoint_type_of(type);
  return known != k_grid_checkpoint_types[3] && known != k_grid_checkpoint_types[4];
}

std::string_view said_answer(std::string_view user_response) {
  return words::answer_of(user_response) == words::Answer::none ? std::string_view() : user_response;
}

bool is_approval(std::string_view user_response) {
  return words::answer_of(user_response) == words::Answer::approved;
}

std::string_view repair_of(std::string_view user_response) {
  const words::Said said = words::taken_apart(user_response);
  if (said.asks || said.is_struck || said.clauses.empty() || said.clauses.front().end == words::End::choice)
    return {};
  const std::string phrase =
      words::phrase_of(said.clauses.front().words, 0, said.clauses.front().words.size());
  for (const auto& [repair, phrases] : k_repairs)
    if (words::is_in(phrases, phrase)) return repair;
  return {};
}

}  // namespace rlmdb::grid
