#ifndef DROPLINE_FAULTY_CALLS_H
#define DROPLINE_FAULTY_CALLS_H

/// Lets a call fail as FAULTY_CALL says, and counts the calls of its kind from here on.
void faulty_calls_plan(const char *plan);

/// `fork`, which Swift does not call.
int faulty_calls_fork(void);

/// How many calls of the kind that FAULTY_CALL names the process has made.
int faulty_calls_seen(void);

#endif
