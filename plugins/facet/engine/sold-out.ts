import { uint32At } from './array-access.js';
import { andNot, type Bitset, eachBit, emptyBits, hasBit, setBit } from './bitset.js';
import { getAnyBits } from './match.js';
import { PRICE_SOURCE, type Segment } from './segment.js';
import type { FacetDocument } from './types.js';

const STOCK_SOURCE = 'stock';
/** Value of the source `stock` for what cannot be bought. */
export const SOLD_OUT = 'outofstock';

const isSoldOut = ({ values }: FacetDocument): boolean => values[STOCK_SOURCE]?.includes(SOLD_OUT) === true;

/** Returns the sold-out documents of a product of which others can be bought; nobody pays their prices now. */
export function soldOutBeside(docs: readonly FacetDocument[]): ReadonlySet<FacetDocument> {
  const soldOut = docs.filter(isSoldOut);
  return new Set(soldOut.length < docs.length ? soldOut : []);
}

/** Computed once per segment. */
const cache = new WeakMap<Segment, Bitset>();

/** Returns the documents of a segment as {@link soldOutBeside} does for a product. */
function soldOutBesideIn(segment: Segment): Bitset {
  const known = cache.get(segment);
  if (known) return known;
  const { docProduct, docs, firstDoc } = segment;
  const soldOut = getAnyBits(segment, segment.dictionary, STOCK_SOURCE, [SOLD_OUT]);
  const found = emptyBits(docs);
  eachBit(soldOut, 0, docs, (doc) => {
    const product = uint32At(docProduct, doc);
    for (let other = uint32At(firstDoc, product); other < uint32At(firstDoc, product + 1); other++)
      if (!hasBit(soldOut, other)) return setBit(found, doc);
  });
  cache.set(segment, found);
  return found;
}

/** Leaves out the documents whose number a list does not show: of prices, those of {@link soldOutBeside}. */
export function withShownNumbers(segment: Segment, source: string, bits: Bitset): Bitset {
  if (source !== PRICE_SOURCE || segment.singles === segment.docs) return bits;
  return andNot(bits, soldOutBesideIn(segment));
}
