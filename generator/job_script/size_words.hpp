#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "core/job_script.hpp"
#include "generator/job_script/script_size.hpp"

namespace scalegen::job_script {

/// Other bytes for a stretch of a script.
struct TextEdit {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string text{};
  std::string reason{};  // for people
};

/// A number of which only the author knows whether it means the size.
struct Question {
  std::size_t offset = 0;
  std::string text{};
};

struct SizeWords {
  std::vector<TextEdit> edits{};  // by place
  std::vector<Question> questions{};
  bool has_smaller_step = false;  // srun -n 1 beside one with all ranks
};

/// Finds the numbers by which a script says its size a second time: options of launchers and programs, and
/// variables, by their names. One that is the number of the directives becomes a placeholder; another is
/// asked about.
SizeWords size_words_in(const JobScript& script, const ScriptSize& size);

}  // namespace scalegen::job_script
