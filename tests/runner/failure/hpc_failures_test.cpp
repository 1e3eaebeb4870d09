#include <gtest/gtest.h>

#include "core/files.hpp"
#include "runner/failure/failure_reason.hpp"
#include "runner/failure/stderr_reason.hpp"
#include "tests/temporary_folder.hpp"

namespace scalegen {
namespace {

// GROMACS 2022.5, LAMMPS of 2022, Open MPI 4.1, MPICH 4.0, gfortran 12 and srun printed this around a fault;
// Intel's as its manual has it.

const std::string kOpenMpi =
    "--------------------------------------------------------------------------\n"
    "Primary job  terminated normally, but 1 process returned\n"
    "a non-zero exit code. Per user-direction, the job has been aborted.\n"
    "--------------------------------------------------------------------------\n"
    "--------------------------------------------------------------------------\n"
    "mpirun detected that one or more processes exited with non-zero status, thus causing\n"
    "the job to be terminated. The first process to do so was:\n\n"
    "  Process name: [[29847,1],0]\n"
    "  Exit code:    1\n"
    "--------------------------------------------------------------------------\n";

std::string mpi_abort(const std::string& rank, const std::string& code) {
  return "--------------------------------------------------------------------------\n"
         "MPI_ABORT was invoked on rank " +
         rank + " in communicator MPI_COMM_WORLD\n" + code +
         "\n\nNOTE: invoking MPI_ABORT causes Open MPI to kill all MPI processes.\n"
         "You may or may not see output from other processes, depending on\n"
         "exactly when Open MPI kills them.\n"
         "--------------------------------------------------------------------------\n";
}

std::string gromacs(const std::string& message, const std::string& more_heads = "") {
  return "Compiled SIMD: SSE4.1, but for this host/run AVX2_256 might be better (see\nlog).\n"
         "Reading file t.tpr, VERSION 2022.5-Debian_2022.5_2 (single precision)\n\n"
         "-------------------------------------------------------\n"
         "Program:     gmx mdrun, version 2022.5-Debian_2022.5_2\n"
         "Source file: src/gromacs/domdec/domdec.cpp (line 2277)\n" +
         more_heads + "\n" + message +
         "\nFor more information and tips for troubleshooting, please check the GROMACS\n"
         "website at http://www.gromacs.org/Documentation/Errors\n"
         "-------------------------------------------------------\n";
}

TEST(HpcReason, OfGromacsIsInItsBox) {
  EXPECT_EQ(
      reason_in_stderr(gromacs("Fatal error:\nEnvironment variable OMP_NUM_THREADS (1) and the number "
                               "of threads requested\non the command line (2) have different values.\n")),
      "Fatal error: Environment variable OMP_NUM_THREADS (1) and the number of threads requested on the "
      "command line (2) have different values.");
  EXPECT_EQ(
      reason_in_stderr(
          gromacs("Fatal error:\nThe size of the domain decomposition grid (5) does not match the number of "
                  "PP\nranks (2). The total number of ranks is 2\n",
                  "MPI rank:    0 (out of 2)\n") +
          mpi_abort("0", "with errorcode 1.") + kOpenMpi),
      "rank 0: Fatal error: The size of the domain decomposition grid (5) does not match the number of PP "
      "ranks (2). The total number of ranks is 2");
  EXPECT_EQ(
      reason_in_stderr(gromacs(
          "Error in user input:\nInvalid command-line options\n  In command-line option -s\n    File "
          "'no.tpr' does not exist or is not accessible.\n    The file could not be opened.\n      Reason: "
          "No such file or directory\n      (call to fopen() returned error code 2)\n",
          "Function:    void gmx::CommandLineParser::parse(int*, char**)\n")),
      "Error in user input: Invalid command-line options In command-line option -s File 'no.tpr' does not "
      "exist or is not accessible. The file could not be opened. Reason: No such file or directory");
  EXPECT_EQ(reason_in_stderr("Program:  of the evening\n"), "Program:  of the evening");
  EXPECT_EQ(reason_in_stderr("Fatal error:\nno such mesh\nbye\n"), "Fatal error: no such mesh");
}

TEST(HpcReason, OfMpiAbortNamesTheRankAndItsCode) {
  EXPECT_EQ(reason_in_stderr(mpi_abort("1", "with errorcode 3.")), "rank 1: MPI_ABORT with error code 3");
  EXPECT_EQ(reason_in_stderr(mpi_abort("1", "  Proc: [[46520,1],1]\n  Errorcode: 3")),
            "rank 1: MPI_ABORT with error code 3");
  EXPECT_EQ(reason_in_stderr("cannot read mesh\n" + mpi_abort("1", "with errorcode 3.")),
            "rank 1: cannot read mesh");
  const std::string mpich = "application called MPI_Abort(MPI_COMM_WORLD, 3) - process 1\n";
  EXPECT_EQ(reason_in_stderr("Abort(3) on node 1 (rank 1 in comm 0): " + mpich),
            "rank 1: MPI_ABORT with error code 3");
  EXPECT_EQ(reason_in_stderr("cannot read mesh\nAbort(3) on node 1 (rank 1 in comm 0): " + mpich),
            "rank 1: cannot read mesh");
  EXPECT_EQ(
      reason_in_stderr("Abort(202000902) on node 1 (rank 1 in comm 0): Fatal error in internal_Send: "
                       "Invalid rank, error stack:\ninternal_Send(120): MPI_Send(buf=0x7f, 7) failed\n"),
      "rank 1: Abort(202000902) on node 1 (rank 1 in comm 0): Fatal error in internal_Send: Invalid rank, "
      "error stack: internal_Send(120): MPI_Send(buf=0x7f, 7) failed");
  EXPECT_EQ(
      reason_in_stderr("[vm:31697] *** An error occurred in MPI_Send\n"
                       "[vm:31697] *** reported by process [390922241,1]\n"
                       "[vm:31697] *** on communicator MPI_COMM_WORLD\n"
                       "[vm:31697] *** MPI_ERR_RANK: invalid rank\n"
                       "[vm:31697] *** MPI_ERRORS_ARE_FATAL (processes in this communicator will now abort,\n"
                       "[vm:31697] ***    and potentially your MPI job)\n"),
      "rank 1: [vm:31697] *** MPI_ERR_RANK: invalid rank");
}

TEST(HpcReason, OfFortranNamesTheLineOfTheProgram) {
  const std::string backtrace =
      "\nError termination. Backtrace:\n#0  0x7f8e99a218c2 in ???\n#3  0x5631d0a813e8 in p\n\tat "
      "/home/ada/g.f90:9\n";
  EXPECT_EQ(
      reason_in_stderr("At line 9 of file g.f90\nFortran runtime error: Index '11' of dimension 1 of array "
                       "'a' above upper bound of 10\n" +
                       backtrace + kOpenMpi),
      "Fortran runtime error: Index '11' of dimension 1 of array 'a' above upper bound of 10, at line 9 of "
      "file g.f90");
  EXPECT_EQ(reason_in_stderr("ERROR STOP no convergence\n" + backtrace), "ERROR STOP no convergence");
  EXPECT_EQ(
      reason_in_stderr("step 9\nforrtl: severe (24): end-of-file during read, unit 10, file /x/mesh.dat\n"
                       "Image              PC                Routine            Line        Source\n"
                       "a.out              0000000000404F3B  Unknown               Unknown  Unknown\n"
                       "forrtl: error (78): process killed (SIGTERM)\n"),
      "forrtl: severe (24): end-of-file during read, unit 10, file /x/mesh.dat");
}

TEST(HpcReason, OfASegmentationFaultNamesTheRank) {
  const std::string by_mpirun =
      "mpirun noticed that process rank 1 with PID 0 on node gn02 exited on signal 11 (Segmentation "
      "fault).\n";
  EXPECT_EQ(reason_in_stderr("[gn02:12585] *** Process received signal ***\n"
                             "[gn02:12585] Signal: Segmentation fault (11)\n"
                             "[gn02:12585] [ 0] /lib/libc.so.6(+0x3c050)[0x7f965b493050]\n"
                             "[gn02:12585] *** End of error message ***\n" +
                             by_mpirun),
            "rank 1 on gn02: ended by signal 11 (Segmentation fault)");
  EXPECT_EQ(
      reason_in_stderr("\nProgram received signal SIGSEGV: Segmentation fault - invalid memory reference.\n"
                       "\nBacktrace for this error:\n#0  0x7f733b4218c2 in ???\n" +
                       by_mpirun),
      "rank 1 on gn02: Program received signal SIGSEGV: Segmentation fault - invalid memory reference.");
  EXPECT_EQ(reason_in_stderr("step 9\nsrun: error: gn02: task 5: Segmentation fault (core dumped)\n"
                             "srun: error: gn01: tasks 0-3: Killed\n"),
            "task 5 on gn02: Segmentation fault (core dumped)");
  EXPECT_EQ(
      reason_in({{.text = "step 9\nsrun: error: gn02: task 5: Segmentation fault\n"}}, verdict_of(-11)).text,
      "task 5 on gn02: Segmentation fault");
  EXPECT_EQ(reason_in_stderr("bash: line 1: 13274 Segmentation fault      ./solver\n"),
            "bash: line 1: 13274 Segmentation fault      ./solver");
}

/// The reason in the two files of an attempt.
std::string reason_of_files(const std::string& out, const std::string& err) {
  const TemporaryFolder folder;
  const AttemptFolder attempt{folder.path()};
  EXPECT_TRUE(write_file(attempt.out(), out));
  EXPECT_TRUE(write_file(attempt.err(), err));
  return failure_reason({.command = std::vector<std::string>{"bash", "-c", "lmp"}}, attempt, {.status = 1})
      .text;
}

TEST(HpcReason, OfLammpsStandsAtTheEndOfStdout) {
  const std::string lost =
      "Step Temp E_pair E_mol TotEng Press \n       0            3   -6.7733681\n"
      "ERROR: Lost atoms: original 256 current 0 (src/thermo.cpp:439)\nLast command: run 100\n";
  const std::string reason = "ERROR: Lost atoms: original 256 current 0 (src/thermo.cpp:439)";
  EXPECT_EQ(reason_of_files(lost, ""), reason);
  EXPECT_EQ(reason_of_files(lost, kOpenMpi), reason);
  EXPECT_EQ(reason_of_files(lost, "a warning of the network\n" + kOpenMpi), reason);
  EXPECT_EQ(reason_of_files("ERROR on proc 0: Cannot open input script in.lj: No such file or directory "
                            "(src/lammps.cpp:520)\nLast command: (unknown)\n",
                            mpi_abort("0", "with errorcode 1.")),
            "rank 0: ERROR on proc 0: Cannot open input script in.lj: No such file or directory "
            "(src/lammps.cpp:520)");
}

TEST(HpcReason, InStdoutIsNoneThatWasSurvived) {
  const std::string survived = "ERROR: shard 3 is unreadable, taking the next\n";
  std::string steps;
  for (int step = 0; step < 10; ++step) steps += "step " + std::to_string(step) + "\n";
  EXPECT_EQ(reason_of_files(survived + steps, "no space left\n"), "no space left");
  EXPECT_EQ(reason_of_files(survived, "ValueError: no such data\n"), "ValueError: no such data");
  EXPECT_EQ(reason_of_files(steps, ""), "");
}

TEST(HpcReason, OfMpichIsInItsBoxOnStdout) {
  const std::string box = "\n=====\n=   BAD TERMINATION OF ONE OF YOUR APPLICATION PROCESSES\n";
  EXPECT_EQ(reason_of_files(box + "=   PID 31603 RUNNING AT gn02\n=   EXIT CODE: 11\n=====\nYOUR APPLICATION "
                                  "TERMINATED WITH THE EXIT STRING: Segmentation fault (signal 11)\n",
                            ""),
            "ended by signal 11 (Segmentation fault)");
  EXPECT_EQ(
      reason_of_files(box + "=   RANK 1 PID 31603 RUNNING AT gn02\n=   KILLED BY SIGNAL: 11 (Segmentation "
                            "fault)\n=====\n",
                      "step 9\n"),
      "rank 1 on gn02: ended by signal 11 (Segmentation fault)");
  EXPECT_EQ(reason_of_files(box + "=   PID 7 RUNNING AT gn02\n=   EXIT CODE: 3\n", "no such mesh\n"),
            "no such mesh");
}

}  // namespace
}  // namespace scalegen
