// SPDX-License-Identifier: MIT
#include "words/standing.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "words/said_words.hpp"

namespace rlmdb::words {

namespace {

using Words = std::vector<std::string>;

struct Phrases {
  Standing standing;
  std::string_view phrases;  ///< with a blank before and behind each
};

constexpr auto k_phrases = std::to_array<Phrases>({
    {Standing::none, " na n_a null nil none nothing_said "},
    {Standing::unknown,
     " unknown unclear unsure not_sure undefined tbd t_b_d to_be_determined tba n_n no_idea dont_know "
     "not_known "},
    {Standing::pending,
     " pending queued todo to_do to_be_done not_started not_begun not_yet_started not_yet_begun not_yet "
     "unstarted planned "
     "scheduled up_next ready_to_start upcoming backlog new later future hasnt_started has_not_started "
     "waiting_to_start "},
    {Standing::active,
     " active running in_progress progress inprogress started starting working executing iterating "
     "processing ongoing "
     "on_going under_way underway wip work_in_progress in_flight live resumed resuming looping initialising "
     "continuing continued retrying initialized "
     "initializing ready open begun doing going recovering recovery restoring completing verifying "
     "validating finishing "
     "finalizing wrapping_up about_to_finish about_to_complete nearly_there unpaused un_paused building "
     "implementing "
     "in_work started_work reopened in_iteration "},
    {Standing::partial,
     " partial partially partly incomplete in_complete unfinished un_finished uncompleted un_completed "
     "undone un_done "
     "half_done half_finished half partial_work mid_way halfway "},
    {Standing::waiting,
     " checkpoint check_point checkpoint_reached at_checkpoint at_a_checkpoint waiting_for_user "
     "waiting_for_human waiting_on_user "
     "waiting_on_human waiting_for_approval waiting_for_review waiting_for_input waiting_for_answer "
     "waiting_for_feedback "
     "awaiting awaiting_user awaiting_human awaiting_approval awaiting_review awaiting_input awaiting_answer "
     "awaiting_sign_off "
     "awaiting_feedback awaiting_verification awaiting_decision pending_approval pending_review "
     "pending_sign_off pending_user "
     "pending_human pending_decision pending_verification pending_input needs_review needs_approval "
     "needs_input needs_human "
     "needs_human_action needs_user needs_decision needs_verification in_review under_review review "
     "human_verify human_action "
     "human_action_required human_action_needed decision decision_needed decision_required action_required "
     "user_action_required "
     "input_needed "
     "input_required approval_needed approval_required escalated escalated_to_human escalated_to_user "},
    {Standing::paused,
     " paused interrupted stopped halted suspended on_hold onhold hold parked waiting idle shelved deferred "
     "postponed "
     "session_ended session_end disconnected user_disconnected session_death graceful_shutdown "
     "stopped_for_now "},
    {Standing::blocked,
     " blocked stuck stalled waiting_for_dependency waiting_for_dependencies waiting_on_dependency "
     "blocked_by_dependency "
     "stuck_loop stuck_loop_detected "},
    {Standing::limit,
     " limit limit_reached limit_hit limit_exceeded max_iterations max_iterations_reached "
     "max_iterations_exceeded iteration_limit "
     "iteration_limit_reached iterations_exhausted timeout timed_out time_out timeout_reached time_limit "
     "time_limit_reached "
     "budget_exhausted budget_exceeded budget_spent budget_limit budget_reached over_budget out_of_budget "
     "out_of_tokens "
     "out_of_time out_of_context token_limit token_limit_reached token_budget_exhausted cost_limit "
     "cost_limit_reached "
     "context_exhausted context_exhaustion exhausted plateau plateaued quality_plateau plateau_reached "
     "plateau_detected "
     "no_progress no_improvement diminishing_returns max_attempts max_retries deadline_exceeded "
     "maximum_iterations wall_clock_limit stagnated insufficient_progress early_stop early_stopped "
     "killed_by_timeout "},
    {Standing::complete,
     " complete completed done finished success successful succeeded shipped merged delivered accomplished "
     "fulfilled achieved "
     "passed converged closed resolved landed signed_off fully_done criteria_met all_criteria_met "
     "goal_reached goal_achieved "
     "goal_met all_tests_pass all_tests_passed tests_pass tests_passed all_done completed_successfully "},
    {Standing::failed,
     " failed failure fail error errored broken complete_failure total_failure unsuccessful not_successful "
     "did_not_succeed "
     "didnt_succeed does_not_work doesnt_work no_success without_success fatal fatal_error "
     "could_not_complete couldnt_complete "},
    {Standing::aborted,
     " aborted abort cancelled canceled terminated abandoned superseded gave_up given_up killed rejected "
     "withdrawn "
     "aborted_by_user user_aborted user_cancelled cancelled_by_user canceled_by_user stopped_by_user "
     "interrupted_by_user ctrl_c dropped scrapped "},
    {Standing::crashed,
     " crashed crash died dead segfault oom out_of_memory process_died process_gone pid_gone sigkill zombie "
     "orphaned "},
    {Standing::skipped,
     " skipped skip wont_do will_not_do wontfix not_needed not_required not_applicable unnecessary obsolete "
     "descoped "
     "out_of_scope "},
});

/// They change nothing of what the words around them say.
constexpr std::string_view k_fillers =
    " the is are has have been being now currently already successfully fully cleanly still status state all "
    "everything just "
    "it its work we were this that and ok today again totally entirely whole overall cleanly finally as "
    "planned marked set ";
/// "block 02 complete" is no complete mission.
constexpr std::string_view k_parts =
    " phase phases block blocks wave waves thread threads iteration iterations step steps setup planning "
    "plan research design "
    "part parts section milestone stage task subtask build tests test phase1 implementation mission loop "
    "summary checkpoint ";
constexpr std::string_view k_negations =
    " not non never no un isnt arent wasnt hasnt havent didnt doesnt wont without neither nor "
    "far_from "
    "hardly barely anything_but ";
/// Not yet there.
constexpr std::string_view k_near =
    " almost nearly mostly half partially partly largely about approximately roughly somewhat to be will "
    "must should needs need "
    "yet would going soon until before when once quite ";
/// What follows is no fact.
constexpr std::string_view k_guesses =
    " maybe perhaps probably possibly presumably supposedly apparently allegedly looks seems likely might "
    "may could either or "
    "if whether was formerly previously ex ";
/// A remark begins.
constexpr std::string_view k_remark_begins =
    " on at by in with without after since for from to of see as via because due before until except but "
    "minus pending awaiting "
    "once if unless during per under against when first tomorrow yesterday soon again later ";
/// In the remark of a completion: it takes it back.
constexpr std::string_view k_take_backs =
    " but however though although except if once until unless minus pending awaiting waiting broken "
    "reopened fail fails failed failing failure failures error errors not missing remaining left needs "
    "need todo incomplete unfinished still nearly almost later blocked soon tomorrow eventually shortly ";
/// In the remark of a failure.
constexpr std::string_view k_repairs = " fixed resolved recovered passed works retried retrying repaired ";
/// "budget not exhausted" takes nothing back.
constexpr std::string_view k_not_needed = " reached exhausted exceeded needed required used hit applicable ";
/// They say more of the words behind them than by themselves.
constexpr std::string_view k_alone = " partly partially half not_yet hold progress ";
constexpr std::string_view k_nones = " no nothing without zero 0 none never ";
constexpr std::string_view k_by_persons =
    " review approval sign signoff feedback user human verification answer decision ";

std::optional<Standing> find_phrase(std::string_view phrase) {
  for (const Phrases& known : k_phrases)
    if (is_in(known.phrases, phrase)) return known.standing;
  return std::nullopt;
}

bool is_number(std::string_view word) {
  return !word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos;
}

/// "90%", "3/5": how much of it is done, 1 all of it.
std::optional<double> measured(std::string_view word) {
  const auto number = [](std::string_view digits) {
    double value = 0;
    for (const char digit : digits) value = value * 10 + (digit - '0');
    return value;
  };
  constexpr std::size_t k_most_digits = 9;
  if (word.size() > k_most_digits) return std::nullopt;
  if (word.ends_with('%') && is_number(word.substr(0, word.size() - 1)))
    return number(word.substr(0, word.size() - 1)) / 100;
  const std::size_t slash = word.find('/');
  if (slash == std::string_view::npos || number(word.substr(slash + 1)) == 0) return std::nullopt;
  return number(word.substr(0, slash)) / number(word.substr(slash + 1));
}

Standing standing_of_share(double share) {
  return share <= 0 ? Standing::pending : share < 1 ? Standing::partial : Standing::complete;
}

/// "90%", "3/5", "3 of 5" that begins there.
std::optional<double> share_at(const Words& words, std::size_t i) {
  const bool is_of =
      i + 2 < words.size() && words[i + 1] == "of" && is_number(words[i]) && is_number(words[i + 2]);
  return measured(is_of ? words[i] + "/" + words[i + 2] : words[i]);
}

struct Match {
  Standing standing = Standing::unknown;
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// The first known words of a clause, as many as belong together.
std::optional<Match> find_match(const Words& words) {
  constexpr std::size_t k_most_words = 5;
  for (std::size_t i = 0; i < words.size(); ++i)
    for (std::size_t count = std::min(k_most_words, words.size() - i); count > 0; --count) {
      const std::string phrase = phrase_of(words, i, count);
      if (is_in(k_alone, phrase) && i + count < words.size()) continue;
      if (const auto known = find_phrase(phrase)) return Match{*known, i, i + count};
    }
  return std::nullopt;
}

/// What the words before a match make of it.
class Before {
 public:
  Before(const Words& words, std::size_t end, std::string_view own) {
    for (std::size_t i = 0; i < end; ++i) take(words, i, own);
  }

