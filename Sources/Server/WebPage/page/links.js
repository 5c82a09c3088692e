// Addresses in texts. Only `http`, `https` and `mailto` become links, nothing else does.

const address = /(?<![\p{L}\p{N}_])(?:https?:\/\/|mailto:)[^\s<>"'`\p{C}]+/giu;
const schemes = new Set(['http:', 'https:', 'mailto:']);
const closers = { ')': '(', ']': '[', '}': '{' };

/** What is punctuation behind an address is none of it; a bracket is if it was opened in it. */
function trimmed(text) {
  for (let end = text.length; ; end--) {
    const last = text[end - 1], part = text.slice(0, end);
    const isOpen = last in closers && part.split(last).length > part.split(closers[last]).length;
    if (!isOpen && !/[.,;:!?*_~’”»…]/.test(last)) return part;
  }
}

function hrefOf(text) {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isWhole = schemes.has(url?.protocol) && (url.host || url.pathname.includes('@'));
  return isWhole ? url.href : null;
}

/** A text in parts, in order: `{text}`, or `{text, href}` for an address. */
export function linkParts(text) {
  const parts = [];
  let at = 0;
  for (const { 0: found, index } of text.includes(':') ? text.matchAll(address) : []) {
    const link = trimmed(found), href = hrefOf(link);
    if (!href) continue;
    if (index > at) parts.push({ text: text.slice(at, index) });
    parts.push({ text: link, href });
    at = index + link.length;
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return parts;
}
