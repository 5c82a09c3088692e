#ifndef DROPLINE_CTLS_SHIM_H
#define DROPLINE_CTLS_SHIM_H

#include <tls.h>

#endif
