// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <regex>

#include "help/explanations.hpp"
#include "json_schema.hpp"
#include "test_dir.hpp"
#include "transcript.hpp"

namespace {

namespace fs = std::filesystem;
using namespace cli_tests;
using rlmdb::test::check_against_schema;

const fs::path k_folder = fs::path(RLMDB_SOURCE_DIR) / "tests/cli";

std::vector<fs::path> all_transcripts() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(k_folder)) {
    if (entry.path().extension() == ".txt" && entry.path().filename() != "CMakeLists.txt") {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// `document` without the two things JSON allows and the validator's parser refuses: lone surrogates and
/// numbers beyond a double.
std::string parsable(const std::string& document) {
  static const std::regex k_pair{R"(\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2})"};
  static const std::regex k_lone{R"(\\ud[89a-f][0-9a-f]{2})"};
  static const std::regex k_huge{R"(:-?1e999)"};
  const std::string paired = std::regex_replace(document, k_pair, "*");
  return std::regex_replace(std::regex_replace(paired, k_lone, "?"), k_huge, ":0");
}

/// A whole document must fit its schema, and every code in it must be one that `explain` knows.
void check_documents(const std::string& output) {
  if (!output.starts_with("{\"rlmdb\":1") || !output.ends_with("}\n")) {
    return;
  }
  CHECK_EQ(check_against_schema(parsable(output)), "");
  static const std::regex k_code{R"re("code":"(\w+)")re"};
  for (std::sregex_iterator found(output.begin(), output.end(), k_code); found != std::sregex_iterator();
       ++found) {
    const std::string code = (*found)[1];
    CAPTURE(code);
    const auto& known = rlmdb::cli::all_explanations();
    CHECK(std::any_of(known.begin(), known.end(), [&](const auto& one) { return one.code == code; }));
  }
}

/// The transcript as this run writes it.
std::string run_transcript(const std::string& text) {
  const Sandbox sandbox(damages_a_database(text) ? Sandbox::End::damaged : Sandbox::End::sound);
  std::string written;
  for (const Step& step : parse_transcript(text)) {
    CAPTURE(step.command);
    Outcome outcome = sandbox.run(step.command, step.surface);
    check_documents(outcome.out);
    check_documents(outcome.error);
    outcome.out = normalised(outcome.out, sandbox);
    outcome.error = normalised(outcome.error, sandbox);
    const std::string actual = format_outcome(outcome);
    written += format_step(step, actual);
    if (std::getenv("RLMDB_UPDATE_GOLDEN") == nullptr) {
      CHECK_EQ(actual, step.expected);
    }
  }
  return written;
}

}  // namespace

TEST_SUITE("cli::transcripts") {
  TEST_CASE("every transcript comes out as it is written") {
    for (const fs::path& file : all_transcripts()) {
      const std::string name = fs::relative(file, k_folder).string();
      SUBCASE(name.c_str()) {
        const std::string written = run_transcript(rlmdb::test::read_all(file));
        if (std::getenv("RLMDB_UPDATE_GOLDEN") != nullptr) {
          std::ofstream(file) << written;
        }
      }
    }
  }

  TEST_CASE("a document that breaks its schema is seen") {
    CHECK_NE(check_against_schema(R"({"rlmdb":1,"command":"stats","ok":true,"data":{"total":"1"}})"), "");
    CHECK_NE(check_against_schema(R"({"rlmdb":1,"command":"stats","ok":false,"error":{"code":"odd"}})"), "");
  }
}
