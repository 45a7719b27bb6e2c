/** The value of a field: a string, or a map of nested values. A Map keeps the order of keys as PHP does. */
export type FieldValue = string | FieldMap;
export type FieldMap = Map<string, FieldValue>;

/** Maximum nesting depth; deeper fields are dropped (PHP's `max_input_nesting_level`). */
const MAX_DEPTH = 64;
const INDEX = /^(?:0|[1-9]\d{0,14})$/;

/**
 * Nests fields by the brackets in their names, like PHP's `parse_str`: `a[]=1&a[k]=2`. If a name is used twice, the
 * last value is used.
 * @param check receives the path of each accepted name; it throws an error to reject it
 */
export function nestedFields(
  pairs: Iterable<readonly [name: string, value: string]>,
  check: (path: readonly string[]) => void = () => undefined,
): FieldMap {
  const root: FieldMap = new Map();
  /** The index for the next `a[]` by map. */
  const nextIndexes = new Map<FieldMap, number>();
  const keyFor = (map: FieldMap, step: string): string => {
    const key = step === '' ? String(nextIndexes.get(map) ?? 0) : step;
    if (INDEX.test(key)) nextIndexes.set(map, Math.max(nextIndexes.get(map) ?? 0, Number(key) + 1));
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

/** Whether the keys of a map are 0, 1, 2 … in order, so that the map is a list. */
export function isFieldList(map: FieldMap): boolean {
  let index = 0;
  for (const name of map.keys()) if (name !== String(index++)) return false;
  return true;
}

/**
 * Splits `a[b][]` into `a`, `b` and an empty string. Dots and spaces in the first part become underscores. For an
 * invalid name, the first part is empty.
 */
function fieldPath(rawName: string): string[] {
  const name = (rawName.split('\0', 1)[0] ?? '').replace(/^ +/, '');
  const open = name.indexOf('[');
  const replaceDots = (text: string): string => text.replace(/[ .]/g, '_');
  if (open === 0) return [''];
  // PHP treats an unclosed bracket as part of the first name.
  if (open < 0 || !name.includes(']', open)) return [replaceDots(name).replaceAll('[', '_')];
  const path = [replaceDots(name.slice(0, open))];
  for (let position = open; name[position] === '[';) {
    const close = name.indexOf(']', position);
    if (close < 0) break;
    path.push(name.slice(position + 1, close));
    position = close + 1;
  }
  return path;
}
