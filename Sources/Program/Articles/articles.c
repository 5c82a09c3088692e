#include "articles.h"

// Each article has an array here and a row in the table below. A test compares them with the files.

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char tour[] = {
#embed "Tour.md"
};
static const unsigned char terminal[] = {
#embed "Terminal.md"
};
static const unsigned char scripts[] = {
#embed "Scripts.md"
};
static const unsigned char operate[] = {
#embed "Operate.md"
};
static const unsigned char backups[] = {
#embed "Backups.md"
};
static const unsigned char nodes[] = {
#embed "Cluster.md"
};
static const unsigned char clients[] = {
#embed "Clients.md"
};

#define ARTICLE(topic, file, purpose) {#topic, file, purpose, topic, sizeof topic}

static const Article table[] = {
    ARTICLE(tour, "Tour.md", "Policies, undo, shelves and a board of your own, typed by hand"),
    ARTICLE(terminal, "Terminal.md", "A live board in a terminal, and the demo"),
    ARTICLE(scripts, "Scripts.md", "The commands for scripts"),
    ARTICLE(operate, "Operate.md", "The page, tokens, encryption, proxies, a service"),
    ARTICLE(backups, "Backups.md", "What is stored, backups, board files"),
    ARTICLE(nodes, "Cluster.md", "PostgreSQL, and several nodes"),
    ARTICLE(clients, "Clients.md", "Writing a client"),
};

const Article *articles(size_t *count) {
  *count = sizeof table / sizeof table[0];
  return table;
}
