#include <gtest/gtest.h>

#include "runner/failure/stderr_reason.hpp"
#include "tests/runner/failure/torchrun_report.hpp"

namespace scalegen {
namespace {

// Real programs printed this: public trainers of PyTorch, Lightning, transformers and accelerate that were
// given a fault, and public reports.

const std::string kPinMemory =
    "/lib/torch/utils/data/dataloader.py:775: UserWarning: 'pin_memory' argument is set as true but no "
    "accelerator is found\n"
    "  super().__init__(loader)\n";
const std::string kLostByRank0 =
    "[rank0]: Traceback (most recent call last):\n"
    "[rank0]:   File \"train.py\", line 49, in _run_batch\n"
    "[rank0]:     loss.backward()\n"
    "[rank0]: RuntimeError: [/pytorch/third_party/gloo/gloo/transport/tcp/pair.cc:547] Connection closed by "
    "peer [127.0.0.1]:16050\n";
const std::string kHydra = "\nSet the environment variable HYDRA_FULL_ERROR=1 for a complete stack trace.\n";

// Around mp.spawn's own error.
const std::string kSpawn =
    "W1123 03:54:48.161000 30 torch/multiprocessing/spawn.py:165] Terminating process 55 via signal SIGTERM\n"
    "Traceback (most recent call last):\n"
    "  File \"multigpu.py\", line 104, in <module>\n"
    "    mp.spawn(main, args=(world_size,), nprocs=world_size)\n"
    "  File \"/lib/torch/multiprocessing/spawn.py\", line 215, in join\n"
    "torch.multiprocessing.spawn.";

std::string torchrun(const std::string& exit_code) { return to_text(TorchrunReport{.exit_code = exit_code}); }

std::string torchrun_with_traceback(const std::string& traceback) {
  return to_text(TorchrunReport{.exit_code = "1", .traceback = traceback});
}

struct RealFailure {
  std::string name;
  std::string err;
  std::string reason;
};

const std::vector<RealFailure> kRanks{
    {"killed", kPinMemory + kLostByRank0 + torchrun("-9"), "rank 1 on gn02: ended by signal 9 (Killed)"},
    {"sys.exit", kPinMemory + "cannot read shard 7\n" + kLostByRank0 + torchrun("1"),
     "rank 1 on gn02: cannot read shard 7"},
    {"a silent exit", kPinMemory + kLostByRank0 + torchrun("3"), "rank 1 on gn02: exit status 3"},
    {"nothing but a lost connection", kPinMemory + kLostByRank0,
     "rank 0: RuntimeError: [/pytorch/third_party/gloo/gloo/transport/tcp/pair.cc:547] Connection closed by "
     "peer [127.0.0.1]:16050"},
    {"Lightning's own ranks",
     "[rank: 1] Seed set to 1234\n"
     "/lib/lightning/pytorch/utilities/_pytree.py:21: `isinstance(treespec, LeafSpec)` is deprecated\n" +
         kLostByRank0 +
         "[rank1]: Traceback (most recent call last):\n[rank1]:   File \"t.py\", line 5, in fault\n"
         "[rank1]: ValueError: no such data\n",
     "rank 1: ValueError: no such data"},
    {"torchrun --tee 3",
     "[default1]:[rank1]: Traceback (most recent call last):\n[default1]:[rank1]:   File \"t.py\", line 5\n"
     "[default1]:[rank1]: ValueError: no such data\n" +
         torchrun("1"),
     "rank 1 on gn02: ValueError: no such data"},
    {"NCCL after another rank",
     "[rank0]: Traceback (most recent call last):\n[rank0]:   File \"t.py\", line 9\n"
     "[rank0]: torch.distributed.DistBackendError: NCCL error in: ProcessGroupNCCL.cpp:3763, remote process "
     "exited or there was a network error, NCCL version 2.28.8\n"
     "[rank0]: ncclRemoteError: A call failed possibly due to a network error\n"
     "[rank3]: Traceback (most recent call last):\n[rank3]:   File \"t.py\", line 9\n"
     "[rank3]: torch.OutOfMemoryError: CUDA out of memory.\n",
     "rank 3: torch.OutOfMemoryError: CUDA out of memory."},
    {"an error without words",
     "[rank0]: Traceback (most recent call last):\n[rank0]:   File \"train.py\", line 94, in <module>\n"
     "[rank0]:     assert gradient_accumulation_steps % ddp_world_size == 0\n"
     "[rank0]:            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n[rank0]: AssertionError\n",
     "rank 0: AssertionError: assert gradient_accumulation_steps % ddp_world_size == 0"},
    {"@record",
     torchrun_with_traceback("Traceback (most recent call last):\n    File \"train.py\", line 3, in main\n"
                             "      raise ValueError(\"no such data\")\n  ValueError: no such data\n  \n"),
     "rank 1 on gn02: ValueError: no such data"},
};

const std::vector<RealFailure> kWarnings{
    {"after an error", "ValueError: no such data\n" + kPinMemory, "ValueError: no such data"},
    {"of several lines",
     "no such data\n/w/run.py:164: UserWarning:\nThe version_base parameter is not specified.\n"
     "Please specify a compatability version level, or None.\n  @hydra.main(config_path=\"conf\")\n",
     "no such data"},
    {"a progress bar", "no such data\n 45%|####5     | 45/100 [00:06<00:00,  6.59it/s]\n", "no such data"},
    {"a log", "no such data\n2026-11-23 03:00:00 - INFO - leaving\n", "no such data"},
};

const std::vector<RealFailure> kSpawned{
    {"an exception",
     kPinMemory + kSpawn +
         "ProcessRaisedException: \n\n-- Process 1 terminated with the following error:\n"
         "Traceback (most recent call last):\n  File \"/lib/torch/multiprocessing/spawn.py\", line 95, in "
         "_wrap\n"
         "    fn(i, *args)\nRuntimeError: the sizes must match\n\n",
     "rank 1: RuntimeError: the sizes must match"},
    {"before PyTorch 1.6",
     "Traceback (most recent call last):\n  File \"main.py\", line 472, in <module>\n    main()\nException: "
     "\n\n"
     "-- Process 5 terminated with the following error:\nTraceback (most recent call last):\n"
     "  File \"main.py\", line 301, in train\nOSError: [Errno 12] Cannot allocate memory\n",
     "rank 5: OSError: [Errno 12] Cannot allocate memory"},
    {"a signal",
     kPinMemory + kSpawn +
         "ProcessExitedException: process 1 terminated with signal SIGKILL\n"
         "/usr/lib/python3.7/multiprocessing/semaphore_tracker.py:144: UserWarning: semaphore_tracker: There "
         "appear to be 15 leaked semaphores to clean up at shutdown\n  len(cache))\n",
     "rank 1: ended by SIGKILL"},
    {"sys.exit",
     kPinMemory + "cannot read shard 7\n" + kSpawn +
         "ProcessExitedException: process 1 terminated with exit code 1\n",
     "rank 1: cannot read shard 7"},
};

const std::vector<RealFailure> kCrashes{
    {"std::terminate",
     kPinMemory + "terminate called without an active exception\n" + kLostByRank0 + torchrun("-6"),
     "rank 1 on gn02: terminate called without an active exception"},
    {"std::terminate after an error", kTraceback + "terminate called without an active exception\nAborted\n",
     "RuntimeError: Found no NVIDIA driver on your system."},
    {"a C++ exception",
     "terminate called after throwing an instance of 'c10::CUDAError'\n"
     "  what():  CUDA error: device-side assert triggered\n"
     "CUDA kernel errors might be asynchronously reported at some other API call\n"
     "frame #0: c10::Error::Error(c10::SourceLocation, std::string) + 0x42 (0x7fc79731f612 in libc10.so)\n",
     "c10::CUDAError: CUDA error: device-side assert triggered"},
    {"a C++ exception of a lost connection",
     kTraceback +
         "terminate called after throwing an instance of 'std::runtime_error'\n"
         "  what():  NCCL error: remote process exited or there was a network error, NCCL version 2.14.3\n",
     "RuntimeError: Found no NVIDIA driver on your system."},
    {"the C library", "free(): invalid pointer\nAborted (core dumped)\n", "free(): invalid pointer"},
    {"faulthandler",
     kPinMemory +
         "Fatal Python error: Segmentation fault\n\nCurrent thread 0x00007f462aa13b80 (most recent call "
         "first):\n"
         "  File \"train.py\", line 8 in fault\n\nExtension modules: numpy, torch._C (total: 30)\n" +
         kLostByRank0 + torchrun("-11"),
     "rank 1 on gn02: Fatal Python error: Segmentation fault"},
    {"a signal", "Bus error (core dumped)\n", "Bus error (core dumped)"},
};

const std::vector<RealFailure> kCommandLines{
    {"argparse",
     "usage: train.py [-h] [--batch_size BATCH_SIZE]\n                            total_epochs save_every\n"
     "train.py: error: unrecognized arguments: --bogus 3\n" +
         torchrun("2"),
     "rank 1 on gn02: train.py: error: unrecognized arguments: --bogus 3"},
    {"jsonargparse",
     "usage: autoencoder.py [-h]\ntip: For details of accepted options run: autoencoder.py --help\n"
     "error: Parser key \"trainer.precision\":\n  Does not validate against any of the Union subtypes\n"
     "  Given value: 7\n",
     "error: Parser key \"trainer.precision\": Does not validate against any of the Union subtypes"},
    {"hydra",
     "Could not override 'task'.\nTo append to your config use +task=3\nKey 'task' is not in struct\n"
     "    full_key: task\n    object_type=dict\n" +
         kHydra,
     "Could not override 'task'."},
    {"hydra's target",
     "[2022-06-08 08:12:42,395][src.training_pipeline][INFO] - Instantiating model <src.Model>\n"
     "Error executing job with overrides: []\n"
     "Error locating target 'src.Model', see chained exception above.\nfull_key: model\n" +
         kHydra,
     "Error locating target 'src.Model', see chained exception above."},
    {"hydra around an error", "Error executing job with overrides: ['data=x']\n" + kTraceback + kHydra,
     "RuntimeError: Found no NVIDIA driver on your system."},
    {"Lightning",
     "Seed set to 1234\nTraceback (most recent call last):\n  File \"autoencoder.py\", line 8, in <module>\n"
     "lightning.fabric.utilities.exceptions.MisconfigurationException: No supported gpu backend found!\n",
     "lightning.fabric.utilities.exceptions.MisconfigurationException: No supported gpu backend found!"},
    {"no command", "bash: line 1: srun_mpi: command not found\n",
     "bash: line 1: srun_mpi: command not found"},
};

const std::vector<RealFailure> kLaunchers{
    {"accelerate",
     "The following values were not passed to `accelerate launch` and had defaults used instead:\n"
     "\t`--num_machines` was set to a value of `1`\n"
     "To avoid this warning pass in values for each of the problematic parameters or run `accelerate "
     "config`.\n"
     "usage: cv_example.py [-h] --data_dir DATA_DIR\n"
     "cv_example.py: error: the following arguments are required: --data_dir\n"
     "Traceback (most recent call last):\n  File \"/venv/bin/accelerate\", line 7, in <module>\n    "
     "sys.exit(main())\n"
     "subprocess.CalledProcessError: Command '['python3', 'cv_example.py']' returned non-zero exit status "
     "2.\n",
     "cv_example.py: error: the following arguments are required: --data_dir"},
    {"accelerate, a signal",
     "Traceback (most recent call last):\n  File \"/venv/bin/accelerate\", line 7, in <module>\n"
     "subprocess.CalledProcessError: Command '['python3', 'x.py']' died with <Signals.SIGKILL: 9>.\n",
     "ended by signal 9 (Killed)"},
    {"deepspeed, a signal",
     "[2023-04-14 13:11:27,879] [INFO] [launch.py:428:sigkill_handler] Killing subprocess 13266\n"
     "[2023-04-14 13:11:27,885] [ERROR] [launch.py:434:sigkill_handler] ['/usr/bin/python3', '-u', "
     "'main.py', '--local_rank=0'] exits with return code = -9\n",
     "ended by signal 9 (Killed)"},
    {"a number that is no signal", "x exits with return code = -2147483648\n",
     "ended by signal 2147483648 (Unknown signal -2147483648)"},
    {"mpirun, a signal",
     "--------------------------------------------------------------------------\n"
     "Primary job  terminated normally, but 1 process returned\n"
     "a non-zero exit code. Per user-direction, the job has been aborted.\n"
     "--------------------------------------------------------------------------\n"
     "mpirun noticed that process rank 7 with PID 0 on node gn02 exited on signal 9 (Killed).\n",
     "rank 7 on gn02: ended by signal 9 (Killed)"},
    {"srun", "srun: error: gn02: task 3: Exited with exit code 1\n", "task 3 on gn02: exit status 1"},
    {"srun, which ended the others",
     "srun: error: gn01: task 0: Terminated\nsrun: error: gn02: task 3: Segmentation fault (core dumped)\n",
     "task 3 on gn02: Segmentation fault (core dumped)"},
};

void expect_reasons(const std::vector<RealFailure>& failures) {
  for (const auto& one : failures) EXPECT_EQ(reason_in_stderr(one.err), one.reason) << one.name;
}

TEST(RealFailures, OfTheFirstRank) { expect_reasons(kRanks); }
TEST(RealFailures, AreNoWarnings) { expect_reasons(kWarnings); }
TEST(RealFailures, OfSpawnedProcesses) { expect_reasons(kSpawned); }
TEST(RealFailures, OfCrashes) { expect_reasons(kCrashes); }
TEST(RealFailures, OfCommandLines) { expect_reasons(kCommandLines); }
TEST(RealFailures, OfLaunchers) { expect_reasons(kLaunchers); }

}  // namespace
}  // namespace scalegen
