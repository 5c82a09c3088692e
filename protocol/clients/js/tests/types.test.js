// The types name what the modules export, and the methods of their classes. `tsc -p tests` checks their use in types.ts.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';

for (const name of ['wire', 'fields', 'replica', 'connection', 'node']) {
  test(`${name}.d.ts declares what ${name}.js exports`, async () => {
    const module = await import(`../${name}.js`);
    const types = await readFile(new URL(`../${name}.d.ts`, import.meta.url), 'utf8');
    const declared = [...types.matchAll(/^export (?:class|function|const) (\w+)/gm)].map(([, word]) => word);
    assert.deepEqual(declared.sort(), Object.keys(module).sort());
  });
}

test('each method of a replica, a conversation and a server has a type', async () => {
  for (const [file, type] of [['wire', 'Conversation'], ['replica', 'Replica'], ['node', 'Server'], ['node', 'LineSocket']]) {
    const { [type]: made } = await import(`../${file}.js`);
    const types = (await readFile(new URL(`../${file}.d.ts`, import.meta.url), 'utf8')).split(`export class ${type} `)[1].split('\n}')[0];
    for (const member of Object.getOwnPropertyNames(made.prototype)) assert.match(types, new RegExp(`\\b${member}\\b`), member);
  }
});
