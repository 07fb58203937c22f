// SPDX-License-Identifier: Apache-2.0
// priory --version, and priory doctor: what is installed, and how to get what is not.
#include "help/installation.h"

#include <CLI/Version.hpp>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <sys/wait.h>

#include "priory/version.h"

#include "arguments/duckdb_file.h"
#include "arguments/output_arguments.h"
#include "built_from.h"
#include "ranks.h"

namespace priory::app {
namespace {

std::string compiler() {
#ifdef __clang__
  return fmt::format("clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#else
  return fmt::format("g++ {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#endif
}

// What the command prints, without the end of the line; nothing, if it fails.
std::string said_by(const std::string& command) {
  std::FILE* const pipe = ::popen((command + " 2>/dev/null").c_str(), "re");
  if (pipe == nullptr) return {};
  std::array<char, 256> bytes{};
  std::string out(bytes.data(), std::fread(bytes.data(), 1, bytes.size(), pipe));
  const int status = ::pclose(pipe);
  while (out.ends_with('\n')) out.pop_back();
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? out : std::string();
}

// A folder of the installation that the program belongs to: bin/priory has share/man and others beside bin.
std::filesystem::path installed(const std::string& path) {
  std::error_code none;
  return std::filesystem::read_symlink("/proc/self/exe", none).parent_path().parent_path() / path;
}

struct Part {
  std::string name, state, remedy;  // no remedy: all is well
};

Part part(const std::string& name, bool here, const std::string& state, const std::string& missing,
          const std::string& remedy) {
  return here ? Part{name, state, ""} : Part{name, missing, remedy};
}

Part python_part() {
  const std::string version = said_by("python3 -c 'import priory; print(priory.__version__)'");
  if (version == PRIORY_VERSION) return {"Python", "priory " + version, ""};
  if (!version.empty())
    return {"Python", fmt::format("priory {}, and this program is {}", version, PRIORY_VERSION),
            "install the package of the same version (docs/python.md)"};
  const bool has_python = !said_by("python3 --version").empty();
  return {"Python", has_python ? "the package is not found" : "there is no python3",
          has_python ? "python3 -m pip install ., in a clone (docs/python.md)" : "apt-get install python3"};
}

std::vector<Part> parts() {
  const bool man = std::filesystem::exists(installed("share/man/man1/priory.1"));
  const bool completions = std::filesystem::exists(installed("share/bash-completion/completions/priory"));
  return {
      part("HTML report", draws_reports(), "built in", "not built in",
           "apt-get install nodejs npm, and build again"),
      part("mail", reads_mail(), "GMime is here", "GMime cannot be loaded", "apt-get install libgmime-3.0-0"),
      part("SQLite", reads_sqlite(), "its library is here", "its library cannot be loaded",
           "apt-get install libsqlite3-0"),
      part("PostgreSQL", reads_postgresql(), "libpq is here", "libpq cannot be loaded",
           "apt-get install libpq5"),
      part("Parquet", reads_duckdb(duckdb_file({})), "DuckDB is here", "libduckdb.so cannot be loaded",
           "libduckdb.so into /usr/local/lib (docs/databases.md)"),
      part("many machines", has_mpi(), "the module for MPI is here", "no module for MPI, or no MPI",
           "apt-get install openmpi-bin libopenmpi-dev, and build again"),
      python_part(),
      part("man pages", man, "installed", "not beside this program",
           "cmake --install, or priory manual --man --into FOLDER"),
      part("completion", completions, "installed for bash, zsh and fish", "not beside this program",
           "cmake --install, or priory completion SHELL")};
}

struct Doctor {
  OutputArguments output;

  int run() const {
    output.check();
    const std::vector<Part> all = parts();
    if (output.as_json()) return write_as_json(all), 0;
    TextTable table({"part", "here", "how to get it"});
    table.wrap(2);
    for (const Part& each : all) table.add_row({each.name, each.state, each.remedy});
    write_output(output.table(table));
    return 0;
  }

  static void write_as_json(const std::vector<Part>& all) {
    std::ostringstream out;
    JsonWriter writer(out);
    writer.begin_object().member("schema", "priory.doctor/1").member("version", PRIORY_VERSION);
    writer.member("commit", kCommit).key("parts").begin_array();
    for (const Part& each : all)
      writer.begin_object()
          .member("part", each.name)
          .member("here", each.remedy.empty())
          .member("state", each.state)
          .member("remedy", each.remedy)
          .end_object();
    writer.end_array().end_object();
    write_output(out.str());
  }
};

}  // namespace

std::string release_date() {
  return kCommitDate;
}

void write_version() {
  std::string out =
      fmt::format("priory {}\ncommit {}\ncompiler {}, {}\n", PRIORY_VERSION, kCommit, compiler(), kBuildType);
  for (const Library& each : libraries()) out += fmt::format("library {} {}\n", each.name, each.version);
  write_output(out + fmt::format("library CLI11 {}\n", CLI11_VERSION));
}

Verb make_doctor() {
  const auto self = std::make_shared<Doctor>();
  Verb verb{
      "doctor", "which optional parts are here, and how to get the others", {"priory doctor"}, {}, [self] {
        return self->run();
      }};
  verb.arguments.group("Output");
  self->output.declare(verb.arguments);
  verb.matter = {"--json"};
  return verb;
}

}  // namespace priory::app
