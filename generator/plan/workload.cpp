#include "generator/plan/workload.hpp"

#include <cstdint>

namespace scalegen {

const std::vector<Workload>& built_in_workloads() {
  using Kind = Parameter::Kind;
  static const std::vector<Workload> workloads = {
      {"mnist_cnn",
       {
           {"steps", Kind::whole_number, "--steps", std::int64_t{40}, {}},
           {"epochs", Kind::whole_number, "--epochs", {}, {}},
           {"global_batch", Kind::whole_number, "--global-batch", std::int64_t{512}, {}},
           {"per_rank_batch", Kind::whole_number, "--per-rank-batch", std::int64_t{512}, {}},
           {"optimizer", Kind::word, "--optimizer", "adam", {"adam", "sgd"}},
           {"learning_rate", Kind::positive_number, "--learning-rate", 0.001, {}},
           {"precision", Kind::word, "--precision", "fp32", {"fp32", "bf16"}},
           {"evaluate", Kind::yes_or_no, "--evaluate", "yes", {}},
           {"cpus_per_task", Kind::whole_number, "--threads", {}, {}},
       }},
  };
  return workloads;
}

}  // namespace scalegen
