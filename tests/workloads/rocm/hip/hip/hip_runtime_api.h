#pragma once
// Of HIP what scalegen-train meets: no more than the names.
#ifndef __HIP_PLATFORM_AMD__
#error "HIP's headers want to know the platform"
#endif

typedef struct {
  char bytes[16];
} hipUUID;

typedef struct {
  char name[256];
  hipUUID uuid;
  int major;
  int minor;
} hipDeviceProp_t;

typedef enum {
  hipStreamCaptureModeGlobal = 0,
  hipStreamCaptureModeThreadLocal,
  hipStreamCaptureModeRelaxed
} hipStreamCaptureMode;
