import { addAt, itemAt, numberAt, takePlace, uint32At } from '../engine/array-access.js';
import { type GrowableArray, growingWholes } from '../engine/growable-array.js';
import type { PreparedText, TextCollector, TextIndex } from '../engine/segment.js';
import { textList, type TextList } from '../engine/text-list.js';
import { OFTEN, sorted, upTo, type InterruptibleWork } from '../engine/work.js';
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
export function collectTexts(indexOf: (texts: CollectedTexts) => InterruptibleWork<TextIndex>): TextCollector {
  const names: string[] = [];
  const codes: string[] = [];
  const numbers = new Map<string, number>();
  /** By product: the start of its tokens; each token is stored as four times its number plus its fields. */
  const starts = growingWholes();
  const placed = growingWholes();

  return {
    add(text: PreparedText) {
      names.push(text.name);
      codes.push(text.codes.length === 0 ? '' : `\n${text.codes.join('\n')}\n`);
      starts.push(placed.length());
      text.words.forEach((word, i) => {
        let number = numbers.get(word);
        if (number === undefined) numbers.set(word, (number = numbers.size));
        placed.push(4 * number + numberAt(text.fieldMasks, i));
      });
    },

    *finish(order, tieOrder) {
      starts.push(placed.length());
      const words = [...numbers.keys()];
      const sorting = yield* sorted(upTo(words.length), (a, b) => (itemAt(words, a) < itemAt(words, b) ? -1 : 1));
      const posted = yield* post(order, tieOrder, sorting, starts, placed);
      const vocabulary: string[] = [];
      for (let i = 0; i < sorting.length; i++) {
        vocabulary.push(itemAt(words, uint32At(sorting, i)));
        if ((i & OFTEN) === OFTEN) yield;
      }
      return yield* indexOf({
        ...posted,
        vocabulary,
        names: yield* textList(order.length, (product) => itemAt(names, uint32At(order, product))),
        codes: yield* textList(order.length, (product) => itemAt(codes, uint32At(order, product))),
      });
    },
  };
}

function* post(
  order: Uint32Array,
  tieOrder: Uint32Array,
  sorting: Uint32Array,
  starts: GrowableArray,
  placed: GrowableArray,
): InterruptibleWork<Postings> {
  const rank = new Uint32Array(sorting.length);
  for (let i = 0; i < sorting.length; i++) rank[uint32At(sorting, i)] = i;
  const start = new Uint32Array(sorting.length + 1);
  const named = new Uint32Array(sorting.length);
  for (let i = 0; i < placed.length(); i++) {
    const occurrence = placed.at(i);
    addAt(start, uint32At(rank, occurrence >>> 2) + 1, 1);
    if (occurrence & NAME) addAt(named, uint32At(rank, occurrence >>> 2), 1);
    if ((i & 0x3fff) === 0x3fff) yield;
  }
  for (let i = 0; i < sorting.length; i++) addAt(start, i + 1, uint32At(start, i));
  const fill = start.slice(0, sorting.length);
  const others = fill.map((from, word) => from + uint32At(named, word));
  const postings = new Uint32Array(placed.length());
  yield;
  for (let i = 0; i < tieOrder.length; i++) {
    const added = uint32At(order, uint32At(tieOrder, i));
    const to = starts.at(added + 1);
    for (let at = starts.at(added); at < to; at++) {
      const word = placed.at(at);
      const part = word & NAME ? fill : others;
      postings[takePlace(part, uint32At(rank, word >>> 2))] = 4 * uint32At(tieOrder, i) + (word & FIELD_MASK);
    }
    if ((i & OFTEN) === OFTEN) yield;
  }
  return { start, postings };
}
