#ifndef ARTICLES_H
#define ARTICLES_H

#include <stddef.h>

/// An article for users of the program, embedded in it.
typedef struct {
  /// The word by which `dropline help` shows it.
  const char *_Nonnull topic;
  const char *_Nonnull file;
  /// What it is about.
  const char *_Nonnull purpose;
  const unsigned char *_Nonnull bytes;
  size_t count;
} Article;

/// The articles, and how many they are.
const Article *_Nonnull articles(size_t *_Nonnull count);

/// A page of `protocol/`, embedded in the program, which reads tables from it.
typedef struct {
  const unsigned char *_Nonnull bytes;
  size_t count;
} ProtocolPage;

ProtocolPage protocol_lines(void);
ProtocolPage protocol_errors(void);

#endif
