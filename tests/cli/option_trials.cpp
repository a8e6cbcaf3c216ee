// SPDX-License-Identifier: MIT
#include "option_trials.hpp"

#include <fstream>
#include <stdexcept>
#include <utility>

namespace cli_tests {
namespace {

/// What stands behind `mark`, which is taken away with it; "" where there is none.
std::string cut_behind(std::string& line, const std::string& mark) {
  const std::size_t at = line.rfind(mark);
  if (at == std::string::npos) return {};
  std::string behind = line.substr(at + mark.size());
  line.erase(at);
  return behind;
}

OptionTrial trial_of(std::string line) {
  OptionTrial trial;
  if (trial.why = cut_behind(line, " ~ "); !trial.why.empty()) {
    trial.kind = OptionTrial::Kind::same;
  } else if (trial.why = cut_behind(line, " ! "); !trial.why.empty()) {
    trial.kind = OptionTrial::Kind::elsewhere;
  } else if (line.find(" |") != std::string::npos) {
    trial.kind = OptionTrial::Kind::filters;
    trial.nothing = cut_behind(line, " |");
  }
  trial.given = line;
  trial.option = line.substr(0, line.find_first_of(" ="));
  if (!trial.nothing.empty()) trial.nothing = trial.option + trial.nothing;
  return trial;
}

}  // namespace

TrialTable::TrialTable(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::size_t number = 0;
  for (std::string line; std::getline(stream, line);) {
    const std::string place = file.filename().string() + ":" + std::to_string(++number);
    if (!line.empty() && line.front() != '#') take(line, place);
  }
}

void TrialTable::take(const std::string& line, const std::string& place) {
  if (line.starts_with("$ ")) {
    m_preparation.push_back(line.substr(2));
    return;
  }
  if (line.front() == '[') {
    m_section = &m_sections[line.substr(1, line.size() - 2)];
    return;
  }
  if (m_section == nullptr) throw std::runtime_error(place + " stands under no head");
  if (!line.starts_with("  ")) {
    m_section->calls.push_back(line);
    return;
  }
  OptionTrial trial = trial_of(line.substr(2));
  trial.place = place;
  if (!m_section->calls.empty()) trial.call = m_section->calls.back();
  m_section->trials.push_back(std::move(trial));
}

std::string TrialTable::call_of(const std::string& verb) const {
  const auto section = m_sections.find(verb);
  return section == m_sections.end() || section->second.calls.empty() ? "" : section->second.calls.front();
}

std::vector<OptionTrial> TrialTable::trials_of(const std::string& command, const std::string& verb,
                                               const std::string& option) const {
  std::vector<OptionTrial> found;
  for (const std::string& head : {verb, command, std::string("*"), std::string("once")}) {
    const auto section = m_sections.find(head);
    if (section == m_sections.end() || !found.empty()) continue;
    for (OptionTrial trial : section->second.trials) {
      if (trial.option != option) continue;
      trial.is_once = head == "once";
      if (trial.call.empty()) trial.call = call_of(verb);
      found.push_back(std::move(trial));
    }
  }
  return found;
}

}  // namespace cli_tests
