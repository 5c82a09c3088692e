// Made from protocol/lines.md and errors.md by `swift run lines`. What is changed here is lost.

/** The reasons of `bye` after which a client waits for a person before it connects again. */
export const finalReasons = new Set([
  'too-many-errors',
  'too-many-tokens',
  'access-denied',
  'not-dropline',
  'unknown-space',
]);

/** The value of each key of a policy that nobody has set. */
export const policyDefaults = {
  ops: 'move,copy',
  draggable: 'yes',
  'local-only': 'no',
  'max-items': 'none',
  types: 'any',
  limit: 'none',
  paused: 'no',
  accept: 'any',
  'on-drop': 'none',
  empty: 'keep',
  selection: 'single',
  highlight: 'yes',
  'keep-selected': 'no',
  'on-choose': 'none',
};

/** The names that no field of an item has. */
export const noFields = new Set([
  'anchor',
  'at',
  'board',
  'content',
  'drag',
  'every',
  'external',
  'force',
  'from',
  'item',
  'items',
  'kind',
  'local',
  'op',
  'ops',
  'place',
  'reason',
  'replayed',
  'rev',
  'rows',
  'since',
  'tag',
  'text',
  'to',
  'type',
  'verb',
  'was',
]);
