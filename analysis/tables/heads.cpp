#include "analysis/tables/heads.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "analysis/tables/cells.hpp"
#include "analysis/tables/head_words.hpp"
#include "core/metric_unit.hpp"
#include "core/rung.hpp"
#include "core/text.hpp"

namespace scalegen {
namespace {

constexpr std::string_view kFillers =
    " number of no num n nb nr count counts used the compute physical logical mpi omp openmp allocated "
    "requested alloc in qty amount parallel ";
constexpr std::string_view kGpus =
    " gpu gpus ngpu ngpus numgpus device devices ndevices gcd gcds ngcds accelerator accelerators a100s "
    "v100s h100s h200s tpus gpucount ";
constexpr std::string_view kRanks =
    " rank ranks nranks process processes proc procs nproc nprocs np ntask ntasks task tasks worker "
    "workers worldsize pes numprocs p prozesse procesos processi processus ";
constexpr std::string_view kNodes = " node nodes nnode nnodes numnodes knoten nodos nodi nœuds noeuds ";
constexpr std::string_view kCores =
    " core cores ncore ncores cpu cpus ncpu ncpus processor processors numcores kerne núcleos nucleos "
    "cœurs coeurs ";
constexpr std::string_view kThreads = " thread threads nthreads numthreads hilos fils ";

// Words of a time that is only a part of the run, or none that passed on a clock.
constexpr std::string_view kOfAPart =
    " cpu user sys comm communication halo io init initialization setup start startup end date limit "
    "load loading queue wait idle compile stamp saved allreduce forward backward build first day ";
// What Slurm's accounts have besides Elapsed, and core-hours in one word.
constexpr std::string_view kAccounts =
    " cputime cputimeraw total_cpu user_cpu system_cpu ave_cpu min_cpu timelimit timelimitraw planned "
    "reserved suspended planned_cpu resv_cpu corehours nodehours gpuhours cpuhours ";
constexpr std::string_view kRates = " throughput speed rate performance perf ";
constexpr std::string_view kParts =
    " gpu gpus gcd device rank process proc core worker chip node task accelerator ";
constexpr std::string_view kRounds = " round run repeat repetition rep trial ";
constexpr std::string_view kMeasured =
    " accuracy acc loss losses ppl perplexity bleu map f1 error err errors rmse std stddev stdev sd sem "
    "dev deviation min max minimum maximum p50 p90 p95 p99 variance var cv util utilization utilisation "
    "usage mfu hfu mem memory vram rss ram power watt watts energy joules kwh temp temperature clock "
    "freq mhz percent latency cost price credits gb gib mb mib overhead residual top1 top5 top score "
    "bandwidth busbw algbw fraction imbalance ";
constexpr std::string_view kDerived =
    " speedup speedups efficiency eff ideal linear perfect scalability relative vs gain improvement "
    "factor x ratio aceleración aceleracion eficiencia efficienza effizienz faktor ";
constexpr std::string_view kOfARun =
    " seed date day timestamp start started begin end ended finished job jobid id index idx host hosts "
    "hostname hostnames nodelist pid user file path log comment comments note notes remark remarks "
    "status state run round trial repeat repetition rep source url commit ";
constexpr std::string_view kSettings =
    " machine cluster system hardware platform gpu cpu device accelerator compiler version method "
    "algorithm solver backend framework strategy parallelism mesh grid problem size config configuration "
    "setup scheme network interconnect tp pp dp cp ep zero seq sequence context mode case benchmark test "
    "name partition batch bs variant implementation code library type scaling threads task application "
    "workload molecule atoms input flags environment processor ";

// Of which a problem has more or fewer.
constexpr std::string_view kItems =
    " grid mesh problem atoms natoms cells ncells mcells elements nelements dof dofs ndofs freedom unknowns "
    "domain points npoints gridpoints ngrid particles nparticles qubits zones bodies vertices voxels nnz "
    "matrix residues images tokens ";
constexpr std::string_view kProblems = " size global globalbatchsize total n input molecule ";
constexpr std::string_view kLabels = " config configuration setup name test case run type ";

Words without_fillers(Words words) {
  std::erase_if(words, [](const auto& word) { return is_one_of(kFillers, word); });
  return words;
}

std::optional<Counted> counted_by(const Words& words) {
  const auto name = joined(words, '_');
  if (is_one_of(kGpus, name) || name == "gpu_devices" || name == "gpu_cards") return Counted::gpus;
  if (is_one_of(kRanks, name) || name == "world_size") return Counted::ranks;
  if (is_one_of(kNodes, name) || name == "gpu_nodes" || name == "cpu_nodes") return Counted::nodes;
  if (is_one_of(kCores, name) || name == "cpu_cores" || name == "cpu_core") return Counted::cores;
  if (is_one_of(kThreads, name) || name == "cpu_threads") return Counted::threads;
  return std::nullopt;
}

// ppn, gpn and tpn are what job scripts call them.
std::optional<SizeHead> short_size(const std::string& name) {
  if (name == "ppn" || name == "tpn" || name == "rpn") return SizeHead{Counted::ranks, CountedOf::node};
  if (name == "gpn") return SizeHead{Counted::gpus, CountedOf::node};
  if (name == "cpt" || name == "tpr" || name == "tpp") return SizeHead{Counted::threads, CountedOf::rank};
  if (name == "alloc_cpus") return SizeHead{Counted::cores, CountedOf::run};  // Slurm's, of all nodes
  if (name == "mpi") return SizeHead{Counted::ranks, CountedOf::open};
  if (name == "omp" || name == "openmp") return SizeHead{Counted::threads, CountedOf::rank};
  return std::nullopt;
}

// "core-hours", "Cost (node-h)", "GPU days", and "gpu_s" too, but not a time of a GPU's kernel in ms.
bool is_consumption(const Words& words) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i)
    if (counted_by({words[i]}) && (words[i + 1] == "stunden" || seconds_in(words[i + 1]).value_or(0) >= 1))
      return true;
  return false;
}

