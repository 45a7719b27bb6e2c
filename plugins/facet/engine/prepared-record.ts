import type { Dictionary } from './dictionary.js';
import type { PreparedText, TextSearch } from './segment.js';
import type { FacetRecord } from './types.js';

/** Number of low bits of an encoded value that hold its number within the source. */
const LOCAL_BITS = 20;
const LOCAL_SIZE = 2 ** LOCAL_BITS;

/** A product prepared for a segment: values by number, texts tokenized. */
export interface PreparedRecord {
  readonly id: number;
  readonly order: FacetRecord['order'];
  readonly text: PreparedText;
  readonly docs: readonly {
    readonly values: readonly number[];
    readonly numbers: Readonly<Record<string, number>>;
    readonly version: number;
  }[];
}

export function prepareRecord(
  { id, order, text, docs }: FacetRecord,
  dictionary: Dictionary,
  texts: TextSearch,
): PreparedRecord {
  return {
    id,
    order,
    text: texts.prepare(text),
    docs: docs.map(({ values, numbers, variation: version = 0 }) => ({
      values: encode(values, dictionary),
      numbers,
      version,
    })),
  };
}

/** Returns the encoded values in ascending order, without duplicates. */
function encode(values: FacetRecord['docs'][number]['values'], dictionary: Dictionary): number[] {
  const out: number[] = [];
  for (const [source, keys] of Object.entries(values)) {
    const base = dictionary.sourceNumber(source) * LOCAL_SIZE;
    for (const key of keys) out.push(base + dictionary.intern(source, key).local);
  }
  out.sort((a, b) => a - b);
  return out.filter((value, i) => value !== out[i - 1]);
}

export const getSourceNumber = (encoded: number): number => encoded >>> LOCAL_BITS;
export const getLocalNumber = (encoded: number): number => encoded & (LOCAL_SIZE - 1);
