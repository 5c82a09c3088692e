// Names of boards: what is one, and the one that a title has.

import { randomWord as word } from './wire.js';

export { word };

const folds = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', æ: 'ae', ø: 'oe', å: 'aa', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' };

/** What people call the board of a replica, or of a row of `boards`. */
export const titleOf = ({ board, policies, title = policies?.get('*')?.title }) => title?.trim() || board;

/** 1 to 64 letters, digits, - and _, no - in front, and not only digits. */
export const isName = (text) => /^(?!-)(?!\d+$)[\w-]{1,64}$/.test(text);

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
