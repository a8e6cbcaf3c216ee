// SPDX-License-Identifier: MIT
#include <string>
#include <vector>

#include "database/print_backup.hpp"
#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/envelope.hpp"
#include "frame/locate_database.hpp"
#include "frame/warnings.hpp"

namespace rlmdb::cli {
namespace {

class RestoreCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "restore",
        "put a backup back as the database",
        "FILE [options]",
        "FILE is verified first and only read. What the database holds now is kept\n"
        "beside it as NAME.before-restore-TIME; then the content is exchanged in one\n"
        "transaction, so that processes which have the database open see the old or\n"
        "the new, never a mixture. It is refused where the database holds tasks or\n"
        "events that FILE lacks, unless --force is given. A backup of an older schema\n"
        "is brought to the newest on the way.",
        {"rlmdb restore rlm-monday.db", "# although there are newer events",
         "rlmdb restore --force rlm-monday.db"},
        {{3, "done, and verify finds something in what was put back"},
         {4, "there is no such FILE"},
         {7, "the database holds what FILE lacks, cannot be compared with it, or is FILE itself"},
         {8, "FILE or the database cannot be used"}},
        {"backup", "verify", "migrate"}};
    return k_text;
  }

  [[nodiscard]] Effect effect() const override { return Effect::writes; }

  void setup(Options& options) override {
    options.words("FILE", m_files, 1, 1, "a backup, or any database of rlmdb");
    options.toggle("--force", m_options.force,
                   "also where FILE lacks something, cannot be compared, or has findings");
  }

  [[nodiscard]] Answers answers() const override {
    return {"What was put back.", {{"", "", shape_of([] { return json_restore({}); })}}};
  }

  ExitCode run(Context& context) override {
    const DatabaseLocation location = locate_database(context.options);
    context.out.require_writable();
    set_place_of_remarks(location.path.string());
    m_options.store = context.store_options();
    const BackupRestored report = restore(location.path, m_files.front(), m_options);
    context.stores.stay_with_next();
    context.out.set_failure_hint("the backup was put back all the same");
    context.out.write(context.wants_json() ? json_success("restore", json_restore(report))
                                           : text_restore(report, context.terminal));
    return report.verified.finding_count == 0 ? ExitCode::done : ExitCode::findings;
  }

 private:
  std::vector<std::string> m_files;
  BackupRestoreOptions m_options;
};

}  // namespace

CommandPtr make_restore_command() {
  return std::make_unique<RestoreCommand>();
}

}  // namespace rlmdb::cli
