#ifndef DROPLINE_CEDITLINE_SHIM_H
#define DROPLINE_CEDITLINE_SHIM_H

#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

#include <editline/readline.h>

// libedit keeps its state in C globals, which Swift may not touch from several places. These
// functions are the only ones that do.

// Makes libedit edit on the given terminal, asking for characters where it is told to.
static inline int cel_begin(int terminal, int (*_Nonnull next)(FILE *_Nullable),
                            char *_Nullable *_Nullable (*_Nonnull complete)(
                                const char *_Nonnull, int, int)) {
  rl_instream = fdopen(terminal, "r+");
  if (rl_instream == NULL) return -1;
  setvbuf(rl_instream, NULL, _IONBF, 0);
  rl_outstream = rl_instream;
  rl_readline_name = "dropline";
  rl_getc_function = next;
  rl_attempted_completion_function = complete;
  rl_completion_query_items = 1 << 30;
  rl_catch_signals = 0;
  rl_initialize();
  return 0;
}

// Goes on reading characters; what the line holds afterwards is in `cel_line`.
//
// libedit says nothing when a line has become empty, hence the mark.
static inline void cel_read(void) {
  rl_end = -1;
  rl_callback_read_char();
}

// A new line is empty, whatever the one before held.
static inline void cel_forget(void) { rl_end = 0; }

static inline const char *_Nonnull cel_line(void) { return rl_end <= 0 ? "" : rl_line_buffer; }
static inline int cel_length(void) { return rl_end <= 0 ? 0 : rl_end; }
static inline int cel_point(void) { return rl_end <= 0 ? 0 : rl_point; }

// Says that the completion found is all there is: no names of files behind it.
static inline void cel_complete_no_files(void) { rl_attempted_completion_over = 1; }

// The character behind a word that is complete, or 0 for none.
static inline void cel_complete_append(int character) {
  rl_completion_append_character = character;
}

#endif
