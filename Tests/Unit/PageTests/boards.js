// Boards as the vectors draw them, and a plain model of rule 6.2 to compare the replica with.

import { Replica } from '../../../protocol/clients/js/replica.js';

/** `A[ab] B[]`: a section of one letter with its items. */
export function drawn(text) {
  return text.split(' ').filter(Boolean).map((word) => {
    const [, id, items] = word.match(/^(.)\[(.*)\]$/u);
    return { id, title: id, items: [...items].map((id) => ({ id, text: id })) };
  });
}

export function snapshot(sections, { board = 'list', rev = 1 } = {}) {
  const rows = sections.flatMap(({ id, title, items }) => [
    { kind: 'section', section: id, items: items.length, text: title },
    ...items.map((item) => ({ kind: 'item', item: item.id, text: item.text, ...fieldsOf(item) })),
  ]);
  return { kind: 'board', board, rev, sections: sections.length, rows };
}

export function replicaOf(sections) {
  const replica = new Replica('list', 'me');
  replica.receive(snapshot(sections));
  return replica;
}

/** The fields of an item as a member, if it has any. */
const fieldsOf = ({ fields = {} }) => (Object.keys(fields).length ? { fields: { ...fields } } : {});

/** The content alone, to compare. */
export function content(replica) {
  return replica.sections.map(({ id, title, items }) => ({
    id, title, items: items.map((item) => ({ id: item.id, text: item.text, ...fieldsOf(item) })),
  }));
}

/** What a copy that may count knows: the items by their indices. */
export function known(replica) {
  return replica.sections.map(({ id, title, items }) => ({
    id, title, count: items.length, items: [...items.entries()].map(([at, item]) => [at, { id: item.id, text: item.text, ...fieldsOf(item) }]),
  }));
}
