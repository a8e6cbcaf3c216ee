// SPDX-License-Identifier: MIT
#include "transcript.hpp"

#include <fmt/format.h>

#include <regex>
#include <sstream>

namespace cli_tests {
namespace {

/// Each line of `text` behind `mark`; control characters other than tab are written \xNN.
std::string marked(std::string_view text, std::string_view mark) {
  std::string lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const bool ends_here = end == std::string_view::npos;
    lines += mark;
    lines += ends_here ? mark : "";
    lines += " ";
    for (const char character : text.substr(0, end)) {
      const auto byte = static_cast<unsigned char>(character);
      const bool is_control = (byte < 0x20 && character != '\t') || byte == 0x7F;
      lines += is_control ? fmt::format("\\x{:02x}", byte) : std::string(1, character);
    }
    lines += ends_here ? "\\\n" : "\n";
    text.remove_prefix(ends_here ? text.size() : end + 1);
  }
  return lines;
}

}  // namespace

std::vector<Step> parse_transcript(std::string_view text) {
  std::vector<Step> steps;
  std::string comment;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("$ ") || line.starts_with("% ")) {
      steps.push_back({line[0] == '$' ? Surface::pipes : Surface::terminal, line.substr(2), comment, {}});
      comment.clear();
    } else if (line.starts_with('>') || line.starts_with('!') || line.starts_with("= ")) {
      steps.back().expected += line + "\n";
    } else {
      comment += line + "\n";
    }
  }
  return steps;
}

std::string format_outcome(const Outcome& outcome) {
  return marked(outcome.out, ">") + marked(outcome.error, "!") + fmt::format("= {}\n", outcome.exit_code);
}

std::string format_step(const Step& step, std::string_view outcome) {
  return fmt::format("{}{} {}\n{}", step.comment, step.surface == Surface::pipes ? '$' : '%', step.command,
                     outcome);
}

std::string normalised(std::string text, const Sandbox& sandbox) {
  const std::string directory = sandbox.path().string();
  for (std::size_t at = text.find(directory); at != std::string::npos; at = text.find(directory, at)) {
    text.replace(at, directory.size(), "/DIR");
  }
  // Only import measures time, as the last member of its document; durations of nodes are data.
  static const std::regex k_json_duration{R"("duration_ms":\d+\}\})"};
  static const std::regex k_text_duration{R"(took:     [^\n\r]+)"};
  text = std::regex_replace(text, k_json_duration, "\"duration_ms\":0}}");
  return std::regex_replace(text, k_text_duration, "took:     TIME");
}

}  // namespace cli_tests
