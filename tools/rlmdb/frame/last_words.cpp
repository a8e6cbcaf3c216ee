// SPDX-License-Identifier: MIT
// Said without memory, locks or streams: all texts are constants.
#include "frame/last_words.hpp"

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <exception>
#include <new>

#include "frame/exit_code.hpp"

namespace rlmdb::cli {
namespace {

struct LastWords {
  std::string_view text;
  std::string_view json;
};

constexpr LastWords k_no_memory{
    "rlmdb: error: there is not enough memory\n",
    R"({"rlmdb":1,"command":"rlmdb","ok":false,"error":{"code":"io","message":"there is not enough memory",)"
    R"("where":"","hint":"","retryable":false}})"
    "\n"};

constexpr LastWords k_mapping_lost{
    "rlmdb: error: a file that the database is read through was cut short by another program\n"
    "  hint: leave the -wal and -shm beside a database alone while it is open; what was acknowledged is in "
    "it, look at the rest before it is done again\n",
    R"({"rlmdb":1,"command":"rlmdb","ok":false,"error":{"code":"corrupt","message":"a file that the )"
    R"(database is read through was cut short by another program","where":"","hint":"leave the -wal and -shm )"
    R"(beside a database alone while it is open; what was acknowledged is in it, look at the rest before it is )"
    R"(done again","retryable":false}})"
    "\n"};

std::atomic<bool> s_as_json{false};
std::atomic<const char*> s_screen{nullptr};
std::atomic<std::size_t> s_screen_size{0};

void say(int descriptor, std::string_view text) noexcept {
  [[maybe_unused]] const auto written = ::write(descriptor, text.data(), text.size());
}

[[noreturn]] void end(const LastWords& words, ExitCode code) noexcept {
  if (const char* const screen = s_screen.load()) say(STDOUT_FILENO, {screen, s_screen_size.load()});
  say(STDERR_FILENO, s_as_json.load() ? words.json : words.text);
  ::_exit(static_cast<int>(code));
}

extern "C" void end_at_bus_error(int /*signal*/) {
  end(k_mapping_lost, ExitCode::unusable_database);
}

[[noreturn]] void on_terminate() noexcept {
  try {
    if (const std::exception_ptr unexpected = std::current_exception()) std::rethrow_exception(unexpected);
  } catch (const std::bad_alloc&) {
    end_without_memory();
  } catch (...) {  // a bug: as without us
  }
  // Nor may there have been any for the exception itself.
  constexpr std::size_t k_little = 64;
  void* const volatile probe = std::malloc(k_little);
  if (probe == nullptr) end_without_memory();
  std::abort();
}

/// Before main and before all that is made there, which may fail as well.
[[gnu::constructor(101)]] void end_in_words_without_memory() {
  std::set_terminate(on_terminate);
}

}  // namespace

void say_last_words_as_json() noexcept {
  s_as_json.store(true);
}

void set_screen_to_leave(std::string_view sequence) noexcept {
  s_screen.store(nullptr);
  s_screen_size.store(sequence.size());
  s_screen.store(sequence.empty() ? nullptr : sequence.data());
}

void end_without_memory() noexcept {
  end(k_no_memory, ExitCode::failed);
}

void end_in_words_at_bus_error() noexcept {
  struct sigaction action {};
  action.sa_handler = end_at_bus_error;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  ::sigemptyset(&action.sa_mask);
  ::sigaction(SIGBUS, &action, nullptr);
}

}  // namespace rlmdb::cli
