import { addAt, itemAt, numberAt, takeIndex, uint32At } from '../engine/array-access.js';
import { type GrowableArray, createIntegerArray } from '../engine/growable-array.js';
import type { PreparedText, TextCollector, TextIndex } from '../engine/segment.js';
import { createTextList, type TextList } from '../engine/text-list.js';
import { YIELD_MASK, sortNumbers, upTo, type InterruptibleWork } from '../engine/work.js';
import { NAME, FIELD_MASK } from './prepared-text.js';

/**
 * By token of the vocabulary: its products, each as four times its number plus the fields with the token. Products with
 * the token in their name come first; both parts are in standing order.
 */
export interface Postings {
  readonly start: Uint32Array;
  readonly postings: Uint32Array;
}

/** The collected texts of a segment's products. */
export interface CollectedTexts extends Postings {
  readonly names: TextList;
  readonly codes: TextList;
  /** Sorted by code units. */
  readonly vocabulary: readonly string[];
}

/**
 * Creates a collector of texts.
 * @param indexOf creates an index from them
 */
export function createTextCollector(indexOf: (texts: CollectedTexts) => InterruptibleWork<TextIndex>): TextCollector {
  const names: string[] = [];
  const codes: string[] = [];
  const numbers = new Map<string, number>();
  /** By product: the start of its tokens; each token is stored as four times its number plus its fields. */
  const starts = createIntegerArray();
  const occurrences = createIntegerArray();

  return {
    add(text: PreparedText) {
      names.push(text.name);
      codes.push(text.codes.length === 0 ? '' : `\n${text.codes.join('\n')}\n`);
      starts.push(occurrences.length());
      text.words.forEach((word, i) => {
        let number = numbers.get(word);
        if (number === undefined) numbers.set(word, (number = numbers.size));
        occurrences.push(4 * number + numberAt(text.fieldMasks, i));
      });
    },

    *finish(order, tieOrder) {
      starts.push(occurrences.length());
      const words = [...numbers.keys()];
      const sorting = yield* sortNumbers(upTo(words.length), (a, b) => (itemAt(words, a) < itemAt(words, b) ? -1 : 1));
      const posted = yield* createPostings(order, tieOrder, sorting, starts, occurrences);
      const vocabulary: string[] = [];
      for (let i = 0; i < sorting.length; i++) {
        vocabulary.push(itemAt(words, uint32At(sorting, i)));
        if ((i & YIELD_MASK) === YIELD_MASK) yield;
      }
      return yield* indexOf({
        ...posted,
        vocabulary,
        names: yield* createTextList(order.length, (product) => itemAt(names, uint32At(order, product))),
        codes: yield* createTextList(order.length, (product) => itemAt(codes, uint32At(order, product))),
      });
    },
  };
}

function* createPostings(
  order: Uint32Array,
  tieOrder: Uint32Array,
  sorting: Uint32Array,
  starts: GrowableArray,
  occurrences: GrowableArray,
): InterruptibleWork<Postings> {
  const rank = new Uint32Array(sorting.length);
  for (let i = 0; i < sorting.length; i++) rank[uint32At(sorting, i)] = i;
  const start = new Uint32Array(sorting.length + 1);
  const nameCounts = new Uint32Array(sorting.length);
  for (let i = 0; i < occurrences.length(); i++) {
    const occurrence = occurrences.at(i);
    addAt(start, uint32At(rank, occurrence >>> 2) + 1, 1);
    if (occurrence & NAME) addAt(nameCounts, uint32At(rank, occurrence >>> 2), 1);
    if ((i & 0x3fff) === 0x3fff) yield;
  }
  for (let i = 0; i < sorting.length; i++) addAt(start, i + 1, uint32At(start, i));
  const fill = start.slice(0, sorting.length);
  const otherFill = fill.map((from, word) => from + uint32At(nameCounts, word));
  const postings = new Uint32Array(occurrences.length());
  yield;
  for (let i = 0; i < tieOrder.length; i++) {
    const added = uint32At(order, uint32At(tieOrder, i));
    const to = starts.at(added + 1);
    for (let index = starts.at(added); index < to; index++) {
      const word = occurrences.at(index);
      const part = word & NAME ? fill : otherFill;
      postings[takeIndex(part, uint32At(rank, word >>> 2))] = 4 * uint32At(tieOrder, i) + (word & FIELD_MASK);
    }
    if ((i & YIELD_MASK) === YIELD_MASK) yield;
  }
  return { start, postings };
}
