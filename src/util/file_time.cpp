// SPDX-License-Identifier: MIT
#include "util/file_time.hpp"

#include <sys/stat.h>

#include <array>

namespace rlmdb::util {

namespace {

constexpr std::int64_t k_second = 1'000'000'000;

}  // namespace

std::int64_t nanoseconds_of(const timespec& time) noexcept {
  return static_cast<std::int64_t>(time.tv_sec) * k_second + time.tv_nsec;
}

void set_modified(int descriptor, std::int64_t nanoseconds) noexcept {
  std::int64_t seconds = nanoseconds / k_second;
  std::int64_t rest = nanoseconds % k_second;
  if (rest < 0) {
    rest += k_second;
    --seconds;
  }
  const std::array<timespec, 2> times{timespec{0, UTIME_OMIT}, timespec{seconds, rest}};
  (void)::futimens(descriptor, times.data());
}

}  // namespace rlmdb::util
