#include "web_page.h"

// Each file of the folder `page` has an array here and a row in the table below. A test compares the two.

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char actions_js[] = {
#embed "page/actions.js"
};
static const unsigned char anchor_js[] = {
#embed "page/anchor.js"
};
static const unsigned char batch_js[] = {
#embed "page/batch.js"
};
static const unsigned char boardmenu_js[] = {
#embed "page/boardmenu.js"
};
static const unsigned char boards_js[] = {
#embed "page/boards.js"
};
static const unsigned char card_js[] = {
#embed "page/card.js"
};
static const unsigned char carry_js[] = {
#embed "page/carry.js"
};
static const unsigned char changes_js[] = {
#embed "page/changes.js"
};
static const unsigned char clicks_js[] = {
#embed "page/clicks.js"
};
static const unsigned char connection_js[] = {
#embed "page/connection.js"
};
static const unsigned char content_js[] = {
#embed "page/content.js"
};
static const unsigned char dom_js[] = {
#embed "page/dom.js"
};
static const unsigned char drag_js[] = {
#embed "page/drag.js"
};
static const unsigned char editor_js[] = {
#embed "page/editor.js"
};
static const unsigned char facts_js[] = {
#embed "page/facts.js"
};
static const unsigned char fieldform_js[] = {
#embed "page/fieldform.js"
};
static const unsigned char fields_js[] = {
#embed "page/fields.js"
};
static const unsigned char files_js[] = {
#embed "page/files.js"
};
static const unsigned char find_js[] = {
#embed "page/find.js"
};
static const unsigned char focus_js[] = {
#embed "page/focus.js"
};
static const unsigned char gesture_js[] = {
#embed "page/gesture.js"
};
static const unsigned char head_js[] = {
#embed "page/head.js"
};
static const unsigned char history_js[] = {
#embed "page/history.js"
};
static const unsigned char icon_svg[] = {
#embed "page/icon.svg"
};
static const unsigned char icons_js[] = {
#embed "page/icons.js"
};
static const unsigned char identity_js[] = {
#embed "page/identity.js"
};
static const unsigned char index_html[] = {
#embed "page/index.html"
};
static const unsigned char keys_js[] = {
#embed "page/keys.js"
};
static const unsigned char known_js[] = {
#embed "page/known.js"
};
static const unsigned char landing_js[] = {
#embed "page/landing.js"
};
static const unsigned char layout_js[] = {
#embed "page/layout.js"
};
static const unsigned char lines_js[] = {
#embed "page/lines.js"
};
static const unsigned char link_js[] = {
#embed "page/link.js"
};
static const unsigned char links_js[] = {
#embed "page/links.js"
};
static const unsigned char main_js[] = {
#embed "page/main.js"
};
static const unsigned char markbar_js[] = {
#embed "page/markbar.js"
};
static const unsigned char marks_js[] = {
#embed "page/marks.js"
};
static const unsigned char motion_js[] = {
#embed "page/motion.js"
};
static const unsigned char moving_js[] = {
#embed "page/moving.js"
};
static const unsigned char names_js[] = {
#embed "page/names.js"
};
static const unsigned char newboard_js[] = {
#embed "page/newboard.js"
};
static const unsigned char offer_js[] = {
#embed "page/offer.js"
};
static const unsigned char outside_js[] = {
#embed "page/outside.js"
};
static const unsigned char panels_css[] = {
#embed "page/panels.css"
};
static const unsigned char panels_js[] = {
#embed "page/panels.js"
};
static const unsigned char parts_js[] = {
#embed "page/parts.js"
};
static const unsigned char past_js[] = {
#embed "page/past.js"
};
static const unsigned char paste_js[] = {
#embed "page/paste.js"
};
static const unsigned char pastview_js[] = {
#embed "page/pastview.js"
};
static const unsigned char people_js[] = {
#embed "page/people.js"
};
static const unsigned char place_js[] = {
#embed "page/place.js"
};
static const unsigned char presence_js[] = {
#embed "page/presence.js"
};
static const unsigned char removal_js[] = {
#embed "page/removal.js"
};
static const unsigned char replica_js[] = {
#embed "page/replica.js"
};
static const unsigned char revisions_js[] = {
#embed "page/revisions.js"
};
static const unsigned char rows_js[] = {
#embed "page/rows.js"
};
static const unsigned char scene_js[] = {
#embed "page/scene.js"
};
static const unsigned char scroll_js[] = {
#embed "page/scroll.js"
};
static const unsigned char settings_js[] = {
#embed "page/settings.js"
};
static const unsigned char sight_js[] = {
#embed "page/sight.js"
};
static const unsigned char signin_js[] = {
#embed "page/signin.js"
};
static const unsigned char style_css[] = {
#embed "page/style.css"
};
static const unsigned char tables_js[] = {
#embed "page/tables.js"
};
static const unsigned char tasks_js[] = {
#embed "page/tasks.js"
};
static const unsigned char tidy_js[] = {
#embed "page/tidy.js"
};
static const unsigned char title_js[] = {
#embed "page/title.js"
};
static const unsigned char undo_js[] = {
#embed "page/undo.js"
};
static const unsigned char upload_js[] = {
#embed "page/upload.js"
};
static const unsigned char view_js[] = {
#embed "page/view.js"
};
static const unsigned char wire_js[] = {
#embed "page/wire.js"
};
static const unsigned char words_js[] = {
#embed "page/words.js"
};

