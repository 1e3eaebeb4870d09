#pragma once
#include <string>
#include <vector>

#include "core/diagnostics.hpp"
#include "core/plan.hpp"
#include "generator/script/template.hpp"
#include "generator/script/template_files.hpp"

namespace scalegen {

/// An error where the path of a run directory cannot stand in a script, or be bound into its container.
Result<void> check_root(const Launch& launch);

/// Writes the scripts of one sweep; its template is read once.
class ScriptWriter {
 public:
  /// Errors: those of check_root, and of a template of one's own.
  static Result<ScriptWriter> make(const PlanHead& head, const std::vector<OwnTemplate>& own_templates);

  /// Writes scripts to be read, by render_plain() alone.
  static Result<ScriptWriter> make_plain(const PlanHead& head, const std::vector<OwnTemplate>& own_templates);

  /// The text of the script of a run: its job's own, or where several share the job that of this run within
  /// it. It keeps the promises of docs/run-directory.md.
  [[nodiscard]] Result<std::string> render(const Job& job, const Run& run) const;

  /// The text of the script that is submitted for a job with these runs: the run's own, or where several
  /// share the job one that starts theirs, in this order.
  [[nodiscard]] Result<std::string> render_job(const Job& job, const std::vector<const Run*>& runs) const;

  /// The text of the script that prepares these runs, once: where it is submitted, it asks for what the
  /// smallest of them does.
  [[nodiscard]] Result<std::string> render_preparation(const std::vector<Run>& runs) const;

  /// The text of a script that starts what a run starts, and claims, watches and measures nothing. Slurm
  /// writes its output beside it, to head.launch.root.
  [[nodiscard]] Result<std::string> render_plain(const Run& run) const;

 private:
  static Result<ScriptWriter> make(const PlanHead& head, const std::vector<OwnTemplate>& own_templates,
                                   const std::string& name_of_body);
  [[nodiscard]] TemplateValues values_of(const Run& run) const;
  ScriptWriter(Template body, Template shared, Template preparation, TemplateValues common, PlanHead head);
  [[nodiscard]] Result<std::string> render_shared(const Job& job, const std::vector<const Run*>& runs) const;
  [[nodiscard]] Result<std::vector<std::string>> directives_of(const Job& job, const Resources& r) const;

  Template template_;
  Template shared_template_;  // empty where nothing is shared: on this machine
  Template preparation_template_;
  TemplateValues common_;  // what all scripts of the sweep share
  PlanHead head_;
};

}  // namespace scalegen
