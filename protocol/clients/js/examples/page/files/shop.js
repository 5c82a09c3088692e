// A board by the drag and drop of HTML: what is dragged here is leased, others see it, and the server judges the drop.
import { Connection } from '/page/connection.js';

const main = document.querySelector('main');
const status = document.querySelector('[role=status]');
const url = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`;
const connection = new Connection({ url, board: 'groceries', on: { changes: draw, state: say } }).start();
/** The elements of sections and items stay the same while something is dragged from or over them. */
const parts = new Map();
const rows = new Map();
let drag = null;

function say() {
  status.textContent = connection.state;
}

/** Draws the whole board; a page of many rows would apply the batches instead. */
function draw() {
  const { replica } = connection;
  const lifted = new Set([...replica.drags.values()].flatMap(({ items }) => items));
  fill(main, replica.sections.map((section) => {
    const part = parts.get(section.id) ?? element('section', element('h2'), element('ul'));
    parts.set(section.id, part);
    const [title, list] = part.children;
    title.textContent = section.title;
    fill(list, section.items.map((item) => row(item, lifted.has(item.id))));
    part.ondragover = (event) => over(event, part, list, section);
    part.ondragleave = () => part.classList.remove('over');
    part.ondrop = drop;
    return part;
  }));
}

/** Gives an element its children, if they are other ones: what is taken out of a page can be no target of a drop. */
function fill(parent, children) {
  const isSame = parent.children.length === children.length && children.every((child, index) => parent.children[index] === child);
  if (!isSame) parent.replaceChildren(...children);
}

function row(item, isLifted) {
  const line = rows.get(item.id) ?? element('li');
  rows.set(item.id, line);
  if (line.textContent !== item.text) line.textContent = item.text;
  line.draggable = true;
  line.classList.toggle('lifted', isLifted);
  line.ondragstart = (event) => {
    event.dataTransfer.setData('text/plain', item.text);
    drag = { line, begun: connection.request({ kind: 'begin', items: [item.id] }), place: null };
  };
  // The end of a drag may come when the next one has begun.
  line.ondragend = () => drag?.line === line && end('cancel');
  return line;
}

/** Proposes the place under the pointer, if it is another one: before a drop, which waits for the same answer. */
async function over(event, part, list, section) {
  if (!drag) return;
  event.preventDefault();
  part.classList.add('over');
  const next = [...list.children].findIndex((line) => event.clientY < line.getBoundingClientRect().top + line.offsetHeight / 2);
  const place = next < 0 ? `end:${section.id}` : `before:${section.items[next].id}`;
  const current = drag;
  if (current.place === place) return;
  current.place = place;
  const started = await current.begun;
  if (started.kind === 'ok' && current.place === place) connection.ask({ kind: 'propose', place, drag: started.drag });
}

function drop(event) {
  event.preventDefault();
  end('perform');
}

/** Ends the drag. A drop that the server does not allow is said, and nothing has moved. */
async function end(kind) {
  if (!drag) return;
  const { begun } = drag;
  drag = null;
  for (const part of parts.values()) part.classList.remove('over');
  const started = await begun;
  const reply = started.kind === 'ok' ? await connection.request({ kind, drag: started.drag }) : started;
  status.textContent = reply.kind === 'ok' ? reply.outcome ?? '' : reply.text;
}

function element(name, ...children) {
  const made = document.createElement(name);
  made.append(...children);
  return made;
}
