// Makes a board with a title and a content. Whatever fails, no half of it is left.

import { boardName } from './names.js';
import { contentMessages } from './wire.js';

/** At most this many names are tried for a title whose name another board has. */
const tries = 20;

/**
 * @param policies the settings of each target: of sections by the ids that the content gives them
 * @param types the types of fields, by their names
 * @param answer gets `{kind: 'ok', board}`, or the refusal
 */
export function makeBoard(link, { title, sections, policies = new Map(), types = {} }, answer) {
  const name = boardName(title);
  const create = (number) => {
    const board = number > 1 ? `${name.slice(0, 60)}-${number}` : name;
    link.ask({ kind: 'create', board }, (reply) => {
      if (reply.code === 'board-exists' && number < tries) create(number + 1);
      else if (reply.kind === 'ok') fill(board);
      else answer(reply);
    });
  };
  const fill = (board) => {
    const settings = new Map(policies);
    settings.set('*', { ...settings.get('*'), title: title === board ? '' : title });
    const commands = [...settings].map(([target, values]) => ({ kind: 'policy', board, target, ...values }));
    if (Object.keys(types).length) commands.push({ kind: 'fields', board, fields: types });
    const next = (reply) => {
      if (reply.kind !== 'ok') return link.ask({ kind: 'remove-board', board, force: true }, () => answer(reply));
      const command = commands.shift();
      if (command) link.ask(command, next);
      else answer({ kind: 'ok', board });
    };
    link.askText({ kind: 'replace', board }, contentMessages(board, sections), next);
  };
  create(1);
}
