/**
 * Joins texts into a cell: `Furniture > Chairs | Kitchen`. Separators inside a text are escaped with a backslash.
 */
export function joinCell(parts: readonly string[], joiner: '|' | '>'): string {
  return parts.map((part) => part.replace(/[\\|>]/g, '\\$&')).join(` ${joiner} `);
}

/** Splits a cell into trimmed, non-empty texts. Backslashes before the other separator are preserved. */
function splitUnescaped(cell: string, delimiter: '|' | '>'): string[] {
  const parts: string[] = [''];
  for (let index = 0; index < cell.length; index++) {
    const character = cell[index] ?? '';
    if (character === '\\') parts[parts.length - 1] += character + (cell[++index] ?? '');
    else if (character === delimiter) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

const unescapePart = (part: string): string => part.replace(/\\(.)/g, '$1');

/** Parses a cell with a list of texts. */
export function splitCell(cell: string): string[] {
  return splitUnescaped(cell, '|').map(unescapePart);
}

/** Parses a cell with a list of category paths. */
export function splitPaths(cell: string): string[][] {
  return splitUnescaped(cell, '|').map((path) => splitUnescaped(path, '>').map(unescapePart));
}
