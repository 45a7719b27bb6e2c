/** Typed arrays, stored in a file as they are in memory. */
type TypedArray = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;

const ARRAY_TYPES = { Uint8Array, Uint16Array, Uint32Array, Float32Array, Float64Array };
type Kind = keyof typeof ARRAY_TYPES;

/** Placeholder of an array or a long text in the description: its kind, offset, and length. */
interface PartPlaceholder {
  readonly '@': readonly [kind: Kind | 'latin1' | 'utf16le', at: number, length: number];
}

/** Placeholder of a map. */
interface MapPlaceholder {
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
const MIN_LONG_TEXT = 256;
const ALIGNMENT_BYTES = 8;
const NON_LATIN1 = /[^\u0000-\u00ff]/;

/** @param value numbers, texts, typed arrays, and lists, maps and plain objects of them */
export function packParts(value: unknown): PackedParts {
  const buffers: Buffer[] = [];
  let end = 0;

  function append(kind: PartPlaceholder['@'][0], bytes: Buffer, length: number): PartPlaceholder {
    const at = end;
    const padding = -bytes.length & (ALIGNMENT_BYTES - 1);
    buffers.push(bytes, Buffer.alloc(padding));
    end += bytes.length + padding;
    return { '@': [kind, at, length] };
  }

  function describe(part: unknown): unknown {
    if (typeof part === 'string') {
      if (part.length < MIN_LONG_TEXT) return part;
      const kind = NON_LATIN1.test(part) ? 'utf16le' : 'latin1';
      const bytes = Buffer.from(part, kind);
      return append(kind, bytes, bytes.length);
    }
    if (typeof part !== 'object' || part === null) return part;
    const kind = (Object.keys(ARRAY_TYPES) as Kind[]).find((name) => part.constructor === ARRAY_TYPES[name]);
    if (kind) {
      const { buffer, byteOffset, byteLength, length } = part as TypedArray;
      return append(kind, Buffer.from(buffer, byteOffset, byteLength), length);
    }
    if (part instanceof Map)
      return {
        '@map': [...(part as ReadonlyMap<unknown, unknown>)].map(([key, item]) => [key, describe(item)] as const),
      };
    if (Array.isArray(part)) return part.map(describe);
    return Object.fromEntries(Object.entries(part).map(([name, item]) => [name, describe(item)]));
  }

  return { description: describe(value), buffers };
}

/** @param bytes the concatenated buffers; the arrays of the result are views of them */
export function unpackParts(description: unknown, bytes: Buffer): unknown {
  function restore(part: unknown): unknown {
    if (typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return part.map(restore);
    if ('@' in part) return readPlaceholder(part as PartPlaceholder);
    if ('@map' in part) return new Map((part as MapPlaceholder)['@map'].map(([key, item]) => [key, restore(item)]));
    return Object.fromEntries(Object.entries(part).map(([name, item]) => [name, restore(item)]));
  }

  function readPlaceholder({ '@': [kind, at, length] }: PartPlaceholder): string | TypedArray {
    if (kind === 'latin1' || kind === 'utf16le') return bytes.toString(kind, at, at + length);
    const list = ARRAY_TYPES[kind];
    return new list(bytes.buffer as ArrayBuffer, bytes.byteOffset + at, length);
  }

  return restore(description);
}
