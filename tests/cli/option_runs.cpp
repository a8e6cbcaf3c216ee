// SPDX-License-Identifier: MIT
#include "option_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <map>
#include <regex>
#include <sstream>

#include "line_difference.hpp"
#include "store_state.hpp"
#include "test_dir.hpp"

namespace cli_tests {
namespace {

namespace fs = std::filesystem;

const std::regex k_drawn_id(
    R"(\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b|\b(task|tree|state|sess|ckpt)-[0-9a-f]{8}\b)"
    R"(|[0-9a-f]{64}|\b[0-9a-f]{32}\b|-[0-9a-f]{8}\b)");

std::int64_t now_ms() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

std::vector<std::string> lines_in(const std::string& text) {
  std::vector<std::string> lines;
  for (const std::string_view line : rlmdb::test::lines_of(text)) lines.emplace_back(line);
  return lines;
}

/// A number of milliseconds, or a time as text, in milliseconds.
std::int64_t ms_of(const std::string& text) {
  if (text.find('-') == std::string::npos) return std::stoll(text);
  std::tm parts{};
  parts.tm_year = std::stoi(text.substr(0, 4)) - 1900;
  parts.tm_mon = std::stoi(text.substr(5, 2)) - 1;
  parts.tm_mday = std::stoi(text.substr(8, 2));
  parts.tm_hour = std::stoi(text.substr(11, 2));
  parts.tm_min = std::stoi(text.substr(14, 2));
  parts.tm_sec = text.size() > 17 && text[16] == ':' ? std::stoi(text.substr(17, 2)) : 0;
  return static_cast<std::int64_t>(::timegm(&parts)) * 1000;
}

template <class Replace>
std::string replaced(const std::string& text, const std::regex& pattern, const Replace& replace) {
  std::string written;
  auto end = text.cbegin();
  for (std::sregex_iterator found(text.begin(), text.end(), pattern); found != std::sregex_iterator();
       ++found) {
    written.append(end, (*found)[0].first);
    written += replace(found->str());
    end = (*found)[0].second;
  }
  return written.append(end, text.cend());
}

/// Every row of every table, a line each.
std::vector<std::string> rows_of(const fs::path& database) {
  std::vector<std::string> rows;
  rlmdb::test::PlainDatabase plain(database);
  for (const std::string& table :
       plain.column("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")) {
    const std::vector<std::string> columns =
        plain.column("SELECT name FROM pragma_table_xinfo('" + table + "') WHERE hidden <> 1");
    plain.each("SELECT * FROM \"" + table + "\"", [&](const std::vector<std::string>& row) {
      std::string line = table;
      for (std::size_t place = 0; place < row.size(); ++place) {
        const bool is_process =
            columns[place].find("pid") != std::string::npos && row[place].size() > 2 && row[place] != "NULL";
        line += "\t" + (is_process ? std::string("PID") : row[place]);
      }
      if (line.find("\t/pid\t") == std::string::npos) rows.push_back(std::move(line));
    });
  }
  return rows;
}

bool is_of_database(const fs::path& path) {
  const std::string name = path.filename().string();
  return name.ends_with("-shm") || name.ends_with("-wal") || name.ends_with("-gate");
}

std::string name_below(const fs::path& directory, const fs::path& path) {
  return path.string().substr(directory.string().size() + 1);
}

/// Every file below a directory by its name there.
std::map<std::string, fs::path> files_in(const fs::path& directory) {
  std::map<std::string, fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(directory)) {
    const std::string name = name_below(directory, entry.path());
    if (entry.is_regular_file() && !is_of_database(entry.path())) files[name] = entry.path();
  }
  return files;
}

}  // namespace

OptionRuns::OptionRuns(const std::vector<std::string>& preparation) : m_base(m_sandbox.path() / "base") {
  const fs::path prepare = fs::path(RLMDB_SOURCE_DIR) / "tests/cli/documents/prepare.sh";
  run_quietly(m_sandbox, fmt::format("sh -eu '{}' '{}'", prepare.string(), RLMDB_SOURCE_DIR));
  std::string script = "set -e; cd ../base\n";
  for (const std::string& line : preparation) script += line + "\n";
  run_quietly(m_sandbox, script);
  std::istringstream claim(rlmdb::test::read_all(m_base / "claim"));
  std::string id;
  claim >> id >> m_token;
  for (const auto& entry : fs::recursive_directory_iterator(m_base))
    (entry.is_directory() ? m_directories : m_files).insert(name_below(m_base, entry.path()));
  std::string all;
  for (const auto& [name, path] : files_in(m_base)) {
    all += name + "\n";
    if (path.extension() != ".db") continue;
    for (const std::string& row : rows_of(path)) all += row + "\n";
  }
  for (std::sregex_iterator found(all.begin(), all.end(), k_drawn_id), end; found != end; ++found)
    m_names.insert(found->str());
  m_made_ms = now_ms();
}

OptionRuns::Stamp OptionRuns::stamp_of(const fs::path& file) {
  return {fs::last_write_time(file), fs::file_size(file)};
}

bool OptionRuns::is_as_copied(Kept kept, const std::string& name, const fs::path& file) const {
  const auto copied = m_copied.at(kept).find(name);
  return copied != m_copied.at(kept).end() && stamp_of(file) == copied->second;
}

