// SPDX-License-Identifier: MIT
// 1. Records are cut out of the file by their layout: generate writes one at a known indentation.
// 2. A batch of them is parsed into plain values, untimed.
// 3. The batch is bound and stepped, timed; then the next batch. One transaction holds them all.
// 4. COMMIT and the truncating checkpoint are timed on their own.
#include <simdjson.h>
#include <sqlite3.h>

#include <chrono>
#include <fstream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "bench.hpp"
#include "floor.sql.hpp"

namespace bench {
namespace {

constexpr std::size_t k_batch_tasks = 1000;

using Clock = std::chrono::steady_clock;
using Text = std::optional<std::string>;
using Number = std::optional<std::int64_t>;

struct Variable {
  Text name, value, type, source, created_at;
};

struct TreeNode {
  Text tree_id, node_id, parent_ref;
  Number depth;
  Text decomposition_strategy, merge_strategy, context_type, context_source;
  Number context_size_tokens, input_tokens, output_tokens;
  std::optional<double> total_cost_usd;
};

struct Task {
  Text id, prompt, agent;
  Number priority;
  Text state, created_at, started_at, completed_at;
  Number pid;
  Text result, error, output;
  std::optional<TreeNode> node;
  std::vector<Variable> variables;
};

std::string sql(std::string_view name) {
  const std::string mark = "-- name: " + std::string(name) + "\n";
  const std::size_t found = k_floor_sql.find(mark);
  if (found == std::string_view::npos)
    throw std::runtime_error("floor.sql has no statement " + std::string(name));
  const std::size_t begin = found + mark.size();
  return std::string(k_floor_sql.substr(begin, k_floor_sql.find("-- name: ", begin) - begin));
}

Text text_of(simdjson::dom::object object, std::string_view name) {
  std::string_view value;
  if (object[name].get_string().get(value) != simdjson::SUCCESS) return std::nullopt;
  return std::string(value);
}

Number number_of(simdjson::dom::object object, std::string_view name) {
  std::int64_t value = 0;
  if (object[name].get_int64().get(value) != simdjson::SUCCESS) return std::nullopt;
  return value;
}

std::vector<Variable> parse_variables(simdjson::dom::object metadata) {
  std::vector<Variable> variables;
  simdjson::dom::object state;
  if (metadata["rlm_state"].get_object().get(state) != simdjson::SUCCESS) return variables;
  for (const auto member : state) {
    Variable variable;
    variable.name = std::string(member.key);
    simdjson::dom::object object;
    if (member.value.get_object().get(object) == simdjson::SUCCESS) {
      variable.value = simdjson::to_string(object["value"]);
      variable.type = text_of(object, "type");
      variable.source = text_of(object, "source");
      variable.created_at = text_of(object, "created_at");
    } else {
      variable.value = simdjson::to_string(member.value);
    }
    variables.push_back(std::move(variable));
  }
  return variables;
}

TreeNode parse_node(simdjson::dom::object metadata) {
  TreeNode node;
  node.tree_id = text_of(metadata, "tree_id");
  node.node_id = text_of(metadata, "node_id");
  node.parent_ref = text_of(metadata, "parent_id");
  node.depth = number_of(metadata, "depth");
  node.decomposition_strategy = text_of(metadata, "decomposition_strategy");
  node.merge_strategy = text_of(metadata, "merge_strategy");
  simdjson::dom::object part;
  if (metadata["context_reference"].get_object().get(part) == simdjson::SUCCESS) {
    node.context_type = text_of(part, "type");
    node.context_source = text_of(part, "source");
    node.context_size_tokens = number_of(part, "size_tokens");
  }
  if (metadata["cost_tracking"].get_object().get(part) == simdjson::SUCCESS) {
    node.input_tokens = number_of(part, "input_tokens");
    node.output_tokens = number_of(part, "output_tokens");
    double cost = 0;
    if (part["total_cost_usd"].get_double().get(cost) == simdjson::SUCCESS) node.total_cost_usd = cost;
  }
  return node;
}

Task parse_task(simdjson::dom::parser& parser, const std::string& record) {
  const simdjson::dom::object object = parser.parse(record).get_object().value();
  Task task;
  task.id = text_of(object, "id");
  task.prompt = text_of(object, "prompt");
  task.agent = text_of(object, "agent");
  task.priority = number_of(object, "priority");
  task.state = text_of(object, "state");
  task.created_at = text_of(object, "createdAt");
  task.started_at = text_of(object, "startedAt");
  task.completed_at = text_of(object, "completedAt");
  task.pid = number_of(object, "pid");
  task.result = text_of(object, "result");
  task.error = text_of(object, "error");
  task.output = text_of(object, "output");
  simdjson::dom::object metadata;
  if (object["metadata"].get_object().get(metadata) == simdjson::SUCCESS && text_of(metadata, "tree_id")) {
    task.node = parse_node(metadata);
    task.variables = parse_variables(metadata);
  }
  return task;
}

class RecordReader {
 public:
  explicit RecordReader(const std::filesystem::path& path) : m_in(path, std::ios::binary) {
    if (!m_in) throw std::runtime_error("cannot read " + path.string());
  }