bool is_time_word(std::string_view word) { return parse_unit(word).is_time; }

std::string short_unit(const std::string& unit) {
  for (const std::string_view name : {"sec", "secs", "second", "seconds"})
    if (unit == name) return "s";
  return unit;
}

// images/s, "tokens per s", episodes/hour are rates; s/step, ms_per_step times. Several units may follow.
std::optional<FigureHead> quotient(std::string_view text) {
  std::string unit(text);
  for (const std::string_view per : {"_per_", " per "})
    for (auto at = unit.find(per); at != std::string::npos; at = unit.find(per))
      unit.replace(at, per.size(), "/");
  std::erase(unit, ' ');
  const auto slash = unit.find('/');
  if (slash == std::string::npos || slash == 0) return std::nullopt;
  const auto parts = lower_case(unit);
  const auto end = std::min(parts.find('/', slash + 1), parts.size());
  const auto divisor = parts.substr(slash + 1, end - slash - 1);
  if (is_time_word(divisor) || divisor == "cpu_second" || divisor == "d")
    return FigureHead{Quantity::rate, unit};
  if (is_time_word(parts.substr(0, slash))) return FigureHead{Quantity::time, unit};
  return std::nullopt;
}

// TFLOPS, FPS, SYPD, MLUPS: rates in one word.
bool is_rate_in_a_word(const std::string& word) {
  if (word == "sypd" || word == "hz" || word == "teps" || word == "mteps" || word == "gteps") return true;
  return word.size() > 2 && word.ends_with("ps") && parse_unit(word).is_rate && word != "steps" &&
         word != "timesteps";
}

// "per GPU" of a head that has its unit elsewhere: "Throughput per GPU (tok/s)".
std::string part_of(const Words& words) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i)
    if (words[i] == "per" && is_one_of(kParts, words[i + 1])) return "/" + words[i + 1];
  return "";
}

// The thing that takes a time: "Time per step (ms)", "epoch time".
std::string thing_of_a_time(const Words& words) {
  for (const auto& word : words) {
    const auto unit = parse_unit("s/" + word);
    if (unit.per_epoch) return "/epoch";
    if (unit.per_step || word == "timestep") return word == "micro" ? "/micro_step" : "/step";
  }
  return "";
}

std::optional<FigureHead> rate_of_head(const Head& head) {
  const auto part = part_of(head.words);
  if (const auto rate = quotient(head.unit)) {
    const bool has_part = rate->unit.find('/', rate->unit.find('/') + 1) != std::string::npos;
    return rate->quantity == Quantity::rate ? FigureHead{Quantity::rate, rate->unit + (has_part ? "" : part)}
                                            : *rate;
  }
  const auto in_brackets = words_of(head.unit);
  if (!in_brackets.empty() && is_rate_in_a_word(in_brackets.front()))
    return FigureHead{Quantity::rate, head.unit + part};
  if (const auto rate = quotient(head.title); rate && rate->quantity == Quantity::rate) return rate;
  for (const auto& word : head.words)
    if (is_rate_in_a_word(word)) return FigureHead{Quantity::rate, head.title};
  if (is_bare_time(parse_unit(short_unit(lower_case(head.unit))))) return std::nullopt;  // "Speed (s)"
  if (!head.words.empty() && is_one_of(kRates, head.words.front()) &&
      head.words.size() < 2 + (part.empty() ? 1 : 2))
    return FigureHead{Quantity::rate, head.title, false};
  if (!head.words.empty() && head.words.back() == "throughput")
    return FigureHead{Quantity::rate, head.title, false};
  return std::nullopt;
}

