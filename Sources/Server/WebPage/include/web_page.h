#ifndef WEB_PAGE_H
#define WEB_PAGE_H

#include <stddef.h>

/// A file of the page, embedded in the program.
typedef struct {
  /// Its name in the folder `page`.
  const char *_Nonnull name;
  /// Its media type.
  const char *_Nonnull type;
  const unsigned char *_Nonnull bytes;
  size_t count;
} WebPageFile;

/// The files of the page, and how many they are.
const WebPageFile *_Nonnull web_page_files(size_t *_Nonnull count);

#endif
