/**
 * Joins several texts into one cell: `Furniture > Chairs | Kitchen`; a separator inside a text is escaped with a
 * backslash.
 */
export function joinCell(parts: readonly string[], mark: '|' | '>'): string {
  return parts.map((part) => part.replace(/[\\|>]/g, '\\$&')).join(` ${mark} `);
}

/** Splits a cell into trimmed, non-empty texts. Backslashes before the other separator are preserved. */
function cut(cell: string, mark: '|' | '>'): string[] {
  const parts: string[] = [''];
  for (let at = 0; at < cell.length; at++) {
    const character = cell[at] ?? '';
    if (character === '\\') parts[parts.length - 1] += character + (cell[++at] ?? '');
    else if (character === mark) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

const plain = (part: string): string => part.replace(/\\(.)/g, '$1');

/** Parses a list. */
export function splitCell(cell: string): string[] {
  return cut(cell, '|').map(plain);
}

/** Parses a list of paths. */
export function splitPaths(cell: string): string[][] {
  return cut(cell, '|').map((path) => cut(path, '>').map(plain));
}
