/** A value by its name: text, or what is nested below it. A Map keeps PHP's order of keys. */
export type FieldValue = string | FieldMap;
export type FieldMap = Map<string, FieldValue>;

/** Deeper fields are dropped, as PHP's `max_input_nesting_level` does. */
const MAX_DEPTH = 64;
const INDEX = /^(?:0|[1-9]\d{0,14})$/;

/**
 * Nests flat fields by the brackets in their names, as PHP's `parse_str` does: `a[]=1&a[k]=2`; the last of two equal names wins.
 * @param check told the steps of each name that is taken; throws to refuse it
 */
export function nestedFields(
  pairs: Iterable<readonly [name: string, value: string]>,
  check: (path: readonly string[]) => void = () => undefined,
): FieldMap {
  const root: FieldMap = new Map();
  /** The index that the next `a[]` of a map gets. */
  const next = new Map<FieldMap, number>();
  const place = (map: FieldMap, step: string): string => {
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
      const key = place(map, step);
      const held = map.get(key);
      const inner: FieldMap = held instanceof Map ? held : new Map<string, FieldValue>();
      if (inner !== held) map.set(key, inner);
      map = inner;
    }
    map.set(place(map, path.at(-1) ?? ''), value);
  }
  return root;
}

/** Whether the names are 0, 1, 2 … in order, which makes a list. */
export function isFieldList(map: FieldMap): boolean {
  let index = 0;
  for (const name of map.keys()) if (name !== String(index++)) return false;
  return true;
}

/** `a[b][]` as `a`, `b`, ``; dots and spaces of the first name become underscores. The first step of what is no name is empty. */
function fieldPath(rawName: string): string[] {
  const name = (rawName.split('\0', 1)[0] ?? '').replace(/^ +/, '');
  const open = name.indexOf('[');
  const plain = (text: string): string => text.replace(/[ .]/g, '_');
  if (open === 0) return [''];
  // PHP takes an unclosed bracket for a part of the first name.
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
