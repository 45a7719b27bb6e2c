/**
 * Serializes lists and objects to PHP's format, as WordPress stores them. Lists and plain objects become arrays (`a:`).
 * An empty object, or one with the keys of a list, becomes an object (`O:`): an array would be restored as a list.
 * Members that are undefined or functions are omitted, and `toJSON` is applied, as in JSON.
 */
export function serialize(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return `s:${Buffer.byteLength(value)}:"${value}";`;
    case 'boolean':
      return `b:${value ? 1 : 0};`;
    case 'number':
      return Number.isSafeInteger(value) && !Object.is(value, -0) ? `i:${value};` : `d:${formatFloat(value)};`;
    case 'object':
      return value === null ? 'N;' : serializeStructure(value);
    default:
      return 'N;';
  }
}

/**
 * Parses a serialized text.
 * @returns undefined for a text that is not serialized
 */
export function unserialize(text: string): unknown {
  // Lengths are in bytes.
  const reader = { bytes: Buffer.from(text), offset: 0 };
  try {
    const value = readValue(reader, 0);
    return reader.offset === reader.bytes.length ? value : undefined;
  } catch (error) {
    if (error instanceof MalformedDataError) return undefined;
    throw error;
  }
}

/**
 * Whether a text looks serialized (WordPress: is_serialized).
 * @param strict whether its end is checked too
 */
export function isSerialized(text: string, strict = true): boolean {
  const data = text.trim();
  if (data === 'N;') return true;
  if (data.length < 4 || data[1] !== ':') return false;
  if (strict) {
    if (!/[;}]$/.test(data)) return false;
  } else {
    const [semicolon, brace] = [data.indexOf(';'), data.indexOf('}')];
    if ((semicolon < 0 && brace < 0) || (semicolon >= 0 && semicolon < 3) || (brace >= 0 && brace < 4)) return false;
  }
  if (data.startsWith('s')) return (strict ? data.at(-2) === '"' : data.includes('"')) && /^s:\d+:/.test(data);
  return /^[aOE]:\d+:/.test(data) || (strict ? /^[bid]:[0-9.E+-]+;$/ : /^[bid]:[0-9.E+-]+;/).test(data);
}

class MalformedDataError extends Error {}

/** Maximum nesting depth, which protects the stack. */
const MAX_DEPTH = 200;

interface Reader {
  readonly bytes: Buffer;
  offset: number;
}

function serializeStructure(value: object): string {
  const json: unknown =
    'toJSON' in value && typeof value.toJSON === 'function' ? (value.toJSON as () => unknown)() : value;
  if (typeof json !== 'object' || json === null) return serialize(json);
  if (Array.isArray(json))
    return `a:${json.length}:{${json.map((item, index) => `i:${index};${serialize(item)}`).join('')}}`;
  const entries = Object.entries(json).filter(([, item]) => item !== undefined && typeof item !== 'function');
  const members = entries
    .map(([key, item]) => `${isIndex(key) ? `i:${key};` : serialize(key)}${serialize(item)}`)
    .join('');
  const wouldBeList = entries.every(([key], index) => key === String(index));
  return `${wouldBeList ? 'O:8:"stdClass"' : 'a'}:${entries.length}:{${members}}`;
}

function isIndex(key: string): boolean {
  return /^(?:0|-?[1-9]\d{0,14})$/.test(key);
}

function formatFloat(value: number): string {
  if (Number.isNaN(value)) return 'NAN';
  if (!Number.isFinite(value)) return value > 0 ? 'INF' : '-INF';
  return Object.is(value, -0) ? '-0' : String(value).replace('e', 'E');
}

function readValue(reader: Reader, depth: number): unknown {
  if (depth > MAX_DEPTH) throw new MalformedDataError();
  switch (readBytes(reader, 2)) {
    case 'N;':
      return null;
    case 'b:':
      return readUntil(reader, ';') === '1';
    case 'i:':
      return parseNumber(readUntil(reader, ';'));
    case 'd:':
      return parseNumber(
        readUntil(reader, ';')
          .replace(/^(-?)INF$/, '$1Infinity')
          .replace(/^NAN$/, 'NaN'),
        true,
      );
    case 's:': {
      const value = readString(reader);
      expect(reader, ';');
      return value;
    }
    case 'a:':
      return listOrObject(readMembers(reader, depth));
    case 'O:':
      readString(reader);
      expect(reader, ':');
      return Object.fromEntries(readMembers(reader, depth));
    default:
      throw new MalformedDataError();
  }
}

function readMembers(reader: Reader, depth: number): [string, unknown][] {
  const count = parseNumber(readUntil(reader, ':'));
  expect(reader, '{');
  const found: [string, unknown][] = [];
  for (let index = 0; index < count; index += 1) {
    const key = readValue(reader, depth + 1);
    if (typeof key !== 'string' && typeof key !== 'number') throw new MalformedDataError();
    found.push([String(key), readValue(reader, depth + 1)]);
  }
  expect(reader, '}');
  return found;
}

function listOrObject(entries: readonly [string, unknown][]): unknown {
  return entries.every(([key], index) => key === String(index))
    ? entries.map(([, value]) => value)
    : Object.fromEntries(entries);
}

function readString(reader: Reader): string {
  const length = parseNumber(readUntil(reader, ':'));
  expect(reader, '"');
  const value = readBytes(reader, length);
  expect(reader, '"');
  return value;
}

function readBytes(reader: Reader, length: number): string {
  if (length < 0 || reader.offset + length > reader.bytes.length) throw new MalformedDataError();
  reader.offset += length;
  return reader.bytes.toString('utf8', reader.offset - length, reader.offset);
}

function readUntil(reader: Reader, end: string): string {
  const found = reader.bytes.indexOf(end, reader.offset);
  if (found < 0 || found - reader.offset > 40) throw new MalformedDataError();
  const text = readBytes(reader, found - reader.offset);
  reader.offset += 1;
  return text;
}

function expect(reader: Reader, text: string): void {
  if (readBytes(reader, text.length) !== text) throw new MalformedDataError();
}

function parseNumber(text: string, allowNaN = false): number {
  const value = text === '' ? NaN : Number(text);
  if (Number.isNaN(value) && !(allowNaN && text === 'NaN')) throw new MalformedDataError();
  return value;
}
