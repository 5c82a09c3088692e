// The icons of the page: strokes on a grid of 24, in the colour of the text around them.

const strokes = {
  back: 'M19 12H5M11 6l-6 6 6 6',
  close: 'M6 6l12 12M18 6L6 18',
  due: 'M5 6h14v14H5zM5 10h14M9 3v4M15 3v4',
  late: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7.5v5.5M12 16.5h.01',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  redo: 'M20 9H9.5a5 5 0 0 0 0 10H14M16 5l4 4-4 4',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M16 16l4.5 4.5',
  undo: 'M4 9h10.5a5 5 0 0 1 0 10H10M8 5L4 9l4 4',
};
const namespace = 'http://www.w3.org/2000/svg';

/** An icon that a screen reader does not mention: the button around it has the name. */
export function icon(name) {
  const svg = document.createElementNS(namespace, 'svg'), path = document.createElementNS(namespace, 'path');
  path.setAttribute('d', strokes[name]);
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', `drawn icon-${name}`);
  svg.setAttribute('aria-hidden', 'true');
  svg.append(path);
  return svg;
}

/** The icons of the buttons that are in the page from the beginning. */
export function drawIcons() {
  for (const button of document.querySelectorAll('[data-icon]')) button.append(icon(button.dataset.icon));
}
