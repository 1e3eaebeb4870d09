/* Preloaded into the daemons of a testbed that was started without root. An ordinary user's namespace has one
 * user and forbids setgroups; the daemons call it before they start anything and give up where it fails. */
#include <grp.h>

int setgroups(size_t count, const gid_t* groups) {
  (void)count;
  (void)groups;
  return 0;
}

int initgroups(const char* user, gid_t group) {
  (void)user;
  (void)group;
  return 0;
}