  [[nodiscard]] Standing said(Standing standing) const {
    if (m_is_unknown || m_is_guess) return Standing::unknown;
    if (m_is_negated) return standing == Standing::complete ? Standing::partial : Standing::unknown;
    if (standing == Standing::failed && m_is_part) return Standing::unknown;
    if (standing != Standing::complete) return m_is_near ? Standing::unknown : standing;
    if (m_share && *m_share < 1) return standing_of_share(*m_share);
    if (m_is_near) return Standing::partial;
    return m_is_part && !m_share && !m_is_all ? Standing::active : Standing::complete;
  }

 private:
  void take(const Words& words, std::size_t i, std::string_view own) {
    const std::string& word = words[i];
    m_is_all = m_is_all || is_in(" all every each ", word);
    if (const auto share = share_at(words, i)) m_share = share;
    if (word == own || is_in(k_fillers, word)) return;
    if (measured(word)) return;
    const bool is_none = word == "0" && (i + 1 == words.size() || words[i + 1] != "of");
    if (is_none || is_in(k_negations, word)) {
      m_is_negated = true;
    } else if (is_in(k_guesses, word)) {
      m_is_guess = true;
    } else if (is_in(k_near, word)) {
      m_is_near = true;
    } else if (is_in(k_parts, word)) {
      m_is_part = true;
    } else if (word != "of" && !is_number(word)) {  // "block 02", "2 of 4"
      m_is_unknown = true;
    }
  }

