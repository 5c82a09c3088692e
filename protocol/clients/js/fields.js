// The fields of an item: values by name, beside its text (section 19).

import { noFields } from './tables.js';

/** The fields of an item that has none. They have no prototype: a field may be called `constructor`. */
export const emptyFields = Object.freeze(Object.create(null));

/** Fields after changes, in the order of their names; the same object if they do not differ. A change to null or to nothing takes a field away. */
export function changedFields(fields, changes = {}) {
  if (Object.entries(changes).every(([name, value]) => (value || undefined) === fields[name])) return fields;
  const all = Object.assign(Object.create(null), fields, changes), now = Object.create(null);
  for (const name of Object.keys(all).sort()) if (all[name]) now[name] = all[name];
  return Object.freeze(now);
}

/** Whether a field may have this name. */
export const isFieldName = (name) => /^[a-z][a-z0-9]{0,31}$/.test(name) && !noFields.has(name);
