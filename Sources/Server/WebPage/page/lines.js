// Texts: how long they may be, and those that come from elsewhere, pasted or dropped, as the texts of items.

/** As many as one drag can have: that many are marked, pasted or dropped at a time. */
export const mostItems = 200;
/** The most bytes of the text of an item, and of a title. */
export const mostOfText = 1024;
export const mostOfTitle = 256;
/** In one message to the server, whose frames have at most 65,536 bytes. */
const mostBytes = 40_000;

export const bytesOf = (text) => new TextEncoder().encode(text).length;

/** The lines with text, without blanks around them and without control characters. */
export function linesOf(text) {
  return text.split(/\r\n|[\r\n\u2028\u2029]/).map((line) => line.replace(/[\0-\x1f\x7f]+/g, ' ').trim()).filter(Boolean);
}

/** What is wrong with texts for items: `none`, `many`, `much` or `long`; or null. */
export function problemOf(texts) {
  if (!texts.length) return 'none';
  if (texts.length > mostItems) return 'many';
  if (texts.some((text) => bytesOf(text) > mostOfText)) return 'long';
  return bytesOf(JSON.stringify(texts)) > mostBytes ? 'much' : null;
}

/** The addresses of a list of them, which may have comments. */
export function addressesOf(list) {
  return linesOf(list).filter((line) => !line.startsWith('#'));
}
