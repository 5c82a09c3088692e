// Where the page is: its space and its board, by its address (rule 18.5).

/** An address that somebody typed may be malformed. */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @param path `/`, `/b/BOARD`, or the same behind `/s/SPACE` */
export function placeOf(path) {
  const [, space = '', board] = path.match(/^(\/s\/[^/]+)?(?:\/(?:b\/([^/]+))?)?$/) ?? [];
  return {
    /** The name of the board; undefined on the page of all boards. */
    board: board && decoded(board),
    home: `${space}/`,
    socket: `${space}/ws`,
    /** What the browser keeps of the space has this behind its key. */
    suffix: space,
    pageOf: (name) => `${space}/b/${encodeURIComponent(name)}`,
  };
}

export const place = placeOf(globalThis.location?.pathname ?? '/');
