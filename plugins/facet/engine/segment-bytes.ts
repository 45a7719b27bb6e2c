import { getOrderBytes } from './order.js';
import { getScoreBytes } from './document-position.js';
import type { Segment } from './segment.js';

/** Returns the memory used by a segment and its sort orders, in bytes. */
export function bytesOf(segment: Segment): number {
  const lists = [
    segment.productIds,
    segment.byId,
    segment.docVariation,
    segment.firstDoc,
    segment.rowStart,
    segment.rowValues,
    segment.postStart,
    segment.postDocs,
    segment.live,
    segment.singleTotals,
    segment.groupTotals,
    segment.position,
    segment.rating,
    segment.ratingCount,
    segment.sales,
    segment.published,
    segment.available,
    ...segment.dense.values(),
    ...(segment.docProduct.buffer === segment.firstDoc.buffer ? [] : [segment.docProduct]),
  ];
  const numbers = [...segment.numbers.values()].reduce((sum, column) => sum + column.bytes(), 0);
  return (
    lists.reduce((sum, list) => sum + list.byteLength, 0) +
    numbers +
    (segment.names === segment.text.names ? 0 : segment.names.bytes()) +
    (segment.pairs?.bytes ?? 0) +
    segment.text.bytes() +
    getOrderBytes(segment) +
    getScoreBytes(segment)
  );
}
