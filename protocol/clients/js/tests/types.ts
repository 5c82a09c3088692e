// What the types allow and what they do not; it is never run.

import { Connection, Mismatch, Replica, readMessage, type Change, type Command, type Reply } from 'dropline';
import { connectLines, startServer, LineSocket, type Server } from 'dropline/node.js';

const changes = (list: Change[]) => {
  for (const change of list) if (change.kind === 'batch') [change.moved.map(({ item, section, index }) => [item.id, section.title, index + 1]), change.reconfigured.map(({ fields }) => fields.due)];
};
const page: Connection = new Connection({ url: 'ws://127.0.0.1:7668/ws', board: 'groceries', on: { changes } }).start();
const lines: Connection = connectLines({ url: 'tls://127.0.0.1:7667', name: 'ann', token: 'a-long-secret-of-ann', tls: { ca: '' } });
const other = new Connection({ url: 'tcp://127.0.0.1:7667', socket: (url) => new LineSocket(url) });

const large = new Connection({ url: 'ws://127.0.0.1:7668/ws', board: 'groceries', content: 'auto' });
const texts = (): (string | undefined)[] => large.replica!.sections.map(({ items }) => items.at(0)?.text);
// @ts-expect-error There is no such content.
new Connection({ url: 'ws://127.0.0.1:7668/ws', content: 'all' });

const commands: Command[] = [
  { kind: 'insert', place: 'end:s1', text: 'Tea', board: 'groceries', tag: 't.1' },
  { kind: 'move', items: ['i1'], place: '0.0', force: true },
  { kind: 'policy', target: 's1', limit: 3 },
  { kind: 'set', items: ['i1'], fields: { done: 'yes', due: null } },
  // @ts-expect-error A place is missing.
  { kind: 'insert', text: 'Tea' },
  // @ts-expect-error There is no such command.
  { kind: 'remove-item', item: 'i1' },
];

export async function use(): Promise<void> {
  const reply: Reply = await page.request(commands[0]);
  lines.ask({ kind: 'ping' }, ({ kind, text }) => console.log(kind, text));
  const replica: Replica | null = other.replica;
  // @ts-expect-error It may be null.
  console.log(replica.sections, reply.rev);
  // @ts-expect-error Only a command changes fields.
  replica!.items.get('i1')!.fields.done = 'yes';
  try {
    readMessage('').map((object) => replica?.receive(object));
  } catch (error) {
    if (!(error instanceof Mismatch)) throw error;
  }
  large.fetch(large.replica!.sections[0], 0, 60);
  console.log(texts(), (await large.read())?.rows);
  const server: Server = await startServer({ options: ['--window', '0ms'] });
  await server.stop();
}
