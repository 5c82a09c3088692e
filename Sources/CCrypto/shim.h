#ifndef DROPLINE_CCRYPTO_SHIM_H
#define DROPLINE_CCRYPTO_SHIM_H

#include <openssl/sha.h>

#endif