  bool m_is_unknown = false;
  bool m_is_guess = false;
  bool m_is_negated = false;
  bool m_is_near = false;
  bool m_is_part = false;
  bool m_is_all = false;
  std::optional<double> m_share;
};

class Sentence {
 public:
  Sentence(const Said& said, std::string_view own) : m_clauses(said.clauses), m_own(own) {
    for (Clause& clause : m_clauses) drop_articles(clause.words);
    skip_labels();
  }

  [[nodiscard]] Standing standing() {
    if (m_at == m_clauses.size()) return Standing::unknown;
    const Words& words = m_clauses[m_at].words;
    if (words.size() == 1)
      if (const auto share = measured(words.front())) return standing_of_share(*share);
    const auto match = find_match(words);
    if (!match) return Standing::unknown;
    Standing standing = Before(words, match->begin, m_own).said(match->standing);
    const std::size_t rest = end_of_fillers(words, match->end);
    if (rest < words.size() && !is_in(k_remark_begins, words[rest]) && !goes_on_with(standing, words[rest]))
      return Standing::unknown;
    if (m_clauses[m_at].end == End::choice) return Standing::unknown;
    if (is_denied()) return standing == Standing::complete ? denied_completion(words) : Standing::unknown;
    if (standing == Standing::unknown && m_clauses[m_at].end == End::value) return next();
    if (standing == Standing::limit && is_setting()) return Standing::unknown;
    if (standing == Standing::failed && is_repaired(remark(words, rest))) return Standing::unknown;
    if (standing != Standing::complete) return standing;
    return taken_back(remark(words, rest)).value_or(standing);
  }

 private:
  static void drop_articles(Words& words) {
    if (words.size() > 1)
      std::erase_if(words, [](const std::string& word) { return is_in(" the a an ", word); });
  }
  /// "status: complete"
  void skip_labels() {
    while (m_at + 1 < m_clauses.size() && m_clauses[m_at].end == End::value &&
           is_label(m_clauses[m_at].words))
      ++m_at;
    for (std::size_t i = m_clauses.size(); i-- > m_at + 1;)
      if (m_clauses[i - 1].end == End::history) {
        m_at = i;
        break;
      }
  }
  [[nodiscard]] bool is_label(const Words& words) const {
    return std::all_of(words.begin(), words.end(), [this](const std::string& word) {
      return word == m_own || is_in(k_fillers, word) || is_in(" current new result outcome ", word);
    });
  }

  static std::size_t end_of_fillers(const Words& words, std::size_t at) {
    while (at < words.size() && (is_in(k_fillers, words[at]) || is_number(words[at]) || measured(words[at])))
      ++at;
    return at;
  }

