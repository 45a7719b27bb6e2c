/** A value by name: a string, or nested values. A Map keeps PHP's key order. */
export type FieldValue = string | FieldMap;
export type FieldMap = Map<string, FieldValue>;

/** Deeper fields are dropped, like PHP's `max_input_nesting_level`. */
const MAX_DEPTH = 64;
const INDEX = /^(?:0|[1-9]\d{0,14})$/;

/**
 * Nests flat fields by the brackets in their names, like PHP's `parse_str`: `a[]=1&a[k]=2`; the last of two equal names
 * wins.
 * @param check receives the path of each accepted name; throws to reject it
 */
export function nestedFields(
  pairs: Iterable<readonly [name: string, value: string]>,
  check: (path: readonly string[]) => void = () => undefined,
): FieldMap {
  const root: FieldMap = new Map();
  /** The index of the next `a[]` in a map. */
  const next = new Map<FieldMap, number>();
  const keyFor = (map: FieldMap, step: string): string => {
    const key = step === '' ? String(next.get(map) ?? 0) : step;
    if (INDEX.test(key)) next.set(map, Math.max(next.get(map) ?? 0, Number(key) + 1));
    return key;
  };

  for (const [name, value] of pairs) {
    const path = fieldPath(name);
    if (path[0] === '') continue;
    check(path);
    if (path.length > MAX_DEPTH) continue;
    let map = root;
    for (const step of path.slice(0, -1)) {
      const key = keyFor(map, step);
      const existing = map.get(key);
      const inner: FieldMap = existing instanceof Map ? existing : new Map<string, FieldValue>();
      if (inner !== existing) map.set(key, inner);
      map = inner;
    }
    map.set(keyFor(map, path.at(-1) ?? ''), value);
  }
  return root;
}

/** Whether the keys are 0, 1, 2 … in order, which makes the map a list. */
export function isFieldList(map: FieldMap): boolean {
  let index = 0;
  for (const name of map.keys()) if (name !== String(index++)) return false;
  return true;
}

/**
 * Splits `a[b][]` into `a`, `b`, ``; dots and spaces in the first name become underscores. An invalid name yields an
 * empty first step.
 */
function fieldPath(rawName: string): string[] {
  const name = (rawName.split('\0', 1)[0] ?? '').replace(/^ +/, '');
  const open = name.indexOf('[');
  const plain = (text: string): string => text.replace(/[ .]/g, '_');
  if (open === 0) return [''];
  // PHP treats an unclosed bracket as part of the first name.
  if (open < 0 || !name.includes(']', open)) return [plain(name).replaceAll('[', '_')];
  const path = [plain(name.slice(0, open))];
  for (let at = open; name[at] === '[';) {
    const close = name.indexOf(']', at);
    if (close < 0) break;
    path.push(name.slice(at + 1, close));
    at = close + 1;
  }
  return path;
}
