/** Typed arrays, stored in a file as they are in memory. */
type Numbers = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;

const KINDS = { Uint8Array, Uint16Array, Uint32Array, Float32Array, Float64Array };
type Kind = keyof typeof KINDS;

/** Placeholder of an array or a long text in the description: its kind, offset, and length. */
interface PartPlaceholder {
  readonly '@': readonly [kind: Kind | 'latin1' | 'utf16le', at: number, length: number];
}

/** Placeholder of a map. */
interface PlacedMap {
  readonly '@map': readonly (readonly [unknown, unknown])[];
}

/**
 * Data as a JSON description with offsets into binary data; arrays that are read back are views of that data, not
 * copies.
 */
export interface PackedParts {
  readonly description: unknown;
  /** Consecutive buffers, each aligned to eight bytes. */
  readonly buffers: readonly Buffer[];
}

/** Length from which a text is stored as binary data, in characters. */
const LONG_TEXT = 256;
const ALIGNED = 8;
const BEYOND_LATIN = /[^\u0000-\u00ff]/;

/** @param value numbers, texts, typed arrays, and lists, maps and plain objects of them */
export function packParts(value: unknown): PackedParts {
  const buffers: Buffer[] = [];
  let end = 0;

  function append(kind: PartPlaceholder['@'][0], bytes: Buffer, length: number): PartPlaceholder {
    const at = end;
    const padding = -bytes.length & (ALIGNED - 1);
    buffers.push(bytes, Buffer.alloc(padding));
    end += bytes.length + padding;
    return { '@': [kind, at, length] };
  }

  function described(one: unknown): unknown {
    if (typeof one === 'string') {
      if (one.length < LONG_TEXT) return one;
      const kind = BEYOND_LATIN.test(one) ? 'utf16le' : 'latin1';
      const bytes = Buffer.from(one, kind);
      return append(kind, bytes, bytes.length);
    }
    if (typeof one !== 'object' || one === null) return one;
    const kind = (Object.keys(KINDS) as Kind[]).find((name) => one.constructor === KINDS[name]);
    if (kind) {
      const { buffer, byteOffset, byteLength, length } = one as Numbers;
      return append(kind, Buffer.from(buffer, byteOffset, byteLength), length);
    }
    if (one instanceof Map)
      return {
        '@map': [...(one as ReadonlyMap<unknown, unknown>)].map(([key, item]) => [key, described(item)] as const),
      };
    if (Array.isArray(one)) return one.map(described);
    return Object.fromEntries(Object.entries(one).map(([name, item]) => [name, described(item)]));
  }

  return { description: described(value), buffers };
}

/** @param bytes the concatenated pieces; arrays are views of them */
export function unpackParts(description: unknown, bytes: Buffer): unknown {
  function found(one: unknown): unknown {
    if (typeof one !== 'object' || one === null) return one;
    if (Array.isArray(one)) return one.map(found);
    if ('@' in one) return placed(one as PartPlaceholder);
    if ('@map' in one) return new Map((one as PlacedMap)['@map'].map(([key, item]) => [key, found(item)]));
    return Object.fromEntries(Object.entries(one).map(([name, item]) => [name, found(item)]));
  }

  function placed({ '@': [kind, at, length] }: PartPlaceholder): string | Numbers {
    if (kind === 'latin1' || kind === 'utf16le') return bytes.toString(kind, at, at + length);
    const list = KINDS[kind];
    return new list(bytes.buffer as ArrayBuffer, bytes.byteOffset + at, length);
  }

  return found(description);
}
