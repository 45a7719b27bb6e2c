/** Lists of numbers that lie in a file as they lie in memory. */
type Numbers = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;

const KINDS = { Uint8Array, Uint16Array, Uint32Array, Float32Array, Float64Array };
type Kind = keyof typeof KINDS;

/** What stands for a list, or for a long text, in the description: its kind, where it begins, and how many there are. */
interface Placed {
  readonly '@': readonly [kind: Kind | 'latin1' | 'utf16le', at: number, length: number];
}

/** What stands for a map. */
interface PlacedMap {
  readonly '@map': readonly (readonly [unknown, unknown])[];
}

/** Data as a description in JSON, and the bytes that it points to: what is read back points into them, and is not copied. */
export interface PackedParts {
  readonly description: unknown;
  /** One after the other, each at a multiple of eight. */
  readonly pieces: readonly Buffer[];
}

/** Characters of a text that is kept among the bytes. */
const LONG_TEXT = 256;
const ALIGNED = 8;
const BEYOND_LATIN = /[^\u0000-\u00ff]/;

/** @param value numbers, texts, lists of numbers, and lists, maps and plain objects of them */
export function packParts(value: unknown): PackedParts {
  const pieces: Buffer[] = [];
  let end = 0;

  function place(kind: Placed['@'][0], bytes: Buffer, length: number): Placed {
    const at = end;
    const padding = -bytes.length & (ALIGNED - 1);
    pieces.push(bytes, Buffer.alloc(padding));
    end += bytes.length + padding;
    return { '@': [kind, at, length] };
  }

  function described(one: unknown): unknown {
    if (typeof one === 'string') {
      if (one.length < LONG_TEXT) return one;
      const kind = BEYOND_LATIN.test(one) ? 'utf16le' : 'latin1';
      const bytes = Buffer.from(one, kind);
      return place(kind, bytes, bytes.length);
    }
    if (typeof one !== 'object' || one === null) return one;
    const kind = (Object.keys(KINDS) as Kind[]).find((name) => one.constructor === KINDS[name]);
    if (kind) {
      const { buffer, byteOffset, byteLength, length } = one as Numbers;
      return place(kind, Buffer.from(buffer, byteOffset, byteLength), length);
    }
    if (one instanceof Map)
      return {
        '@map': [...(one as ReadonlyMap<unknown, unknown>)].map(([key, item]) => [key, described(item)] as const),
      };
    if (Array.isArray(one)) return one.map(described);
    return Object.fromEntries(Object.entries(one).map(([name, item]) => [name, described(item)]));
  }

  return { description: described(value), pieces };
}

/** @param bytes of all pieces; lists are parts of them */
export function unpackParts(description: unknown, bytes: Buffer): unknown {
  function found(one: unknown): unknown {
    if (typeof one !== 'object' || one === null) return one;
    if (Array.isArray(one)) return one.map(found);
    if ('@' in one) return placed(one as Placed);
    if ('@map' in one) return new Map((one as PlacedMap)['@map'].map(([key, item]) => [key, found(item)]));
    return Object.fromEntries(Object.entries(one).map(([name, item]) => [name, found(item)]));
  }

  function placed({ '@': [kind, at, length] }: Placed): string | Numbers {
    if (kind === 'latin1' || kind === 'utf16le') return bytes.toString(kind, at, at + length);
    const list = KINDS[kind];
    return new list(bytes.buffer as ArrayBuffer, bytes.byteOffset + at, length);
  }

  return found(description);
}
