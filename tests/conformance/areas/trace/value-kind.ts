/** Types that are compared. PHP arrays correspond to lists, maps and objects here; numeric strings count as numbers. */
export type ValueKind = 'null' | 'bool' | 'number' | 'string' | 'object';

const NUMERAL = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i;

export function kindOf(value: unknown): ValueKind {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number' || typeof value === 'bigint') return 'number';
  if (typeof value === 'string') return NUMERAL.test(value) ? 'number' : 'string';
  return 'object';
}

/** Converts the recording's type names. */
export function kindRecorded(kind: string): ValueKind {
  if (['int', 'float', 'numeral'].includes(kind)) return 'number';
  return kind === 'array' || kind.startsWith('object:') ? 'object' : (kind as ValueKind);
}
