// Types what the README shows, in a folder where the package is installed.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { connectLines, startServer } from 'dropline/node.js';
import { contentMessages } from 'dropline';

const folder = fileURLToPath(new URL('..', import.meta.url));
const readme = await readFile(join(folder, 'README.md'), 'utf8');
const programs = [...readme.matchAll(/^```js\n([^]*?)^```/gm)].map(([, text]) => text);

function run(command, args, cwd) {
  const env = { ...process.env };
  delete env.NODE_TEST_CONTEXT; // The runner inside of it reports to its own output.
  return new Promise((resolve) => execFile(command, args, { cwd, env, timeout: 60_000 }, (error, stdout, stderr) =>
    resolve({ status: error ? error.code ?? 1 : 0, output: stdout + stderr })));
}

/** A folder with the package: npm puts it there, or what npm does is done if there is no npm. */
async function installed() {
  const place = await mkdtemp(join(tmpdir(), 'dropline-js-'));
  await writeFile(join(place, 'package.json'), '{"type":"module","private":true}');
  const { status } = await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--install-links', folder], place);
  if (status === 'ENOENT') {
    await mkdir(join(place, 'node_modules'));
    await symlink(folder, join(place, 'node_modules/dropline'));
  } else assert.equal(status, 0);
  return place;
}

async function withServer(work) {
  const server = await startServer();
  try {
    await work(server);
  } finally {
    await server.stop();
  }
}

/** Makes the board of the demo. */
async function makeGroceries(url) {
  const connection = connectLines({ url });
  const sections = [{ id: 's1', title: 'To buy', items: ['Bread', 'Milk', 'Pears'] }, { id: 's2', title: 'In the basket', items: [] }];
  await connection.request({ kind: 'create', board: 'groceries' });
  const reply = await new Promise((answer) => connection.askText({ kind: 'replace' }, contentMessages('groceries', sections), answer));
  assert.equal(reply.kind, 'ok');
  connection.stop();
}

test('the programs of the README do what it says', async () => {
  const place = await installed();
  try {
    await withServer(async (server) => {
      await makeGroceries(server.url);
      await writeFile(join(place, 'program.js'), programs[0].replace('tcp://localhost:7667', server.url));
      const { status, output } = await run('node', ['program.js'], place);
      assert.equal(status, 0, output);
      const lines = output.trim().split('\n');
      assert.deepEqual(lines.slice(0, 2), ['To buy Bread Milk Pears', 'In the basket '], output);
      for (const line of ['move 1.0', 'moved', 'In the basket Milk']) assert.ok(lines.includes(line), output);
    });
    await writeFile(join(place, 'orders.test.js'), programs[1]);
    const { status, output } = await run('node', ['--test', 'orders.test.js'], place);
    assert.equal(status, 0, output);
  } finally {
    await rm(place, { recursive: true });
  }
});
