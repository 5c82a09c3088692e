#include "articles.h"

// Embedded here, since an array literal of Swift takes the compiler 20 s.

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char lines[] = {
#embed "Protocol/lines.md"
};
static const unsigned char errors[] = {
#embed "Protocol/errors.md"
};

ProtocolPage protocol_lines(void) { return (ProtocolPage){lines, sizeof lines}; }
ProtocolPage protocol_errors(void) { return (ProtocolPage){errors, sizeof errors}; }
