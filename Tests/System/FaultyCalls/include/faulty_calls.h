#ifndef DROPLINE_FAULTY_CALLS_H
#define DROPLINE_FAULTY_CALLS_H

/// How many calls of the kind that FAULTY_CALL names the process has made.
int faulty_calls_seen(void);

#endif
