#ifndef DROPLINE_CCRYPTO_SHIM_H
#define DROPLINE_CCRYPTO_SHIM_H

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/sha.h>
#include <openssl/x509.h>

#endif
