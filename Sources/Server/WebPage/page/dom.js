// Small helpers for the DOM. Every text goes in as text; nothing is parsed as HTML.

import { linkParts } from './links.js';

/** An element: strings become attributes, functions `onEVENT` listeners, anything else properties. */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (typeof value === 'string') element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children);
  return element;
}

export const byId = (id) => document.getElementById(id);

/** Sets a text only if it differs: an unchanged text costs no layout. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Shows a text with its addresses as links. */
export function setLinkedText(element, text, properties = {}) {
  const link = { target: '_blank', rel: 'noopener noreferrer', draggable: false, ...properties };
  element.replaceChildren(...linkParts(text).map((part) => (part.href ? h('a', { ...link, href: part.href }, part.text) : part.text)));
}

/** The widths of characters, measured once for a font. */
export function advances(font) {
  const context = document.createElement('canvas').getContext('2d');
  context.font = font;
  context.fontKerning = 'none';
  const known = new Map();
  return (char) => {
    let width = known.get(char);
    if (width === undefined) known.set(char, width = context.measureText(char).width);
    return width;
  };
}

/** How long a sentence can be read where it was said: the next one may be long after it. */
const validity = 8000;
const timers = {};

/** Says a sentence; the same one again is a new text for a screen reader. */
export function speak(sentence, region = 'own') {
  const element = byId(region);
  element.textContent = element.textContent === sentence ? `${sentence}\u00a0` : sentence;
  clearTimeout(timers[region]);
  timers[region] = setTimeout(() => (element.textContent = ''), validity);
}

/** Closes the dialog that it is in. */
export const cancelButton = () => h('button', { type: 'button', onclick: ({ target }) => target.closest('dialog').close() }, 'Cancel');

/** Whether there is no room for the whole text of an element. */
export const isCut = (element) => element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight;

export const isReduced = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Whether an element takes text, so that letters are no commands there. */
export const isTyping = (element) => element?.matches?.('input:not([type=checkbox]), textarea') ?? false;
