#ifndef DROPLINE_CLIBUV_SHIM_H
#define DROPLINE_CLIBUV_SHIM_H

#include <uv.h>

#endif
