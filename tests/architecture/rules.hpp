// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "source_file.hpp"

namespace architecture {

/// Each rule looks at one file and returns what breaks it; files it has nothing to say about give nothing.
using Rule = std::vector<Breach> (*)(const SourceFile&);

[[nodiscard]] std::vector<Breach> check_includes(const SourceFile& file);
[[nodiscard]] std::vector<Breach> check_sql_in_literals(const SourceFile& file);
[[nodiscard]] std::vector<Breach> check_begin(const SourceFile& file);
[[nodiscard]] std::vector<Breach> check_table_names_in_db(const SourceFile& file);
[[nodiscard]] std::vector<Breach> check_machine_paths(const SourceFile& file);
/// Only what a reader of the repository can open is cited.
[[nodiscard]] std::vector<Breach> check_citations(const SourceFile& file);
[[nodiscard]] std::vector<Breach> check_size(const SourceFile& file);
[[nodiscard]] std::vector<Breach> check_licence_line(const SourceFile& file);
[[nodiscard]] std::vector<Breach> check_names(const SourceFile& file);
/// Readers of one subject stand together: a header has more than one function, or a type that it is about.
[[nodiscard]] std::vector<Breach> check_lone_functions(const SourceFile& file);
/// What a path of an option or argument names is opened by util/foreign_file and util/beneath, which follow no
/// link of others (decision 044), and which open no file of a database that is open: closing it drops its locks.
[[nodiscard]] std::vector<Breach> check_openings(const SourceFile& file);
[[nodiscard]] std::vector<Breach> check_seeds(const SourceFile& file);
[[nodiscard]] std::vector<Breach> check_waits(const SourceFile& file);

/// Constants of a .cpp that have the name of one in a header: compiled in one batch with a file behind it,
/// the first would hide the second there, and no compiler says so (decision 020). Looks at all files of the
/// product at once.
[[nodiscard]] std::vector<Breach> check_hidden_constants(const std::vector<SourceFile>& files);

}  // namespace architecture
