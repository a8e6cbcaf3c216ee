// SPDX-License-Identifier: MIT
#include <string>
#include <vector>

#include "database/print_backup.hpp"
#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/envelope.hpp"
#include "frame/locate_database.hpp"

namespace rlmdb::cli {
namespace {

class BackupCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "backup",
        "copy the database to one verified file",
        "FILE [options]",
        "Copies the database as it is at this moment, while others go on reading and\n"
        "writing. The copy is read as `rlmdb verify` reads the database before it gets\n"
        "its name; what that finds is reported, with exit 3. It is one file that opens\n"
        "like any other, also with --db. `rlmdb restore FILE` puts it back.",
        {"rlmdb backup rlm-monday.db", "# every night over the one of the night before",
         "rlmdb backup --force /backups/rlm.db"},
        {{3, "done, and verify finds something in the copy"},
         {7, "FILE is there, belongs to the database, or is no regular file"}},
        {"restore", "verify"}};
    return k_text;
  }

  [[nodiscard]] Effect effect() const override { return Effect::writes; }

  void setup(Options& options) override {
    options.words("FILE", m_files, 1, 1, "where the copy goes");
    options.toggle("--force", m_existing, ExistingBackup::replace,
                   "replace an older backup, once the new one is complete");
  }

  [[nodiscard]] Answers answers() const override {
    return {"The copy that was made.", {{"", "", shape_of([] { return json_backup({}); })}}};
  }

  ExitCode run(Context& context) override {
    if (m_files.front() == "-") {
      throw Error(ErrorCode::usage, "a backup is a file of its own, and is not written to standard output",
                  {}, "name a FILE; ./- is one called -");
    }
    context.out.require_writable();
    const Store& store = open_database(context, Access::read_only);
    const BackupReport report = store.backup(m_files.front(), m_existing);
    context.out.set_failure_hint("the backup was made all the same");
    context.out.write(context.wants_json() ? json_success("backup", json_backup(report))
                                           : text_backup(report, context.terminal));
    return report.verified.finding_count == 0 ? ExitCode::done : ExitCode::findings;
  }

 private:
  std::vector<std::string> m_files;
  ExistingBackup m_existing = ExistingBackup::refuse;
};

}  // namespace

CommandPtr make_backup_command() {
  return std::make_unique<BackupCommand>();
}

}  // namespace rlmdb::cli
