#pragma once
#include <string>
#include <vector>

namespace scalegen {

/// A log, and the line of a sweep file that reads its figure; empty: none is sure.
struct LogWithFigure {
  std::string log{};
  std::string metrics{};
};

/// Logs as trainers and programs print them, in few lines.
inline std::vector<LogWithFigure> logs_with_figures() {
  return {
      {"{'train_runtime': 55.3, 'train_samples_per_second': 11.57, 'train_steps_per_second': 0.36}\n",
       "metrics: {throughput: {regex: 'train_samples_per_second'': {number}', unit: samples/s}}"},
      {"  train_loss               =     3.1\n  train_runtime            = 0:01:02.03\n"
       "  train_samples_per_second =      1.088\n  train_steps_per_second   =      0.017\n"
       "  eval_samples_per_second  =      3.2\n",
       "metrics: {throughput: {regex: 'train_samples_per_second =\\s+{number}', unit: samples/s}}"},
      {"Epoch 0:  50%|#####     | 50/100 [00:05<00:05,  9.50it/s, v_num=0]\r"
       "Epoch 0: 100%|##########| 100/100 [00:10<00:00,  9.80it/s, v_num=0]\n",
       "metrics: {throughput: {regex: '(?:Epoch|\\b[Tt]rain(?:ing)?\\b).*100%.*[ ,]{number}it/s', unit: "
       "it/s}}"},
      {"Epoch 0: 100%|##########| 100/100 [05:10<00:00,  3.10s/it, v_num=0]\n",
       "metrics: {time: {regex: '(?:Epoch|\\b[Tt]rain(?:ing)?\\b).*100%.*[ ,]{number}s/it', unit: s/it}}"},
      {" [2025-01-01 10:00:00] iteration 10/40 | consumed samples: 640 | elapsed time per iteration (ms): "
       "534.4 "
       "| learning rate: 1.0E-04 | global batch size: 64 | lm loss: 9.1E+00 |\n",
       "metrics: {time: {regex: 'elapsed time per iteration \\(ms\\): {number}', unit: ms/step}}"},
      {" iteration 10/40 | elapsed time per iteration (ms): 534.4 | throughput per GPU (TFLOP/s/GPU): 301.2 "
       "|\n",
       "metrics: {throughput: {regex: 'throughput per GPU \\(TFLOP/s/GPU\\): {number}', unit: TFLOP/s/GPU}}"},
      {"step 0: train loss 10.9, val loss 10.9\niter 0: loss 10.9, time 9145.23ms, mfu -100.00%\n"
       "iter 1: loss 10.1, time 145.23ms, mfu 30.00%\n",
       "metrics: {time: {regex: 'iter \\d+: loss .*, time {number}ms', unit: ms/optimizer_step}}"},
      {"[rank0]:step: 10  loss:  7.1  memory: 39.5GiB(41.6%)  tps: 5,812  tflops: 301.2  mfu: 30.2%\n",
       "metrics: {throughput: {regex: ' tps: {number}', unit: tokens/s/GPU}}"},
      {"Epoch 1/3 completed in 1.344 seconds\nValidation Loss: 1.05, Validation Accuracy: 0.73\n"
       "Epoch 2/3 completed in 1.312 seconds\n",
       "metrics: {time: {regex: '(?i)\\bepoch(?:[ _][0-9/]+)?:?[ _]*(?:time|completed|finished|done|took)"
       "(?: in)?[:= ]+{number} ?s(?:ec(?:ond)?s?)?\\b', unit: s/epoch}}"},
      {"Iter #0: 123.4 img/sec per GPU\nIter #1: 125.4 img/sec per GPU\nTotal img/sec on 4 GPU(s): 493.9 "
       "+-5.2\n",
       "metrics: {throughput: {regex: '{number} img/sec per GPU', unit: img/s/GPU}}"},
      {"step    0 | loss: 10.95 | norm: 15.6 | dt: 33512.70ms | tok/sec: 15644.5\n",
       "metrics: {throughput: {regex: 'tok/sec: {number}', unit: tok/s}}"},
      {"step 1/18865 | loss 11.0 (+nanz)| norm 15.3 | lr 8.5e-07 | 1234.5 ms | 50.1% bf16 MFU | 425000 "
       "tok/s\n",
       "metrics: {throughput: {regex: '{number} tok/s', unit: tok/s}}"},
      {"global_step=10, RunningAvgSamplesPerSec=12.34, CurrSamplesPerSec=12.5, MemAllocated=1.2GB\n",
       "metrics: {throughput: {regex: 'RunningAvgSamplesPerSec={number}', unit: Samples/s}}"},
      {"Epoch: [0]  [  10/5005]  eta: 0:10:00  time: 0.2343  data: 0.0010  img/s: 136.5\n",
       "metrics: {throughput: {regex: 'img/s: {number}', unit: img/s}}"},
      {"1875/1875 [====] - 3s 2ms/step - loss: 0.2 - accuracy: 0.93\n",
       "metrics: {time: {regex: '{number}ms/step', unit: ms/step}}"},
      {"               Core t (s)   Wall t (s)        (%)\n                 (ns/day)    (hour/ns)\n"
       "Performance:       17.591        1.364\n",
       "metrics: {throughput: {regex: 'Performance:\\s+{number}', unit: ns/day}}"},
      {"Loop time of 1.25 on 4 procs for 100 steps with 32000 atoms\n"
       "Performance: 6595.854 tau/day, 15.268 timesteps/s, 488.576 katom-step/s\n",
       "metrics: {throughput: {regex: '{number} katom-step/s', unit: katom-step/s}}"},
      {"T/V                N    NB     P     Q               Time                 Gflops\n"
       "WR00C2R4       29184   192     2     2              30.57             5.4218e+02\n",
       "metrics: {throughput: {regex: '^W[RC][0-9A-Z]+ .* {number} *$', unit: Gflop/s}}"},
      {"Final Summary::HPCG result is VALID with a GFLOP/s rating of=12.34\n",
       "metrics: {throughput: {regex: 'GFLOP/s rating of[= ]+{number}', unit: GFLOP/s}}"},
      {"Info: Benchmark time: 4 CPUs 0.0123 s/step 0.14 days/ns 1234 MB memory\n",
       "metrics: {time: {regex: 'CPUs {number} s/step', unit: s/step}}"},
      {"Info: step time: 12.5 ms\nInfo: step time: 12.4 ms\n",
       "metrics: {time: {regex: '(?i)\\b(?:(?:step|iteration)[ _]time|time per (?:step|iteration))[:= ]+"
       "{number} ?ms\\b', unit: ms/step}}"},
      {"Total training time: 131.972 seconds\n",
       "metrics: {time: {regex: '(?i)\\b(?:(?:training|total|wall|elapsed)[ _](?:wall[ _])?time|elapsed)"
       "[:= ]+{number} ?s(?:ec(?:ond)?s?)?\\b', unit: s}}"},
      {"done\n\nreal\t1m2.3s\nuser\t0m9.5s\nsys\t0m1.1s\n",
       "metrics: {time: {regex: '^real\\s+{number}$', unit: s}}"},
      {"step 1: 12.5 images/s\nstep 2: 13.5 images/s\ntotal throughput 13.0 images/s\n",
       "metrics: {throughput: {regex: 'total throughput {number} images/s', unit: images/s}}"},
      // None is sure.
      {"", ""},
      {"loss: 3.2\naccuracy: 0.93\nlearning rate: 0.1\n", ""},
      {"throughput: 134.5\n", ""},                                               // of what?
      {"Epoch: [0][ 10/5005]\tTime  0.234 ( 0.456)\tData 0.1\tLoss 6.9\n", ""},  // in which unit?
      {"elapsed: 1.5 s\nelapsed: 3.0 s\n", ""},                                  // of what?
      {"Map: 100%|####| 1000/1000 [00:00<00:00, 8123.4 examples/s]\n", ""},      // no training
      {"100%|####| 9912422/9912422 [00:00<00:00, 17344372.10it/s]\n", ""},
      {"Validation Throughput: 512.5 images/s\n", ""},
      {"eval_samples_per_second  =      3.2\n", ""},
      {"Throughput: nan images/s\n", ""},
      {"Copied 2.5 GB at 1.2 GB/s\n", ""},
  };
}

}  // namespace scalegen
