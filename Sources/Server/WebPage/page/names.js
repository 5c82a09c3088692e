// Names of boards: what is one, and the one that a title has.

const folds = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', æ: 'ae', ø: 'oe', å: 'aa', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' };

/** What people call the board of a replica, or of a row of `boards`. */
export const titleOf = ({ board, policies, title = policies?.get('*')?.title }) => title?.trim() || board;

/** 1 to 64 letters, digits, - and _, no - in front, and not only digits. */
export const isName = (text) => /^(?!-)(?!\d+$)[\w-]{1,64}$/.test(text);

/** A word of random letters and digits, none of which looks like another one. */
export function word(length) {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => 'abcdefghijkmnpqrstuvwxyz23456789'[byte & 31]).join('');
}

/**
 * The name of the board that is called so: a name stays as it is, "Weekly plan" is `weekly-plan`,
 * "Einkäufe" is `einkaeufe`.
 *
 * @param fallback the name of a title of which no letter or digit is left
 */
export function boardName(title, fallback = `board-${word(4)}`) {
  if (isName(title)) return title;
  const plain = title.normalize('NFC').toLowerCase().replace(/[äöüßæøåœłđðþı]/g, (letter) => folds[letter]);
  const name = plain.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '').replace(/[^a-z0-9_]+/g, '-').replace(/^-/, '').slice(0, 57).replace(/-$/, '');
  if (isName(name)) return name;
  return name ? `board-${name}` : fallback;
}