bool is_unit_of_a_word(const std::string& word) {
  return word == "s" || word == "ms" || word == "us" || word == "ns" ||
         (word.size() > 2 && word != "min" && is_time_word(word));
}

std::optional<FigureHead> time_of_head(const Head& head) {
  const auto thing = thing_of_a_time(head.words);
  const bool says_time = names(head.words, kTimeWords) || head.title == "t" || head.title == "T";
  const bool is_remark = head.unit.find_first_of("0123456789, ") != std::string::npos;  // "(Depth 10)"
  const auto unit = is_remark ? "" : short_unit(lower_case(head.unit));
  if (says_time && unit.find(':') != std::string::npos)  // "[h:mm:ss]"; below [h:mm] 1:30 is no 90 s
    return FigureHead{Quantity::time, (unit.ends_with('m') || unit.ends_with("min") ? "h" : "s") + thing};
  if (says_time && unit.empty()) {
    const auto& last = head.words.back();
    if (head.words.size() > 1 && is_time_word(last) && last != "d")
      return FigureHead{Quantity::time, short_unit(last) + thing};
    return FigureHead{Quantity::time, "s" + thing, false};
  }
  if (!unit.empty())  // "Total (s)", "Solve [ms]"
    return is_bare_time(parse_unit(unit)) && (says_time || head.title.size() > 1)
               ? std::optional(FigureHead{Quantity::time, unit + thing})
               : std::nullopt;
  if (head.words.size() > 1 && is_unit_of_a_word(head.words.back()))  // "median_ms"
    return FigureHead{Quantity::time, short_unit(head.words.back()) + thing};
  // Not min, s, d or h: a column min may be the minimum.
  const bool is_unit = head.words.size() == 1 && head.words[0].size() > 1 && head.words[0] != "min" &&
                       is_time_word(head.words[0]);
  return is_unit ? std::optional(FigureHead{Quantity::time, short_unit(head.words[0])}) : std::nullopt;
}

const std::map<std::string, std::string, std::less<>>& condition_keys() {
  static const std::map<std::string, std::string, std::less<>> kKeys{
      {"precision", "precision"},
      {"dtype", "precision"},
      {"global_batch", "global_batch"},
      {"global_batch_size", "global_batch"},
      {"total_batch_size", "global_batch"},
      {"total_batch", "global_batch"},
      {"effective_batch_size", "global_batch"},
      {"effective_batch", "global_batch"},
      {"gbs", "global_batch"},
      {"per_rank_batch", "per_rank_batch"},
      {"per_gpu_batch", "per_rank_batch"},
      {"batch_per_gpu", "per_rank_batch"},
      {"batch_per_rank", "per_rank_batch"},
      {"per_gpu_batch_size", "per_rank_batch"},
      {"batch_size_per_gpu", "per_rank_batch"},
      {"per_device_batch_size", "per_rank_batch"},
      {"batch_size_per_device", "per_rank_batch"},
      {"batch_per_device", "per_rank_batch"},
      {"local_batch_size", "per_rank_batch"},
      {"local_batch", "per_rank_batch"},
      {"batch_unit", "batch_unit"},
      {"accumulate", "accumulate"},
      {"gradient_accumulation", "accumulate"},
      {"grad_accum", "accumulate"},
      {"gradient_accumulation_steps", "accumulate"},
      {"accumulation_steps", "accumulate"},
      {"steps", "steps"},
      {"epochs", "epochs"},
      {"dataset", "dataset"},
      {"data_set", "dataset"},
      {"model", "model"},
      {"model_size", "model"},
      {"model_name", "model"},
      {"params", "model"},
      {"parameters", "model"},
      {"model_parameters", "model"},
      {"optimizer", "optimizer"},
      {"optimiser", "optimizer"},
      {"torch", "torch"},
      {"device_name", "device_name"},
      {"gpu_model", "device_name"},
      {"gpu_type", "device_name"}};
  return kKeys;
}

}  // namespace

