/** The icons of the toolbar: SVG paths on a 20 × 20 grid. */
const ICON_PATHS: Readonly<Record<string, string>> = {
  link: 'M8.5 11.5a3 3 0 0 0 4.3 0l2.6-2.6a3 3 0 0 0-4.3-4.3L10 5.7M11.5 8.500a3 3 0 0 0-4.3 0l-2.6 2.600a3 3 0 0 0 4.3 4.300L10 14.3',
  code: 'M7 5.5 2.5 10 7 14.500M13 5.5 17.5 10 13 14.5',
  'bullet-list': 'M8 5h9M8 10h9M8 15h9M3.5 5h.5M3.5 10h.5M3.5 15h.5',
  'ordered-list': 'M9 5h8M9 10h8M9 15h8M3 3.500l1.3-.7V7M3 12h2.500L3 15.500h2.7',
  quote: 'M4 14c2-1 3-2.8 3-5V6H3v4h3M13 14c2-1 3-2.8 3-5V6h-4v4h3',
  up: 'M10 16V4M5 9l5-5 5 5',
  down: 'M10 4v12M5 11l5 5 5-5',
  remove: 'M4 6h12M8 6V4h4v2M6 6l.7 10h6.600L14 6',
  undo: 'M7 4 3 8l4 4M3 8h8a5 5 0 0 1 0 9H8',
  redo: 'M13 4l4 4-4 4M17 8H9a5 5 0 0 0 0 9h3',
  left: 'M3 5h14M3 10h8M3 15h11',
  center: 'M3 5h14M6 10h8M4.5 15h11',
  right: 'M3 5h14M9 10h8M6 15h11',
  wide: 'M2 4h16M2 16h16M5 8h10v4H5z',
  full: 'M2 4h16M2 16h16M2 8h16v4H2z',
  rowBefore: 'M3 10h14v6H3zM10 2v5M7.5 4.500h5',
  rowAfter: 'M3 4h14v6H3zM10 13v5M7.5 15.500h5',
  columnBefore: 'M10 3h6v14h-6zM2 10h5M4.5 7.500v5',
  columnAfter: 'M4 3h6v14H4zM13 10h5M15.5 7.500v5',
  rowRemove: 'M3 7h14v6H3zM7.5 10h5',
  columnRemove: 'M7 3h6v14H7zM8.5 10h3',
  head: 'M3 4h14v12H3zM3 8h14M3 6h14',
  merge: 'M3 5h14v10H3zM7 10h6M7 10l1.5-1.500M7 10l1.5 1.500M13 10l-1.5-1.500M13 10l-1.5 1.5',
  split: 'M3 5h14v10H3zM10 5v10',
  plus: 'M10 4v12M4 10h12',
  minus: 'M4 10h12',
};

/** Returns an icon by name, or the name itself if there is no such icon. */
export function iconOf(name: string): Element | string {
  const paths = ICON_PATHS[name];
  if (paths === undefined) return name;
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  for (const [key, value] of Object.entries({
    viewBox: '0 0 20 20',
    width: '20',
    height: '20',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '1.6',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'aria-hidden': 'true',
  }))
    svg.setAttribute(key, value);
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', paths);
  svg.append(path);
  return svg;
}
