// hold_port: listens on a free port of 127.0.0.1, prints it, and answers nobody until it is killed.
#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>

int main() {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_ANY);
  socklen_t size = sizeof address;
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  const int fd = socket(AF_INET, SOCK_STREAM, 0);
  if (bind(fd, generic, size) != 0 || listen(fd, 16) != 0 || getsockname(fd, generic, &size) != 0) return 1;
  std::printf("%d\n", ntohs(address.sin_port));
  std::fflush(stdout);
  pause();
}
