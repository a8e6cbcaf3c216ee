// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/envelope.hpp"
#include "frame/nearest_word.hpp"
#include "help/explanations.hpp"
#include "help/print_help.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

const Explanation& explanation_of(const std::string& code) {
  const std::vector<Explanation>& all = all_explanations();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Explanation& one) { return one.code == code; });
  if (found != all.end()) {
    return *found;
  }
  std::vector<std::string> codes;
  for (const Explanation& one : all) {
    codes.emplace_back(one.code);
  }
  const auto nearest = nearest_word(code, codes);
  throw Error(ErrorCode::not_found, fmt::format("there is no code '{}'", code), {},
              nearest.has_value() ? fmt::format("did you mean `rlmdb explain {}`?", *nearest)
                                  : "`rlmdb explain` lists the codes");
}

class ExplainCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "explain",
        "explain the code of an error, finding or reason",
        "[CODE] [options]",
        "Says what the code means, why it comes up and what to do. Without CODE it lists\n"
        "all codes.",
        {"rlmdb explain conflict", "rlmdb explain duplicate_id"},
        {{4, "there is no such code"}},
        {"import", "verify"},
        {},
        Database::unused};
    return k_text;
  }

  void setup(Options& options) override {
    options.words("CODE", m_codes, 0, 1, "the code of an error, warning, reject, finding or reason");
  }

  [[nodiscard]] std::string calls_with_rows() const override { return "without CODE"; }
  [[nodiscard]] bool prints_rows() const override { return m_codes.empty(); }

  [[nodiscard]] bool wants_pager() const override { return true; }

  [[nodiscard]] Answers answers() const override {
    return {"What a code means.",
            {{"code", "With CODE.", shape_of([] { return json_explanation({}); })},
             {"codes", "All of them.", shape_of([] { return json_explanations({}); })}}};
  }

  ExitCode run(Context& context) override {
    if (m_codes.empty()) {
      const std::vector<Explanation>& all = all_explanations();
      context.out.write(context.wants_json() ? json_success("explain", json_explanations(all))
                                             : explanation_rows().text(all, context.terminal));
      return ExitCode::done;
    }
    const Explanation& explanation = explanation_of(m_codes.front());
    context.out.write(context.wants_json()
                          ? json_success("explain", json_explanation(explanation))
                          : wrapped(text_explanation(explanation, context.terminal), context.terminal));
    return ExitCode::done;
  }

 private:
  std::vector<std::string> m_codes;
};

}  // namespace

CommandPtr make_explain_command() {
  return std::make_unique<ExplainCommand>();
}

}  // namespace rlmdb::cli
