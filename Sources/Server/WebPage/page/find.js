// What is looked for, as `find` of the protocol reads it: fields, and a text behind them.

import { labelsOf } from './facts.js';
import { isFieldName } from './fields.js';
import { unescaped } from './wire.js';

/**
 * Reads `done=yes label="two words" milk`. Without a value a field may have any, and one with commas has several; `a\=b` is a text.
 *
 * @returns `{fields: [[name, value]…], text, problem}`; `problem` is a name that no field has, or undefined
 */
export function readQuery(query) {
  const field = /([a-z][a-z0-9-]*)=(?:"([^"]*)"?|(\S*))\s*/giy, fields = [];
  let end = 0;
  for (let found; (found = field.exec(query)); end = field.lastIndex) fields.push([found[1].toLowerCase(), unescaped(found[2] ?? found[3])]);
  const text = query.slice(end).replace(/^([a-z][a-z0-9-]*)\\=/i, '$1=').toLowerCase();
  return { fields, text, problem: fields.map(([name]) => name).find((name) => !isFieldName(name)) };
}

/** Whether a value, or one of several with commas between them, is the wanted one; or there is any, if that is wanted. */
const isWanted = (now, value) => (value ? now === value || labelsOf(now).includes(value) : Boolean(now));

/** Whether an item is looked for. */
export const isFound = (item, { fields, text, problem }) =>
  problem === undefined && fields.every(([name, value]) => isWanted(item.fields[name], value)) && item.text.toLowerCase().includes(text);
