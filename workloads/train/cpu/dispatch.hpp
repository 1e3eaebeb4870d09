#pragma once

/// Before a function: the compiler makes one for each width of vectors, and the loader chooses the one that
/// this machine has. Debian compiles for machines of 2003; a program that is built on one node runs on
/// others.
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define SCALEGEN_FOR_EACH_CPU __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define SCALEGEN_FOR_EACH_CPU
#endif
