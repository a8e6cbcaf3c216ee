// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace bench {

struct Claimed {
  std::string id;
  std::int64_t token = 0;
};

/// One way to reach a store, opened and answering. Each call throws for what is not the answer to it.
class Door {
 public:
  Door() = default;
  virtual ~Door() = default;
  Door(const Door&) = delete;
  Door& operator=(const Door&) = delete;

  virtual void show(const std::string& id) = 0;
  virtual void add(const std::string& prompt) = 0;
  [[nodiscard]] virtual Claimed claim() = 0;
  virtual void complete(const Claimed& task) = 0;
};

/// `name`: library (in this process), command (a process for each call), pipe, socket, mcp. The last three start
/// a server and end it with the door.
[[nodiscard]] std::unique_ptr<Door> open_door(std::string_view name, const std::filesystem::path& program,
                                              const std::filesystem::path& database);

}  // namespace bench
