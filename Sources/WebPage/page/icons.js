// The icons of the page: strokes on a grid of 24, in the colour of the text around them.

const strokes = {
  close: 'M6 6l12 12M18 6L6 18',
};
const namespace = 'http://www.w3.org/2000/svg';

/** An icon that a screen reader does not mention: the button around it has the name. */
export function icon(name) {
  const svg = document.createElementNS(namespace, 'svg'), path = document.createElementNS(namespace, 'path');
  path.setAttribute('d', strokes[name]);
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'drawn');
  svg.setAttribute('aria-hidden', 'true');
  svg.append(path);
  return svg;
}
