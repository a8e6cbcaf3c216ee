// SPDX-License-Identifier: MIT
// The same answers with openat2 and without it: a seccomp filter in a child process takes the call away.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <array>
#include <cerrno>
#include <cstddef>

#include "child_process.hpp"
#include "database_fixture.hpp"
#include "test_dir.hpp"
#include "util/beneath.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

/// From now on openat2 fails with that error in this process.
bool refuse_openat2(int error_number) {
  const auto number = static_cast<std::uint32_t>(error_number);
  std::array<sock_filter, 4> filter = {
      sock_filter{BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(seccomp_data, nr)},
      sock_filter{BPF_JMP | BPF_JEQ | BPF_K, 0, 1, SYS_openat2},
      sock_filter{BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | number},
      sock_filter{BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW}};
  const sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

void make_tree(const TestDir& dir) {
  namespace fs = std::filesystem;
  fs::create_directories(dir / "root/a/b");
  write_all(dir / "root/a/file", "in");
  write_all(dir / "outside", "out");
  fs::create_symlink("../outside", dir / "root/link");
  fs::create_symlink("a", dir / "root/down");
  fs::create_symlink("gone", dir / "root/dangling");
  ::mkfifo((dir / "root/fifo").c_str(), 0600);
}

using util::BeneathFault;

struct Question {
  std::string path;
  BeneathFault fault;
};

const std::vector<Question>& questions() {
  static const std::vector<Question> k_all = {
      {"a/file", BeneathFault::none},         {"./a//file", BeneathFault::none},
      {"a/../a/file", BeneathFault::none},    {"a/b/../file", BeneathFault::none},
      {"a/missing", BeneathFault::absent},    {"missing/file", BeneathFault::absent},
      {"a/file/x", BeneathFault::absent},     {"a/file/", BeneathFault::absent},
      {"../outside", BeneathFault::outside},  {"a/../../outside", BeneathFault::outside},
      {"/etc/passwd", BeneathFault::outside}, {"link", BeneathFault::outside},
      {"down/file", BeneathFault::outside},   {"dangling", BeneathFault::outside},
      {"a", BeneathFault::not_regular},       {"fifo", BeneathFault::not_regular},
      {".", BeneathFault::not_regular}};
  return k_all;
}

/// How many answers are wrong.
int wrong_answers(const std::filesystem::path& root) {
  int wrong = 0;
  for (const Question& question : questions()) {
    const util::BeneathFile file = util::read_beneath(root, question.path, 100);
    const bool is_right =
        file.fault == question.fault && file.bytes == (question.fault == BeneathFault::none ? "in" : "");
    wrong += is_right ? 0 : 1;
  }
  wrong += code_of([&] { (void)util::make_directory_beneath(root, "down/new"); }) == "conflict" ? 0 : 1;
  const util::FileDescriptor made = util::make_directory_beneath(root, "a/new/deep");
  wrong += std::filesystem::is_directory(root / "a/new/deep") && made.valid() ? 0 : 1;
  wrong += util::find_directory_beneath(root, "a/none").valid() ? 1 : 0;
  return wrong;
}

}  // namespace

TEST_SUITE("util::beneath") {
  TEST_CASE("no path leads out, and every answer is the same without openat2") {
    for (const int error_number : {0, ENOSYS, EPERM, EAGAIN}) {
      CAPTURE(error_number);
      const TestDir dir;
      make_tree(dir);
      ChildProcess child([&] {
        constexpr int k_no_filter = 100;
        if (error_number != 0 && !refuse_openat2(error_number)) return k_no_filter;
        return wrong_answers(dir / "root");
      });
      CHECK(child.wait() == 0);
    }
  }

  TEST_CASE("the project's own directory may have a slash at its end, and be made") {
    const TestDir dir;
    CHECK(util::make_directory_beneath((dir / "new").string() + "/", ".aiwg").valid());
    CHECK(std::filesystem::is_directory(dir / "new/.aiwg"));
    CHECK_FALSE(util::find_directory_beneath(dir / "none", ".aiwg").valid());
  }
}
