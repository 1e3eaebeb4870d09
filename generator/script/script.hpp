#pragma once
#include <filesystem>
#include <string>

#include "core/diagnostics.hpp"
#include "core/plan.hpp"
#include "generator/plan/plan_sweep.hpp"
#include "generator/script/template.hpp"
#include "generator/script/template_files.hpp"

namespace scalegen {

/// Where scripts will stand, and who writes them.
struct ScriptOrigin {
  std::filesystem::path root{};          // the run directory on the machine that will run them; absolute
  std::string command{};                 // what the person typed
  std::string version{};                 // of scalegen
  std::vector<OwnTemplate> templates{};  // in the place of bundled ones
};

/// An error where the run directory's path cannot stand in a script.
Result<void> check_root(const ScriptOrigin& origin);

/// Writes the scripts of one sweep; its template is read once.
class ScriptWriter {
 public:
  /// Errors: those of check_root, and of a template of one's own.
  static Result<ScriptWriter> make(const PlanHead& head, ScriptContext context, ScriptOrigin origin);

  /// The text of the script of a run: its job's own, or where several share the job that of this run within
  /// it. It keeps the promises of docs/run-directory.md.
  [[nodiscard]] Result<std::string> render(const Job& job, const Run& run) const;

  /// The text of the script that is submitted for a job with these runs: the run's own, or where several
  /// share the job one that starts theirs, in this order.
  [[nodiscard]] Result<std::string> render_job(const Job& job, const std::vector<const Run*>& runs) const;

 private:
  ScriptWriter(Template body, Template shared, TemplateValues common, PlanHead head, ScriptContext context,
               ScriptOrigin origin);
  [[nodiscard]] Result<std::string> render_shared(const Job& job, const std::vector<const Run*>& runs) const;
  [[nodiscard]] Result<std::vector<std::string>> directives_of(const Job& job, const Resources& r) const;

  Template template_;
  Template shared_template_;  // empty where nothing is shared: on this machine
  TemplateValues common_;     // what all scripts of the sweep share
  PlanHead head_;
  ScriptContext context_;
  ScriptOrigin origin_;
};

}  // namespace scalegen