/// Only what the call before changed is copied again.
void OptionRuns::restore_project(Kept kept) {
  const fs::path place = m_sandbox.path() / "place";
  std::map<std::string, Stamp>& copied = m_copied[kept];
  if (!fs::exists(place)) fs::create_directory(place);
  std::vector<fs::path> others;
  for (const auto& entry : fs::recursive_directory_iterator(place)) {
    const std::string name = name_below(place, entry.path());
    if (!m_directories.contains(name) && !m_files.contains(name)) others.push_back(entry.path());
  }
  for (const fs::path& other : others) fs::remove_all(other);
  for (const std::string& name : m_directories) fs::create_directory(place / name);
  for (const std::string& name : m_files) {
    const fs::path file = place / name;
    if (fs::exists(file) && stamp_of(file) == copied[name]) continue;
    fs::copy_file(m_base / name, file, fs::copy_options::overwrite_existing);
    copied[name] = stamp_of(file);
  }
}

CallRun OptionRuns::run(const std::string& call, Kept kept) {
  const fs::path place = m_sandbox.path() / "place";
  if (kept == Kept::without) m_rows_without.clear();
  CallRun run;
  run.call = call;
  run.left = m_sandbox.path() / (kept == Kept::without ? "without" : "with");
  if (fs::exists(run.left)) fs::rename(run.left, place);
  restore_project(kept);
  run.began_ms = now_ms();
  const std::string typed = std::regex_replace(call, std::regex(R"(\bTOKEN\b)"), m_token);
  run.outcome = m_sandbox.run("cd ../place && exec timeout 10 rlmdb " + typed, Surface::pipes);
  fs::rename(place, run.left);
  return run;
}

std::string OptionRuns::settled(const std::string& text, const CallRun& run) const {
  static const std::regex k_time(R"(20\d\d-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?Z|\b(1[789]|2\d)\d{11}\b)");
  static const std::regex k_span(R"(\b\d[\d.,]* ?(ms|s|min|h|d)\b)");
  static const std::regex k_drawn(
      R"x("(pid|[a-z_]*(seconds|_ms)|took|size|bytes)": ?-?[\d.]+|\b\d+:\d+:\d+:\d+:\d+\b|\b20\d{6}T\d{6}\.\d{3}Z|\b1[789]\d{17}\b)x");
  std::string written = replaced(text, k_drawn_id, [&](const std::string& id) {
    const bool is_known = m_names.contains(id) || run.call.find(id) != std::string::npos;
    return is_known ? id : std::string("DRAWN");
  });
  static const std::regex k_process(R"(\b((started|completed|failed)\t.*\t1\t)\d+(\t\d*\t\d*\t\d+)?)");
  written = std::regex_replace(written, k_process, "$1PID");
  written = std::regex_replace(written, k_span, "SPAN");
  written = std::regex_replace(written, k_drawn, "DRAWN");
  return replaced(written, k_time, [&](const std::string& time) {
    const std::int64_t ms = ms_of(time);
    if (ms < m_made_ms - 1000) return time;
    return fmt::format("NOW+{}", std::lround(static_cast<double>(ms - run.began_ms) / 60'000));
  });
}

std::string OptionRuns::difference_of_lines(const std::vector<std::string>& without,
                                            const std::vector<std::string>& with, const CallRun& first,
                                            const CallRun& second) const {
  if (without.size() != with.size()) return fmt::format("{} lines, then {}", without.size(), with.size());
  for (std::size_t line = 0; line < with.size(); ++line) {
    if (without[line] == with[line]) continue;
    const std::string before = settled(without[line], first);
    const std::string after = settled(with[line], second);
    if (before != after) return "'" + before + "', then '" + after + "'";
  }
  return {};
}

const std::vector<std::string>& OptionRuns::rows_without(const fs::path& database) const {
  const auto [rows, is_new] = m_rows_without.try_emplace(database);
  if (is_new) rows->second = rows_of(database);
  return rows->second;
}

std::string OptionRuns::difference_of_files(const CallRun& without, const CallRun& with) const {
  const std::map<std::string, fs::path> before = files_in(without.left);
  const std::map<std::string, fs::path> after = files_in(with.left);
  for (const auto& file : before)
    if (!after.contains(file.first) && settled(file.first, without) == file.first) return "no " + file.first;
  for (const auto& file : after) {
    const auto old = before.find(file.first);
    if (old == before.end()) {
      if (settled(file.first, with) != file.first) continue;
      return "a file " + file.first;
    }
    if (is_as_copied(Kept::without, file.first, old->second) &&
        is_as_copied(Kept::with, file.first, file.second))
      continue;
    const std::string first = rlmdb::test::read_all(old->second);
    const std::string second = rlmdb::test::read_all(file.second);
    if (first == second) continue;
    const bool is_database = file.second.extension() == ".db";
    const std::string found =
        difference_of_lines(is_database ? rows_of(old->second) : lines_in(first),
                            is_database ? rows_of(file.second) : lines_in(second), without, with);
    if (!found.empty()) return file.first + ": " + found;
  }
  return {};
}

std::string OptionRuns::difference(const CallRun& without, const CallRun& with) const {
  if (without.outcome.exit_code != with.outcome.exit_code)
    return fmt::format("exit {}, then {}", without.outcome.exit_code, with.outcome.exit_code);
  for (const auto stream : {&Outcome::out, &Outcome::error}) {
    const std::string found =
        difference_of_lines(lines_in(without.outcome.*stream), lines_in(with.outcome.*stream), without, with);
    if (!found.empty()) return found;
  }
  return difference_of_files(without, with);
}

}  // namespace cli_tests
