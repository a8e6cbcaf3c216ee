// SPDX-License-Identifier: MIT
#include "transcript.hpp"

#include <fmt/format.h>

#include <chrono>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "database_ids.hpp"

namespace cli_tests {
namespace {

namespace fs = std::filesystem;

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

/// "2026-02-09T10:00:00.000Z"
std::string utc_text(std::filesystem::file_time_type time) {
  using namespace std::chrono;
  const auto since_epoch = floor<milliseconds>(file_clock::to_sys(time).time_since_epoch());
  const std::time_t seconds = floor<std::chrono::seconds>(since_epoch).count();
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", parts.tm_year + 1900, parts.tm_mon + 1,
                     parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec, since_epoch.count() % 1000);
}

/// Times that the program's clock gave, other than those in the inputs, as TIME.
std::string without_times_since(const std::string& start, const std::string& text) {
  static const std::regex k_time{R"(\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d\.\d{3}| \d\d:\d\d:\d\d)Z)"};
  constexpr std::size_t k_whole_seconds = std::string_view("2026-02-09T10:00:00").size();
  std::string written;
  std::size_t end = 0;
  for (std::sregex_iterator found(text.begin(), text.end(), k_time); found != std::sregex_iterator();
       ++found) {
    const auto at = static_cast<std::size_t>(found->position());
    written += text.substr(end, at - end);
    std::string time = found->str();
    std::replace(time.begin(), time.end(), ' ', 'T');
    written += time.substr(0, k_whole_seconds) < start.substr(0, k_whole_seconds) ? found->str() : "TIME";
    end = at + static_cast<std::size_t>(found->length());
  }
  return written + text.substr(end);
}

const std::regex k_node_id{R"(\btask-[0-9a-f]{8}\b)"};

/// The node ids that the inputs and the commands of the transcripts name.
std::set<std::string> given_node_ids() {
  const fs::path source = RLMDB_SOURCE_DIR;
  std::set<std::string> ids;
  for (const char* folder : {"tests/cli", "data/legacy/seed-trees"}) {
    for (const auto& entry : fs::recursive_directory_iterator(source / folder)) {
      const bool is_transcript = entry.path().extension() == ".txt";
      std::ifstream stream(entry.path());
      for (std::string line; std::getline(stream, line);) {
        if (is_transcript && !line.starts_with("$ ") && !line.starts_with("% ")) continue;
        for (std::sregex_iterator id(line.begin(), line.end(), k_node_id), end; id != end; ++id)
          ids.insert(id->str());
      }
    }
  }
  return ids;
}

/// Node ids that the program drew, as task-NODE.
std::string without_drawn_ids(const std::string& text) {
  static const std::set<std::string> k_given = given_node_ids();
  std::string written;
  std::size_t end = 0;
  for (std::sregex_iterator found(text.begin(), text.end(), k_node_id); found != std::sregex_iterator();
       ++found) {
    const auto at = static_cast<std::size_t>(found->position());
    written += text.substr(end, at - end);
    written += k_given.contains(found->str()) ? found->str() : "task-NODE";
    end = at + static_cast<std::size_t>(found->length());
  }
  return written + text.substr(end);
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

bool damages_a_database(std::string_view transcript) {
  return transcript.starts_with("# Damages a database: ") ||
         transcript.find("\n# Damages a database: ") != std::string_view::npos;
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
  // Only import measures time, as the last member of its data; durations of nodes are data.
  static const std::regex k_json_duration{R"("duration_ms":\d+\},"warnings")"};
  static const std::regex k_text_duration{R"(took:     [^\n\r]+)"};
  text = std::regex_replace(text, k_json_duration, "\"duration_ms\":0},\"warnings\"");
  text = std::regex_replace(text, k_text_duration, "took:     TIME");
  static const std::regex k_run_duration{
      R"((completed|failed|retried|released|lost)( +task-\d+)  [\d,.]+ m?s)"};
  text = std::regex_replace(text, k_run_duration, "$1$2  TIME");
  static const std::regex k_age{R"(\(\d+ (d|h|min|s) ago\))"};
  text = std::regex_replace(text, k_age, "(AGE ago)");
  text = without_drawn_ids(text);
  text = rlmdb::test::tokens_from_0(text, sandbox.path());
  // Made when the sandbox was, and not touched since.
  return without_times_since(utc_text(std::filesystem::last_write_time(sandbox.path() / "bin")), text);
}

}  // namespace cli_tests
