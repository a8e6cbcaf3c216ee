// SPDX-License-Identifier: MIT
#include "door_client.hpp"

#include <unistd.h>

#include <stdexcept>
#include <utility>
#include <vector>

namespace rlmdb::test {

std::filesystem::path door_log(const std::filesystem::path& directory, std::size_t client) {
  return directory / ("acknowledged-" + std::to_string(client));
}

std::string door_text(std::int32_t client, std::int32_t number) {
  return "c" + std::to_string(client) + "_" + std::to_string(number);
}

DoorClient::DoorClient(const std::filesystem::path& directory, DoorsShared& shared, DoorKind kind,
                       std::size_t number, std::uint32_t seed)
    : m_directory(directory),
      m_shared(shared),
      m_kind(kind),
      m_number(number),
      m_random(seed),
      m_log(door_log(directory, number)) {}

void DoorClient::run() {
  while (!m_shared.is_over) {
    if (below(2) == 0) add();
    (void)work();
  }
}

void DoorClient::add() {
  const int number = m_shared.added[m_number];
  const auto client = static_cast<std::int32_t>(m_number);
  Asked asked;
  asked.text = door_text(client, number);
  asked.request_id = "add-" + asked.text;
  const std::optional<Answer> answer = try_to_ask(asked);
  if (!answer) return;
  log(asked, number, *answer);
  ++m_shared.added[m_number];
}

bool DoorClient::work() {
  Asked asked;
  asked.deed = Deed::claim;
  asked.waits = below(2) == 0;
  asked.owner = below(2) == 0 ? ::getpid() : 0;
  const Answer claim = ask(asked);
  if (!claim.is_done) return false;
  act_on(asked, claim);
  return true;
}

void DoorClient::act_on(const Asked& asked_for, const Answer& claim) {
  Asked asked;
  asked.task = claim.task;
  asked.token = claim.token;
  std::vector<Deed> deeds;
  for (const Deed deed : {Deed::note, Deed::set})
    if (offers(m_kind, deed) && below(4) == 0) deeds.push_back(deed);
  deeds.push_back(any_end());
  Answer answer;
  for (const Deed deed : deeds) {
    asked.deed = deed;
    asked.text = std::to_string(claim.token);
    answer = ask(asked);
    // Only the end of this process ends such a claim.
    if (answer.is_conflict && asked_for.owner != 0)
      throw std::logic_error(claim.task + " was taken from a process that lives");
  }
  if (deeds.back() != Deed::fail || !answer.is_done || below(4) == 0) return;
  asked.deed = Deed::retry;
  asked.token = 0;
  (void)ask(asked);
}

Deed DoorClient::any_end() {
  const auto how = below(20);
  if (how < 2) return Deed::fail;
  return how == 2 && offers(m_kind, Deed::release) ? Deed::release : Deed::complete;
}

/// With a request id of its own, which notes and members are named after. What is answered is in the log.
Answer DoorClient::ask(Asked asked) {
  const std::int32_t number = m_shared.next[m_number]++;
  asked.request_id = door_text(static_cast<std::int32_t>(m_number), number);
  if (asked.deed == Deed::note || asked.deed == Deed::set) asked.text = asked.request_id;
  for (;;) {
    const std::optional<Answer> answer = try_to_ask(asked);
    if (answer) {
      log(asked, number, *answer);
      return *answer;
    }
    if (m_shared.is_over) return {};
  }
}

void DoorClient::log(const Asked& asked, std::int32_t number, const Answer& answer) {
  if (!answer.is_done && !answer.is_conflict) return;
  Told told{asked.deed, static_cast<std::int32_t>(m_number), number};
  told.task = std::stoll((answer.is_done ? answer.task : asked.task).substr(5));
  told.token = asked.deed == Deed::claim ? answer.token : asked.token;
  told.seq = answer.seq;
  told.is_refused = answer.is_conflict;
  m_log.append(told);
}

std::optional<Answer> DoorClient::try_to_ask(const Asked& asked) {
  std::atomic<pid_t>& pid = m_shared.door[m_number];
  try {
    if (m_door == nullptr) m_door = open_door(m_kind, m_directory, [&pid](pid_t door) { pid = door; });
    return m_door->ask(asked);
  } catch (const DoorGone&) {
    m_door.reset();
    return std::nullopt;
  }
}

}  // namespace rlmdb::test
