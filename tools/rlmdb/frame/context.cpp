// SPDX-License-Identifier: MIT
#include "frame/context.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "format/json_writer.hpp"
#include "frame/command_line.hpp"
#include "frame/interruption.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/json_text.hpp"
#include "terminal/local_time.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {

namespace {

/// "": the library names user and host.
std::string owner_of(const GlobalOptions& options) {
  if (options.owner) {
    return *options.owner;
  }
  const char* const named = std::getenv("RLMDB_OWNER");
  return named == nullptr ? std::string{} : std::string(named);
}

}  // namespace

StoreOptions Context::store_options(Access access) const {
  StoreOptions store;
  store.owner = owner_of(options);
  store.durability = options.durability;
  store.busy_timeout = options.timeout;
  store.log = log;
  if (!is_call) return store;
  // Who only reads does it for nobody once the caller is gone; what was to be changed is changed all the same.
  if (access == Access::read_only) store.cancelled = [] { return interrupted().load(); };
  if (access == Access::read_write) {
    store.cancelled = [] { return is_withdrawn(); };
    store.committed = [] { keep_from_withdrawal(); };
  }
  return store;
}

namespace {

/// [EXIT, PRINTED], printed JSON as it is.
std::string answer_of(ExitCode code, const std::string& printed, bool is_json) {
  std::string answer = "[" + std::to_string(static_cast<int>(code)) + ",";
  if (is_json && !printed.empty()) {
    answer += printed;
  } else {
    append_json(answer, printed);
  }
  return answer + "]";
}

/// The reverse of answer_of().
Repeated read_answer(const std::string& answer) {
  const std::size_t comma = std::min(answer.find(','), answer.size() - 1);
  const int code = std::stoi(answer.substr(1, comma - 1));
  const std::string printed = answer.substr(comma + 1, answer.size() - comma - 2);
  const auto text = json_string_text(printed, HalfPairs::stay_escaped);
  return {static_cast<ExitCode>(code), text.has_value() ? *text : printed + "\n"};
}

}  // namespace

void Context::begin_request(const Store& store, Access access) {
  if (!options.request_id.has_value() || request != nullptr) {
    return;
  }
  if (access != Access::read_write) {
    return require_no_request(access);
  }
  begin_request(store, *options.request_id);
}

void Context::begin_request(const Store& store, const std::string& key) {
  request = std::make_unique<Request>(store, key, command_line.words_of_request());
  if (request->earlier().has_value()) {
    throw read_answer(*request->earlier());
  }
  out.hold();
}

void Context::require_no_request(Access access) const {
  if (options.request_id.has_value() && access != Access::read_only) {
    throw Error(ErrorCode::internal, "a call with a request id that its command does not begin");
  }
}

void Context::end_request(ExitCode code) {
  if (request == nullptr) {
    return;
  }
  request->keep(answer_of(code, out.held(), wants_json()));
  request.reset();
  out.let_go();
}

void Context::talk(std::string_view text) const {
  if (!options.quiet && !wants_json()) {
    write_standard_error(
        wrapped(error_terminal.is_terminal ? local_times_in(text) : std::string(text), error_terminal));
  }
}

void Context::show_as(TerminalForm form) {
  if (terminal.is_terminal) {
    out.set_form(form);
  }
}

}  // namespace rlmdb::cli
