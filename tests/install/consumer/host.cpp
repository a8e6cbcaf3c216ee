// SPDX-License-Identifier: MIT
#include <iostream>

extern "C" unsigned long count_tasks(const char* path);

int main(int, char** argv) {
  std::cout << count_tasks(argv[1]) << " tasks\n";
}
