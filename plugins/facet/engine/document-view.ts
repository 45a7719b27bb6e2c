import { and, type Bitset, emptyBits, setBit } from './bitset.js';
import type { Dictionary } from './dictionary.js';
import { valueBits } from './match.js';
import type { DocumentView, OwnSelection } from './own-parts.js';
import type { Segment } from './segment.js';

/** What a facet type sees of a segment: its own source, and nothing it could change. */
export function viewOf(segment: Segment, dictionary: Dictionary, source: string): DocumentView {
  const { docs } = segment;
  const column = (name?: string) => segment.numbers.get(name === undefined ? source : `${source}.${name}`);
  return {
    docs,
    numbers: (name) => Float64Array.from(column(name)?.values ?? new Float64Array(docs).fill(NaN)),
    having: (value) => valueBits(segment, dictionary, source, value).slice(),
    between: (min, max, name) => column(name)?.between(min, max) ?? emptyBits(docs),
    where(test) {
      const bits = emptyBits(docs);
      for (let doc = 0; doc < docs; doc++) if (test(doc)) setBit(bits, doc);
      return bits;
    },
  };
}

/** The documents a choice keeps, of those that were not removed; undefined for all. */
export function ownBits(segment: Segment, dictionary: Dictionary, selection: OwnSelection): Bitset | undefined {
  const bits = selection.match(viewOf(segment, dictionary, selection.source));
  return bits && and(segment.live, bits);
}
