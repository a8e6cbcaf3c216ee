// SPDX-License-Identifier: MIT
#include "frame/call.hpp"

#include <algorithm>
#include <filesystem>
#include <new>
#include <utility>

#include "frame/command_line.hpp"
#include "frame/locate_database.hpp"
#include "frame/warnings.hpp"
#include "rlmdb/json_text.hpp"

namespace rlmdb::cli {
namespace {

GlobalOptions for_calls(GlobalOptions options) {
  options.format = Format::json;
  options.lines = LineForm::bare;
  options.progress = false;
  return options;
}

/// What stands round the answer is the caller's to make.
CallAnswer taken_apart(ExitCode exit, std::string_view document) {
  const auto data = find_json_member(document, "data");
  const auto warnings = find_json_member(document, "warnings");
  if (!data.has_value() || !warnings.has_value()) {
    throw Error(ErrorCode::internal, "a command answered a call with something else than one document");
  }
  return {exit, std::string(*data), std::string(*warnings)};
}

}  // namespace

ExitCode run_once(Context& context) {
  try {
    const ExitCode code = context.command_line.chosen()->run(context);
    if (code == ExitCode::interrupted && context.request != nullptr)
      throw Error(ErrorCode::io, "interrupted: nothing was changed, and no answer is kept");
    context.end_request(code);
    return code;
  } catch (const Repeated& answer) {
    context.request.reset();
    context.out.write(answer.printed);
    context.talk("this request was answered before; nothing was changed now\n");
    return answer.code;
  }
}

Error error_in_flight() {
  try {
    throw;
  } catch (const Error& error) {
    return error;
  } catch (const std::bad_alloc&) {
    return Error(ErrorCode::io, "there is not enough memory");
  } catch (const std::filesystem::filesystem_error& error) {
    return Error(ErrorCode::io, error.code().message(), error.path1().string());
  } catch (const std::exception& unexpected) {
    return Error(ErrorCode::internal, std::string("unexpected: ") + unexpected.what(), {},
                 "this is a bug of rlmdb; please report it with the output of `rlmdb --version`");
  }
}

Session::Session(GlobalOptions options)
    : m_options(for_calls(std::move(options))), m_log(log_to_stderr(m_options)) {
  m_stores.stay_with_next();
}

DatabaseLocation Session::locate() {
  const CommandLine none{m_options};
  DatabaseLocation location = locate_database(context_of(none));
  require_database(location);
  return location;
}

void Session::set_options(GlobalOptions options) {
  if (options.database != m_options.database) m_stores.stay_with_next();
  m_options = std::move(options);
}

Context Session::context_of(const CommandLine& command_line) {
  return {command_line, command_line.options(),       {},   {}, m_log,
          m_stores,     Output(Output::Into::memory), true, {}};
}

const Store& Session::reader() {
  const CommandLine none{m_options};
  const Context context = context_of(none);
  return open_database(context, Access::read_only);
}

std::string Session::owner() {
  const CommandLine none{m_options};
  return context_of(none).store_options().owner;
}

std::filesystem::path Session::project() {
  const CommandLine none{m_options};
  return find_root(context_of(none), {});
}

CallAnswer Session::answer(std::string_view method, std::string_view params,
                           std::optional<std::chrono::milliseconds> longest) {
  forget_warnings();
  GlobalOptions options = m_options;
  options.timeout = std::min(options.timeout, longest.value_or(options.timeout));
  CommandLine command_line{std::move(options)};
  command_line.parse_call(method, params);
  Context context = context_of(command_line);
  const ExitCode exit = run_once(context);
  if (!m_stores.has_begun()) m_stores.notice(locate_database(m_options).path);
  return taken_apart(exit, context.out.take());
}

}  // namespace rlmdb::cli
