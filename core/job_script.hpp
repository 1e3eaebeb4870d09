#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/bash_text.hpp"
#include "core/diagnostics.hpp"

namespace scalegen {

/// Why sbatch refuses a directive whatever its value means. `no_option` is a word that is none, such as the
/// second of `--mem=10 G`.
enum class DirectiveFault { none, unknown, no_option, no_value, takes_no_value, open_quote };

/// An option of a line `#SBATCH`.
struct Directive {
  std::string name{};     // in full: --nodes for -N and --node; as it is written if sbatch has no such one
  std::string value{};    // without quotes; empty if it has none
  bool is_known = true;   // sbatch 22.05 to 25.11 has it
  std::size_t begin = 0;  // in bytes of the script
  std::size_t end = 0;    // with its value
  std::size_t value_begin = 0;  // with quotes; `end` if it has no value
  DirectiveFault fault = DirectiveFault::none;
  bool operator==(const Directive&) const = default;
};

/// A script for sbatch, as sbatch and bash read it.
struct JobScript {
  std::string file{};  // for messages
  std::string text{};
  std::vector<std::size_t> lines{};     // where each begins
  std::vector<Directive> directives{};  // in their order; of two alike sbatch takes the last
  std::size_t body =
      0;  // where the first line begins that is neither blank nor a comment: sbatch reads none behind it
  BashText bash{};  // of the whole text
};

JobScript read_job_script(std::string file, std::string text);

/// The program that the first line names: bash of `#!/usr/bin/env bash`. Empty if it names none.
std::string interpreter_of(const JobScript& script);
bool is_shell(std::string_view interpreter);  // in which bash's reading holds: not csh

/// The first directive that begins another part of a heterogeneous job; null if there is none.
const Directive* first_part(const JobScript& script);

/// Where a line of PBS's or LSF's options begins, `#PBS` or `#BSUB`: sbatch reads them as well, after its
/// own, wherever they stand.
std::optional<std::size_t> line_of_pbs(std::string_view text);

/// The line of a byte, and its column.
CitedLine cite(const JobScript& script, std::size_t offset);

/// The last directive of this name, which is the one that counts; null if there is none.
const Directive* find_directive(const JobScript& script, std::string_view name);

/// The full name of sbatch's option that a word begins with, as getopt_long reads it: --nodes for --nodes=2,
/// --nodes, --node and -N2; empty if it has none, or several begin so.
std::string_view sbatch_option_named(std::string_view word);

/// All long options of sbatch.
std::vector<std::string> sbatch_options();

}  // namespace scalegen
