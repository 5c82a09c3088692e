// Random batches of a board that is a list of `{id, title, items: [{id, text, fields}]}`: rows, and the board that they lead to.

/** A random batch: a new content, and the rows that lead to it. */
export function randomBatch(random, sections, fresh) {
  const rows = [], gone = new Set(), kept = sections.map((s) => ({ ...s, items: [...s.items] }));
  const lifted = [];
  sections.forEach((section, s) => section.items.forEach((item, i) => {
    if (!random.chance(3)) return;
    gone.add(item.id);
    if (random.chance(3)) rows.push({ kind: 'delete', path: `${s}.${i}`, item: item.id });
    else lifted.push({ item, from: `${s}.${i}` });
  }));
  for (const section of kept) section.items = section.items.filter(({ id }) => !gone.has(id));
  const added = Array.from({ length: random.below(4) }, () => ({ item: { id: fresh(), text: 'new' } }));
  for (const entry of [...lifted, ...added]) {
    if (!kept.length) break;
    const { items } = random.pick(kept);
    items.splice(random.below(items.length + 1), 0, entry.item);
  }
  const at = new Map();
  kept.forEach(({ items }, s) => items.forEach(({ id }, i) => at.set(id, `${s}.${i}`)));
  for (const { item, from } of lifted) rows.push({ kind: 'move', from, to: at.get(item.id), item: item.id });
  for (const { item } of added) {
    if (at.has(item.id)) rows.push({ kind: 'insert', path: at.get(item.id), item: item.id, text: item.text });
  }
  return { rows, after: kept };
}

/** Moves, inserts and deletes whole sections. */
export function randomSections(random, sections, fresh) {
  const rows = [], kept = [];
  sections.forEach((section, s) => {
    if (random.chance(4)) rows.push({ kind: 'delete-section', index: s, section: section.id });
    else if (random.chance(4)) kept.push({ ...section, from: s });
    else kept.push(section);
  });
  for (const moved of kept.filter(({ from }) => from !== undefined)) {
    kept.splice(kept.indexOf(moved), 1);
    kept.splice(random.below(kept.length + 1), 0, moved);
  }
  if (random.chance(2)) {
    const items = Array.from({ length: random.below(3) }, () => ({ id: fresh(), text: 'in a new section' }));
    kept.splice(random.below(kept.length + 1), 0, { id: fresh(), title: 'New', items, isNew: true });
  }
  kept.forEach(({ id, title, items, from, isNew }, to) => {
    if (from !== undefined) rows.push({ kind: 'move-section', from, to, section: id });
    if (!isNew) return;
    rows.push({ kind: 'insert-section', index: to, section: id, items: items.length, text: title });
    for (const item of items) rows.push({ kind: 'item', item: item.id, text: item.text });
  });
  return { rows, after: kept.map(({ id, title, items }) => ({ id, title, items })) };
}

const names = ['constructor', 'done', 'due', 'label', 'tostring'];

/** Other texts and fields of some items, which stay where they are. */
export function randomFields(random, sections) {
  const rows = [];
  const after = sections.map((section, s) => ({ ...section, items: section.items.map((item, i) => {
    if (!random.chance(4)) return item;
    const fields = {}, now = { ...item.fields };
    for (const name of names.filter(() => random.chance(2))) fields[name] = random.pick(['yes', '2026-12-01', 'a, b=\u2028', null]);
    for (const [name, value] of Object.entries(fields)) if (value) now[name] = value; else delete now[name];
    const text = random.chance(2) ? item.text : 'other', kind = text === item.text ? 'reconfigure' : 'reload';
    rows.push({ kind, path: `${s}.${i}`, item: item.id, fields, ...(kind === 'reload' ? { text } : {}) });
    return { id: item.id, text, ...(Object.keys(now).length ? { fields: now } : {}) };
  }) }));
  return { rows, after };
}