  /// "timeout: 60"
  [[nodiscard]] bool is_setting() const {
    return m_clauses[m_at].end == End::value && m_at + 1 < m_clauses.size() &&
           is_number(m_clauses[m_at + 1].words.front());
  }
  static bool is_repaired(const Words& remark) {
    return std::any_of(remark.begin(), remark.end(),
                       [](const std::string& word) { return is_in(k_repairs, word); });
  }

  /// "executing block 02"
  static bool goes_on_with(Standing standing, std::string_view word) {
    const bool goes_on = standing == Standing::active || standing == Standing::paused;
    return goes_on && (is_in(k_parts, word) || word == "development" || word == "execution");
  }

  /// "complete: false"
  [[nodiscard]] bool is_denied() const {
    return m_clauses[m_at].end == End::value && m_at + 1 < m_clauses.size() &&
           is_in(" false no 0 n off ", m_clauses[m_at + 1].words.front()) &&
           m_clauses[m_at + 1].words.size() == 1;
  }
  static Standing denied_completion(const Words& words) {
    return words.back() == "success" || words.back() == "successful" || words.back() == "passed"
               ? Standing::failed
               : Standing::partial;
  }
  [[nodiscard]] Standing next() {
    if (m_at + 1 >= m_clauses.size()) return Standing::unknown;
    ++m_at;
    return standing();
  }

  [[nodiscard]] Words remark(const Words& words, std::size_t rest) const {
    Words all(words.begin() + static_cast<std::ptrdiff_t>(rest), words.end());
    for (std::size_t i = m_at + 1; i < m_clauses.size(); ++i)
      all.insert(all.end(), m_clauses[i].words.begin(), m_clauses[i].words.end());
    return all;
  }

  std::vector<Clause> m_clauses;
  std::string_view m_own;
  std::size_t m_at = 0;
};

Standing standing_of_mark(Mark mark) {
  switch (mark) {
    case Mark::good:
      return Standing::complete;
    case Mark::bad:
      return Standing::failed;
    case Mark::goes_on:
      return Standing::active;
    case Mark::pause:
      return Standing::paused;
    case Mark::open:
      return Standing::pending;
    default:
      return Standing::unknown;
  }
}

bool are_one(const std::vector<Mark>& marks) {
  return !marks.empty() &&
         std::all_of(marks.begin(), marks.end(), [&](Mark mark) { return mark == marks.front(); });
}

}  // namespace

/// Whether a remark says that it is not quite so: "complete, but 2 tests fail".
std::optional<Standing> taken_back(const Words& remark) {
  for (std::size_t i = 0; i < remark.size(); ++i) {
    const bool is_count =
        i + 1 < remark.size() && is_in(" iterations iteration attempts tries ", remark[i + 1]);
    if (const auto share = measured(remark[i]); share && *share < 1 && !is_count) return Standing::partial;
    if (i > 0 && remark[i - 1] == "without" && is_in(" success result results ", remark[i]))
      return Standing::failed;
    if (i > 0 && remark[i - 1] == "with" && is_in(" failure failures error errors ", remark[i]))
      return Standing::failed;
    if (!is_in(k_take_backs, remark[i])) continue;
    if (i > 0 && is_in(k_nones, remark[i - 1])) continue;
    const std::string behind = i + 1 < remark.size() ? remark[i + 1] : std::string();
    const auto known = find_phrase(behind);
    if (remark[i] == "not" && (is_in(k_not_needed, behind) || (known && *known != Standing::complete)))
      continue;
    const bool waits = remark[i] == "pending" || remark[i] == "awaiting" || remark[i] == "waiting";
    const auto is_person = [](const std::string& word) { return is_in(k_by_persons, word); };
    return waits && std::any_of(remark.begin(), remark.end(), is_person) ? Standing::waiting
                                                                         : Standing::partial;
  }
  return std::nullopt;
}

Standing standing_of(std::string_view text, std::string_view own) {
  if (says_nothing(text) && text.find('[') == std::string_view::npos) return Standing::none;
  const Said said = taken_apart(text);
  if (is_template(text) || said.asks) return Standing::unknown;
  if (said.clauses.empty())
    return !said.is_struck && are_one(said.marks) ? standing_of_mark(said.marks.front()) : Standing::unknown;
  const Standing standing = Sentence(said, own).standing();
  const bool is_good = has(said.marks, {Mark::good});
  const bool is_bad = has(said.marks, {Mark::bad, Mark::open});
  if (standing == Standing::complete && is_bad) return Standing::unknown;
  if (is_good && is_bad) return Standing::unknown;
  return standing;
}

}  // namespace rlmdb::words