  std::vector<Task> next_batch() {
    std::vector<Task> batch;
    std::string line;
    while (batch.size() < k_batch_tasks && std::getline(m_in, line)) {
      if (line == "    {") {
        m_record.assign(1, '{');
      } else if (line == "    }" || line == "    },") {
        m_record += '}';
        batch.push_back(parse_task(m_parser, m_record));
        m_record.clear();
      } else if (!m_record.empty()) {
        m_record += line;
      }
    }
    return batch;
  }

 private:
  std::ifstream m_in;
  std::string m_record;
  simdjson::dom::parser m_parser;
};

class Database {
 public:
  explicit Database(const std::filesystem::path& path) {
    check(sqlite3_open(path.c_str(), &m_database), SQLITE_OK);
  }
  ~Database() { sqlite3_close(m_database); }
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  void run(std::string_view name) {
    check(sqlite3_exec(m_database, sql(name).c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
  }
  void check(int got, int wanted) const {
    if (got != wanted) throw std::runtime_error(sqlite3_errmsg(m_database));
  }
  [[nodiscard]] sqlite3* raw() const { return m_database; }

 private:
  sqlite3* m_database = nullptr;
};

class Insert {
 public:
  Insert(Database& database, std::string_view name) : m_database(database) {
    database.check(sqlite3_prepare_v2(database.raw(), sql(name).c_str(), -1, &m_statement, nullptr),
                   SQLITE_OK);
  }
  ~Insert() { sqlite3_finalize(m_statement); }
  Insert(const Insert&) = delete;
  Insert& operator=(const Insert&) = delete;

  template <typename... Values>
  void row(const Values&... values) {
    int column = 0;
    (bind(++column, values), ...);
    m_database.check(sqlite3_step(m_statement), SQLITE_DONE);
    sqlite3_reset(m_statement);
  }

 private:
  void bind(int column, std::int64_t value) { sqlite3_bind_int64(m_statement, column, value); }
  void bind(int column, const Text& value) {
    if (value) {
      sqlite3_bind_text(m_statement, column, value->data(), static_cast<int>(value->size()), SQLITE_STATIC);
    } else {
      sqlite3_bind_null(m_statement, column);
    }
  }
  void bind(int column, const Number& value) {
    value ? sqlite3_bind_int64(m_statement, column, *value) : sqlite3_bind_null(m_statement, column);
  }
  void bind(int column, const std::optional<double>& value) {
    value ? sqlite3_bind_double(m_statement, column, *value) : sqlite3_bind_null(m_statement, column);
  }

  Database& m_database;
  sqlite3_stmt* m_statement = nullptr;
};

class Inserts {
 public:
  explicit Inserts(Database& database)
      : m_task(database, "insert_task"),
        m_node(database, "insert_tree_node"),
        m_variable(database, "insert_variable") {}

  void add(const Task& task) {
    const std::int64_t id = ++m_last_id;
    m_task.row(id, task.id, task.prompt, task.agent, task.priority, task.state, task.created_at,
               task.started_at, task.completed_at, task.pid, task.result, task.error, task.output);
    if (task.node) {
      const TreeNode& node = *task.node;
      m_node.row(id, node.tree_id, node.node_id, node.parent_ref, node.depth, node.decomposition_strategy,
                 node.merge_strategy, node.context_type, node.context_source, node.context_size_tokens,
                 node.input_tokens, node.output_tokens, node.total_cost_usd);
    }
    for (const Variable& variable : task.variables) {
      m_variable.row(id, variable.name, variable.value, variable.type, variable.source, variable.created_at);
    }
  }

 private:
  Insert m_task, m_node, m_variable;
  std::int64_t m_last_id = 0;
};

template <typename Work>
double seconds(const Work& work) {
  const Clock::time_point begin = Clock::now();
  work();
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

}  // namespace

FloorTimes floor(const std::filesystem::path& file, const std::filesystem::path& database_path) {
  if (std::filesystem::exists(database_path))
    throw std::runtime_error(database_path.string() + " exists already");
  FloorTimes times;
  RecordReader reader(file);
  std::unique_ptr<Database> database;
  std::unique_ptr<Inserts> inserts;
  times.insert_s += seconds([&] {
    database = std::make_unique<Database>(database_path);
    database->run("settings");
    database->run("schema");
    database->run("begin");
    inserts = std::make_unique<Inserts>(*database);
  });
  for (std::vector<Task> batch = reader.next_batch(); !batch.empty(); batch = reader.next_batch()) {
    times.insert_s += seconds([&] {
      for (const Task& task : batch) inserts->add(task);
    });
    times.tasks += batch.size();
    for (const Task& task : batch) times.variables += task.variables.size();
  }
  inserts.reset();
  times.commit_s = seconds([&] { database->run("commit"); });
  times.checkpoint_s = seconds([&] { database->run("checkpoint"); });
  return times;
}

}  // namespace bench
