// What a card shows of the fields of its item: whether it is done, when it is due, its labels.

import { h } from './dom.js';
import { icon } from './icons.js';
import { hueOf } from './people.js';

/** The most labels that a card shows, and beside a date. */
const mostLabels = 3, mostBesideDate = 1;
const hues = { red: 25, pink: 0, orange: 55, yellow: 95, lime: 125, green: 150, teal: 180, sky: 225, blue: 255, purple: 300 };
const near = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' }), far = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const clock = new Intl.DateTimeFormat('en', { timeStyle: 'short' });

export const isDone = (fields) => fields?.done === 'yes';

/** Whether a card has a line under its text. */
export const hasFacts = (fields) => Boolean(fields?.due || fields?.label);

/** Labels, which have commas between them. */
export const labelsOf = (value = '') => [...new Set(value.split(',').map((label) => label.trim()).filter(Boolean))];

/** The hue of a label: that of the colour that it names, else one of its own. */
export const labelHue = (label) => hues[label.toLowerCase()] ?? hueOf(label);

/** The time of `2026-12-01` or `2026-12-01T14:30`, in the time zone of the reader, or null. */
function timeOf(value) {
  const [, day, hour] = value.match(/^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d.*))?$/) ?? [];
  const time = new Date(`${day}T${hour ?? '00:00'}`);
  return day && !Number.isNaN(time.valueOf()) ? { time, hasHour: hour !== undefined } : null;
}

const startOf = (time, days = 0) => new Date(time.getFullYear(), time.getMonth(), time.getDate() + days).valueOf();

/** When something is due, in words: `{text, isLate}`, with the hour only from yesterday to tomorrow. What is no date is shown as it is. */
export function dueOf(value, now = new Date()) {
  const { time, hasHour } = timeOf(value) ?? {};
  if (!time) return { text: value, isLate: false };
  const names = { [startOf(now, -1)]: 'yesterday', [startOf(now)]: 'today', [startOf(now, 1)]: 'tomorrow' };
  const name = names[startOf(time)], day = name ?? (time.getFullYear() === now.getFullYear() ? near : far).format(time);
  return { text: hasHour && name ? `${day}, ${clock.format(time)}` : day, isLate: hasHour ? time < now : startOf(time) < startOf(now) };
}

/** A label as a chip: its colour only helps to find it. */
export function chip(label) {
  const element = h('span', { class: 'chip', dir: 'auto', title: label }, label);
  element.style.setProperty('--hue', String(labelHue(label)));
  return element;
}

function dueMark(value, done, now) {
  const { text, isLate } = dueOf(value, now), isMissed = isLate && !done;
  return h('span', { class: isMissed ? 'due late' : 'due', dir: 'auto', title: value }, icon(isMissed ? 'late' : 'due'), h('span', { class: 'due-word' }, isMissed ? 'Overdue: ' : 'Due '), text);
}

/** The elements of the line under a text. @param most how many labels there is room for */
export function factParts(fields, now = new Date(), most = fields.due ? mostBesideDate : mostLabels) {
  const labels = labelsOf(fields.label), more = labels.length - most;
  const rest = more > 0 ? [h('span', { class: 'chip more-labels', dir: 'ltr', title: labels.slice(most).join(', ') }, `+${more}`)] : [];
  return [
    ...(isDone(fields) ? [h('span', { class: 'spoken' }, 'Done.')] : []),
    ...(fields.due ? [dueMark(fields.due, isDone(fields), now)] : []),
    ...labels.slice(0, most).map(chip), ...rest,
  ];
}

/** Whether the first letter of a text is one of a script that is written from right to left. */
export const isFromRight = (text) => /^\P{L}*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(text);
