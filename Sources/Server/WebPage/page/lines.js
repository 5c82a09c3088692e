// Texts that come from elsewhere, as the texts of items: pasted, dropped, or in a file.

/** As many as one drag can have. */
export const mostLines = 200;
/** In one message to the server, whose frames have at most 65,536 bytes. */
const mostBytes = 40_000;
const mostOfText = 1024;

const bytesOf = (text) => new TextEncoder().encode(text).length;

/** The lines with text, without blanks around them and without control characters. */
export function linesOf(text) {
  return text.split(/\r\n|[\r\n\u2028\u2029]/).map((line) => line.replace(/[\0-\x1f\x7f]+/g, ' ').trim()).filter(Boolean);
}

/** What is wrong with texts for items: `none`, `many`, `much` or `long`; or null. */
export function problemOf(texts) {
  if (!texts.length) return 'none';
  if (texts.length > mostLines) return 'many';
  if (texts.some((text) => bytesOf(text) > mostOfText)) return 'long';
  return bytesOf(JSON.stringify(texts)) > mostBytes ? 'much' : null;
}

/** The addresses of a list of them, which may have comments. */
export function addressesOf(list) {
  return linesOf(list).filter((line) => !line.startsWith('#'));
}
