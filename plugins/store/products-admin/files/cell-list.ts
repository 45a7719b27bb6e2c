/** Several texts in one cell: `Furniture > Chairs | Kitchen`; a mark inside a text has a backslash before it. */
export function joinCell(parts: readonly string[], mark: '|' | '>'): string {
  return parts.map((part) => part.replace(/[\\|>]/g, '\\$&')).join(` ${mark} `);
}

/** The texts of a cell, without the spaces around them; empty ones are left out. Backslashes stay for the marks inside. */
function cut(cell: string, mark: '|' | '>'): string[] {
  const parts: string[] = [''];
  for (let at = 0; at < cell.length; at++) {
    const letter = cell[at] ?? '';
    if (letter === '\\') parts[parts.length - 1] += letter + (cell[++at] ?? '');
    else if (letter === mark) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

const plain = (part: string): string => part.replace(/\\(.)/g, '$1');

/** Reads a list. */
export function splitCell(cell: string): string[] {
  return cut(cell, '|').map(plain);
}

/** Reads a list of paths. */
export function splitPaths(cell: string): string[][] {
  return cut(cell, '|').map((path) => cut(path, '>').map(plain));
}
