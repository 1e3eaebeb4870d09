/* Preloaded into slurmctld and Slurm's clients: puts their clock forward by as many seconds as the file
 * $TESTBED_CLOCK has bytes, so that a time limit runs out when a test says so. A length can be read and
 * changed in one step; a content could be read half written. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static char* path;

/* What these processes start, a job above all, lives by the true clock. */
__attribute__((constructor)) static void take_path(void) {
  const char* value = getenv("TESTBED_CLOCK");
  if (value) path = strdup(value);
  unsetenv("TESTBED_CLOCK");
  unsetenv("LD_PRELOAD");
}

static time_t shift_seconds(void) {
  int kept = errno;
  struct stat file;
  time_t shift = path && stat(path, &file) == 0 ? file.st_size : 0;
  errno = kept;
  return shift;
}

int clock_gettime(clockid_t id, struct timespec* now) {
  int status = (int)syscall(SYS_clock_gettime, id, now);
  if (status == 0 && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE)) now->tv_sec += shift_seconds();
  return status;
}

time_t time(time_t* result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}

int gettimeofday(struct timeval* restrict result, void* restrict zone) {
  (void)zone;
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  result->tv_sec = now.tv_sec;
  result->tv_usec = now.tv_nsec / 1000;
  return 0;
}

/* A deadline was reckoned from the clock above, and the kernel knows only its own: unchanged, the caller
 * would sleep the shift away. */
int pthread_cond_timedwait(pthread_cond_t* restrict condition, pthread_mutex_t* restrict mutex,
                           const struct timespec* restrict deadline) {
  struct timespec true_deadline = *deadline;
  true_deadline.tv_sec -= shift_seconds();
  return pthread_cond_clockwait(condition, mutex, CLOCK_REALTIME, &true_deadline);
}