std::optional<SizeHead> size_head(std::string_view text) {
  auto head = head_of(text);
  auto words = words_of(trimmed_head(text));
  if (const auto known = short_size(joined(words, '_'))) return known;
  auto of = CountedOf::open;
  if (const auto total = std::ranges::find(words, "total"); total != words.end()) {
    of = CountedOf::run;
    words.erase(total);
  }
  const auto per = std::ranges::find(words, "per");
  if (per != words.end() && per + 2 == words.end()) {
    const auto whole = counted_by({words.back()});
    if (whole != Counted::nodes && whole != Counted::ranks) return std::nullopt;
    of = whole == Counted::nodes ? CountedOf::node : CountedOf::rank;
    words.erase(per, words.end());
    if (words.empty()) return SizeHead{Counted::ranks, of};
  }
  auto counted = counted_by(without_fillers(words));
  if (!counted && !head.unit.empty() && per == words.end()) {
    const auto in_brackets = size_head(head.unit);
    counted = counted_by(without_fillers(head.words));
    if (counted && in_brackets && of == CountedOf::open && in_brackets->of != CountedOf::open)
      of = in_brackets->of;
  }
  if (!counted) return std::nullopt;
  if (of == CountedOf::rank && *counted != Counted::gpus) return SizeHead{Counted::threads, of};
  if (*counted == Counted::threads)
    return of == CountedOf::run    ? SizeHead{Counted::cores, of}
           : of == CountedOf::node ? SizeHead{Counted::cores, of}
                                   : SizeHead{Counted::threads, CountedOf::rank};
  return SizeHead{*counted, of};
}

std::optional<FigureHead> figure_head(std::string_view text) {
  const auto head = head_of(text);
  if (is_derived_head(text) || head.words.empty() || is_consumption_head(text)) return std::nullopt;
  if (auto rate = rate_of_head(head)) return rate;
  if (names(head.words, kOfAPart)) return std::nullopt;
  if (names(head.words, kMeasured) && !names(head.words, kTimeWords)) return std::nullopt;
  if (const auto of_thing = quotient(head.title); of_thing && of_thing->quantity == Quantity::time)
    return of_thing;
  return time_of_head(head);
}

bool is_consumption_head(std::string_view text) {
  const auto head = head_of(text);
  return is_consumption(head.words) || is_consumption(words_of(head.unit)) ||
         is_one_of(kAccounts, joined(head.words, '_'));
}

bool is_total_head(std::string_view text) {
  const auto words = head_of(text).words;
  return std::ranges::find(words, "total") != words.end();
}

bool is_rung_head(std::string_view text) { return joined(head_of(text).words, '_') == "rung"; }

bool is_round_head(std::string_view text) { return is_one_of(kRounds, joined(head_of(text).words, '_')); }

std::string condition_of_head(std::string_view text) {
  auto words = words_of(trimmed_head(text));
  std::ranges::replace(words, std::string("rank"), std::string("gpu"));
  const auto& keys = condition_keys();
  auto found = keys.find(joined(words_of(trimmed_head(text)), '_'));
  if (found == keys.end()) found = keys.find(joined(words, '_'));
  return found == keys.end() ? "" : found->second;
}

bool is_measured_head(std::string_view text) {
  const auto head = head_of(text);
  const auto unit = words_of(head.unit);
  return is_consumption_head(text) || names(head.words, kMeasured) || names(unit, kMeasured) ||
         names(head.words, kTimeWords) || head.unit == "%" || head.unit == "W" ||
         text.find('%') != std::string_view::npos;
}

bool is_derived_head(std::string_view text) {
  const auto head = head_of(text);
  const auto name = joined(head.words, ' ');
  return names(head.words, kDerived) || name.find("speed up") != std::string::npos || name == "%" ||
         name == "scaling" || name == "×";
}

bool is_head_of_a_run(std::string_view text) {
  const auto words = head_of(text).words;
  return names(words, kOfARun) || is_one_of(" node node_list ", joined(words, '_'));
}

bool is_outcome_head(std::string_view text) {
  const auto words = head_of(text).words;
  if (words.empty()) return false;
  const bool is_code = words.back() == "code" && names(words, " exit return ");
  return is_code || is_one_of(" state status outcome exit exitcode returncode rc ", words.back());
}

bool is_setting_head(std::string_view text) {
  const auto words = head_of(text).words;
  return names(words, kSettings) || names(words, kItems) || !condition_of_head(text).empty();
}

bool is_problem_head(std::string_view text) {
  return names(head_of(text).words, kItems) || names(head_of(text).words, kProblems);
}

std::string part_of_problem(std::string_view text) {
  const auto words = words_of(text);
  return names(words, kItems) ? part_of(words) : "";
}

bool is_label_head(std::string_view text) { return names(head_of(text).words, kLabels); }

bool is_header(const CsvLine& line) {
  const auto& first = line.fields.front().text;
  const bool has_digit = std::ranges::any_of(first, is_digit);
  if (has_digit && shape_of_name(first) != RungShape{}) return false;
  return std::ranges::none_of(line.fields, [](const CsvField& field) {
    const auto cell = read_cell(field.text, Comma::thousands);
    return !field.text.empty() && is_digit(field.text.front()) && cell && cell->number;
  });
}

bool names_a_size(const CsvLine& line) {
  return std::ranges::any_of(line.fields, [](const CsvField& field) {
    return is_rung_head(field.text) || size_head(field.text).has_value();
  });
}

}  // namespace scalegen
