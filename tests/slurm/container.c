/* A plugin of Slurm's for tests, with options of srun like those of pyxis and of CSCS's container engine: it stands in for
 * them. An image is a folder. A task sees in its root what the image has, programs and devices of this machine, a /tmp of its
 * own, and what is mounted; nothing else. */
#define _GNU_SOURCE
#include <dirent.h>
#include <sched.h>
#include <slurm/spank.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

SPANK_PLUGIN(container, 1)

#define ROOT "/mnt"
enum { SIZE = 8192 };
static char image[SIZE], mounts[SIZE], workdir[SIZE];

/* As pyxis, of the same option twice the same value is no mistake: Slurm may say it twice. */
static int keep(char* place, const char* value) {
  snprintf(place, SIZE, "%s", value);
  return 0;
}

static int take_image(int which, const char* value, int remote) {
  (void)which, (void)remote;
  if (*value == '/' || !strncmp(value, "./", 2)) return keep(image, value);
  slurm_error("pyxis: no registry has the image %s", value);
  return -1;
}

static int take_mounts(int which, const char* value, int remote) {
  char source[SIZE], target[SIZE], all[SIZE], *rest = all;
  (void)which, (void)remote;
  keep(all, value);
  for (char* mount; (mount = strsep(&rest, ","));)
    if (sscanf(mount, "/%[^:]:/%[^:]", source, target) < 2) {
      slurm_error("pyxis: --container-mounts: invalid format: %s", mount);
      return -1;
    }
  return keep(mounts, value);
}

static int take_workdir(int which, const char* value, int remote) {
  (void)which, (void)remote;
  return keep(workdir, value);
}

static int take_environment(int which, const char* value, int remote) {
  char line[SIZE];
  FILE* file = fopen(value, "r");
  (void)which, (void)remote;
  if (!file) {
    slurm_error("pyxis: there is no environment %s", value);
    return -1;
  }
  while (fgets(line, sizeof line, file)) {
    sscanf(line, "image = \"%[^\"]", image);
    sscanf(line, "mounts = [\"%[^\"]", mounts);
    sscanf(line, "workdir = \"%[^\"]", workdir);
  }
  return fclose(file);
}

int slurm_spank_init(spank_t spank, int count, char** words) {
  static struct spank_option options[] = {{"container-image", "PATH", "the image", 1, 0, take_image},
                                          {"container-mounts", "SRC:DST", "what is mounted", 1, 0, take_mounts},
                                          {"container-workdir", "PATH", "the folder", 1, 0, take_workdir},
                                          {"environment", "FILE", "says all that", 1, 0, take_environment}};
  (void)count, (void)words;
  if (spank_context() != S_CTX_LOCAL && spank_context() != S_CTX_REMOTE) return 0; /* LOCAL is srun, not sbatch */
  for (int i = 0; i < 4; ++i)
    if (spank_option_register(spank, &options[i])) return -1;
  return 0;
}

static void make_folders(char* path) {
  for (char* end = path + 1; (end = strchr(end, '/')); *end++ = '/') {
    *end = 0;
    mkdir(path, 0755);
  }
  mkdir(path, 0755);
}

static int put(const char* source, const char* target) {
  char place[2 * SIZE];
  snprintf(place, sizeof place, "%s%s", ROOT, target);
  make_folders(place);
  if (!mount(source, place, NULL, MS_BIND | MS_REC, NULL)) return 0;
  slurm_error("pyxis: cannot mount %s: %m", source);
  return -1;
}

static int put_image(void) {
  char source[2 * SIZE];
  DIR* folder = opendir(image);
  if (!folder) {
    slurm_error("pyxis: there is no image %s", image);
    return -1;
  }
  for (struct dirent* entry; (entry = readdir(folder));) {
    if (*entry->d_name == '.') continue;
    snprintf(source, sizeof source, "%s/%s", image, entry->d_name);
    if (put(source, source + strlen(image))) return -1;
  }
  return closedir(folder);
}

static int put_system(void) {
  static const char* const folders[] = {"/usr", "/bin", "/sbin", "/lib", "/lib64", "/etc", "/proc", "/dev", "/sys"};
  for (unsigned i = 0; i < sizeof folders / sizeof *folders; ++i)
    if (!access(folders[i], F_OK) && put(folders[i], folders[i])) return -1;
  return mkdir(ROOT "/tmp", 01777);
}

static int put_mounts(void) {
  char *rest = mounts, *source;
  while (rest && *rest) {
    char* mount = strsep(&rest, ",");
    source = strsep(&mount, ":");
    if (put(source, strsep(&mount, ":"))) return -1;
  }
  return 0;
}

int slurm_spank_task_init_privileged(spank_t spank, int count, char** words) {
  (void)count, (void)words;
  if (!*image) return 0;
  if (unshare(CLONE_NEWNS) || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) || mount("none", ROOT, "tmpfs", 0, NULL) ||
      put_image() || put_system() || put_mounts() || chroot(ROOT) || chdir("/"))
    return -1;
  return spank_setenv(spank, "PATH", "/opt/bin:/usr/bin:/bin", 1);
}

/* Slurm has gone to the job's own folder meanwhile, if there is one of this name. */
int slurm_spank_task_init(spank_t spank, int count, char** words) {
  (void)spank, (void)count, (void)words;
  if (!*image || !chdir(*workdir ? workdir : "/")) return 0;
  slurm_error("pyxis: cannot change to %s: %m", workdir);
  return -1;
}
