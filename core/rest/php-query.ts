import { PlinthError } from '../api/index.js';
import { MOST_FIELDS, occursMoreThan, tooManyFields } from './input-bounds.js';
import { type Dictionary, orderedMap } from './values.js';

/** Deeper fields are dropped, as PHP's `max_input_nesting_level` does. */
const MAX_DEPTH = 64;

/** While it is built, a map remembers the next free index of `a[]`. */
class Branch {
  readonly items = new Map<string, string | Branch>();
  private next = 0;

  push(value: string | Branch): void {
    this.items.set(String(this.next), value);
    this.next++;
  }

  set(name: string, value: string | Branch): void {
    this.items.set(name, value);
    if (/^(?:0|[1-9]\d{0,14})$/.test(name)) this.next = Math.max(this.next, Number(name) + 1);
  }

  /** A list when the names are 0, 1, 2 … in order, else a map. */
  toValue(): unknown {
    let index = 0;
    const entries: [string, unknown][] = [];
    let isList = this.items.size > 0;
    for (const [name, item] of this.items) {
      isList &&= name === String(index++);
      entries.push([name, item instanceof Branch ? item.toValue() : item]);
    }
    return isList ? entries.map(([, value]) => value) : orderedMap(entries);
  }
}

/**
 * Reads a query string or form body as PHP does (`parse_str`): `a[]=1&a[k]=2` nests, the last of two equal names wins.
 * @throws PlinthError `rest_refused_key` (400) for names that would reach into JavaScript's objects, `rest_too_many_fields` (400)
 */
export function parsePhpQuery(text: string): Dictionary {
  if (occursMoreThan(text, '&', MOST_FIELDS - 1)) throw tooManyFields(400);
  const pairs: [string, string][] = [];
  for (const part of text.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    pairs.push(equals < 0 ? [decode(part), ''] : [decode(part.slice(0, equals)), decode(part.slice(equals + 1))]);
  }
  return nestFields(pairs);
}

/** Nests flat form fields by the brackets in their names. */
export function nestFields(pairs: readonly (readonly [string, string])[]): Dictionary {
  const root = new Branch();
  for (const [name, value] of pairs) setField(root, name, value);
  const entries = [...root.items].map(([name, item]) => [name, item instanceof Branch ? item.toValue() : item] as const);
  return Object.fromEntries(entries);
}

function setField(root: Branch, rawName: string, value: string): void {
  const path = fieldPath(rawName);
  if (!path || path.length > MAX_DEPTH) return;
  let branch = root;
  for (const step of path.slice(0, -1)) {
    const held = step === '' ? undefined : branch.items.get(step);
    const inner = held instanceof Branch ? held : new Branch();
    if (inner !== held) add(branch, step, inner);
    branch = inner;
  }
  add(branch, path[path.length - 1], value);
}

function add(branch: Branch, name: string, value: string | Branch): void {
  if (name === '') branch.push(value);
  else branch.set(name, value);
}

/** `a[b][]` as `a`, `b`, ``; undefined for a field without a name. */
function fieldPath(rawName: string): string[] | undefined {
  const name = rawName.replace(/^ +/, '').split('\0', 1)[0];
  const open = name.indexOf('[');
  if (name === '' || open === 0) return undefined;
  const path = [(open < 0 ? name : name.slice(0, open)).replaceAll(/[ .]/g, '_')];
  for (let at = open; at >= 0 && name[at] === '['; ) {
    const close = name.indexOf(']', at);
    if (close < 0) {
      // PHP takes an unclosed bracket for a part of the first name.
      if (at === open) path[0] = `${path[0]}_${name.slice(at + 1)}`;
      break;
    }
    path.push(name.slice(at + 1, close));
    at = close + 1;
  }
  refuseDangerous(path);
  return path;
}

function refuseDangerous(path: readonly string[]): void {
  if (!path.includes('__proto__')) return;
  throw new PlinthError('rest_refused_key', 'The name __proto__ cannot be used for a parameter.', { status: 400 });
}

/** Percent and plus decoding that leaves malformed sequences as they are, as PHP does. */
function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    const bytes = spaced.replaceAll(/%([0-9a-f]{2})|[^\x00-\x7f]/gi, (match, hex: string | undefined) =>
      hex === undefined ? Buffer.from(match, 'utf8').toString('latin1') : String.fromCharCode(Number.parseInt(hex, 16)),
    );
    // What is no UTF-8 cannot be written as JSON; WordPress puts question marks.
    return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\uFFFD', '?');
  }
}