#define ROW(name, type, array) {name, type, array, sizeof array}

static const char html[] = "text/html; charset=utf-8";
static const char css[] = "text/css; charset=utf-8";
static const char svg[] = "image/svg+xml";
static const char javascript[] = "text/javascript; charset=utf-8";

static const WebPageFile files[] = {
  ROW("actions.js", javascript, actions_js),
  ROW("anchor.js", javascript, anchor_js),
  ROW("batch.js", javascript, batch_js),
  ROW("boardmenu.js", javascript, boardmenu_js),
  ROW("boards.js", javascript, boards_js),
  ROW("card.js", javascript, card_js),
  ROW("carry.js", javascript, carry_js),
  ROW("changes.js", javascript, changes_js),
  ROW("clicks.js", javascript, clicks_js),
  ROW("connection.js", javascript, connection_js),
  ROW("content.js", javascript, content_js),
  ROW("dom.js", javascript, dom_js),
  ROW("drag.js", javascript, drag_js),
  ROW("editor.js", javascript, editor_js),
  ROW("facts.js", javascript, facts_js),
  ROW("fieldform.js", javascript, fieldform_js),
  ROW("fields.js", javascript, fields_js),
  ROW("files.js", javascript, files_js),
  ROW("find.js", javascript, find_js),
  ROW("focus.js", javascript, focus_js),
  ROW("gesture.js", javascript, gesture_js),
  ROW("head.js", javascript, head_js),
  ROW("history.js", javascript, history_js),
  ROW("icon.svg", svg, icon_svg),
  ROW("icons.js", javascript, icons_js),
  ROW("identity.js", javascript, identity_js),
  ROW("index.html", html, index_html),
  ROW("keys.js", javascript, keys_js),
  ROW("known.js", javascript, known_js),
  ROW("landing.js", javascript, landing_js),
  ROW("layout.js", javascript, layout_js),
  ROW("lines.js", javascript, lines_js),
  ROW("link.js", javascript, link_js),
  ROW("links.js", javascript, links_js),
  ROW("main.js", javascript, main_js),
  ROW("markbar.js", javascript, markbar_js),
  ROW("marks.js", javascript, marks_js),
  ROW("motion.js", javascript, motion_js),
  ROW("moving.js", javascript, moving_js),
  ROW("names.js", javascript, names_js),
  ROW("newboard.js", javascript, newboard_js),
  ROW("offer.js", javascript, offer_js),
  ROW("outside.js", javascript, outside_js),
  ROW("panels.css", css, panels_css),
  ROW("panels.js", javascript, panels_js),
  ROW("parts.js", javascript, parts_js),
  ROW("past.js", javascript, past_js),
  ROW("paste.js", javascript, paste_js),
  ROW("pastview.js", javascript, pastview_js),
  ROW("people.js", javascript, people_js),
  ROW("place.js", javascript, place_js),
  ROW("presence.js", javascript, presence_js),
  ROW("removal.js", javascript, removal_js),
  ROW("replica.js", javascript, replica_js),
  ROW("revisions.js", javascript, revisions_js),
  ROW("rows.js", javascript, rows_js),
  ROW("scene.js", javascript, scene_js),
  ROW("scroll.js", javascript, scroll_js),
  ROW("settings.js", javascript, settings_js),
  ROW("sight.js", javascript, sight_js),
  ROW("signin.js", javascript, signin_js),
  ROW("style.css", css, style_css),
  ROW("tables.js", javascript, tables_js),
  ROW("tasks.js", javascript, tasks_js),
  ROW("tidy.js", javascript, tidy_js),
  ROW("title.js", javascript, title_js),
  ROW("undo.js", javascript, undo_js),
  ROW("upload.js", javascript, upload_js),
  ROW("view.js", javascript, view_js),
  ROW("wire.js", javascript, wire_js),
  ROW("words.js", javascript, words_js),
};

const WebPageFile *web_page_files(size_t *count) {
  *count = sizeof files / sizeof files[0];
  return files;
}
