import { memoize } from 'plinth';
import { type FragmentParts, type Fragments, partsFor } from '../widget/fragments.js';
import { joined, type TextPart } from '../widget/text-parts.js';
import { asBrowsersWrite } from './browser-html.js';
import { sumOf, tagOf, type TextSum } from './answer-tags.js';
import {
  changeOf,
  type PlacedPieces,
  placed,
  piecesOf,
  type Step,
  stepsOf,
  type TextChange,
  writtenChange,
} from './text-change.js';

/** The fragments that the script inserts into the page. */
const PARTS = ['facets_html', 'toolbar_html', 'results_html', 'pagination_html'] as const;
type Part = (typeof PARTS)[number];

/** Maximum number of cached fragment parts as serialized by browsers. */
const MAX_WRITTEN = 1000;
/** Maximum number of cached parts split into pieces, which take ten times the memory of their text. */
const MAX_PIECES = 100;

/** The fragments that the script reports to have: the query they belong to, and a tag for each. */
export interface Held {
  readonly query: Readonly<Record<string, unknown>>;
  readonly tags: Readonly<Record<string, unknown>>;
}

/** A part of a fragment as serialized by the browser. */
interface WrittenPart {
  readonly text: string;
  readonly sum: TextSum;
}

/** Removes data from an answer that the script already has. */
export interface ChangedAnswers {
  /**
   * @param response the complete answer
   * @param base the current fragments for the query that the script has
   * @returns the answer without unchanged fragments, and with `changes` for those that can be derived from what the
   * script has. Any other fragment is returned in full.
   */
  diff(
    response: Readonly<Record<string, unknown>>,
    fragments: Fragments,
    base: Fragments,
    clientState: Held,
  ): Record<string, unknown>;
}

export function createChangedAnswers(): ChangedAnswers {
  const written = new Map<TextPart, WrittenPart>();
  const cut = new Map<TextPart, readonly string[]>();
  const inPlaces = new Map<TextPart, PlacedPieces>();

  function writtenPart(part: TextPart): WrittenPart {
    return memoize(written, MAX_WRITTEN, part, () => {
      const text = asBrowsersWrite(part.text);
      return { text, sum: sumOf(text) };
    });
  }
  const piecesIn = (part: TextPart): readonly string[] =>
    getOrCreate(cut, part, () => piecesOf(writtenPart(part).text));
  const placesIn = (part: TextPart): PlacedPieces =>
    getOrCreate(inPlaces, part, () => placed(writtenPart(part).text, piecesIn(part)));

  /** Returns undefined if both are equal. Parts that occur in both, which most do, are copied as a whole. */
  function changeBetween(before: readonly TextPart[], after: readonly TextPart[]): TextChange | undefined {
    if (before.length !== after.length) {
      const [old, now] = [joined(before.map(writtenPart)), joined(after.map(writtenPart))];
      return old === now ? undefined : changeOf(placed(old), piecesOf(now));
    }
    const steps: Step[] = [];
    let [at, same] = [0, true];
    before.forEach((part, i) => {
      const { text } = writtenPart(part);
      const next = after[i];
      if (!next || part === next || text === writtenPart(next).text)
        add(steps, { from: at, to: at + text.length, inserted: '' });
      else {
        same = false;
        for (const { from, to, inserted } of stepsOf(placesIn(part), piecesIn(next)))
          add(steps, { from: at + from, to: at + to, inserted });
      }
      at += text.length;
    });
    return same ? undefined : writtenChange(steps);
  }

  return {
    diff(response, fragments, base, clientState) {
      const left: Record<string, unknown> = { ...response };
      const changes: Partial<Record<Part, TextChange>> = {};
      const old: FragmentParts = partsFor(base);
      for (const part of PARTS) {
        const html = response[part];
        if (typeof html !== 'string' || typeof clientState.tags[part] !== 'string') continue;
        if (tagOf(old[part].map((one) => writtenPart(one).sum)) !== clientState.tags[part]) continue;
        delete left[part];
        const change = changeBetween(
          old[part],
          html === fragments[part] ? partsFor(fragments)[part] : [{ text: html }],
        );
        if (change) changes[part] = change;
      }
      return { ...left, changes };
    },
  };
}

/** Appends a step, merging it with the previous one if it continues where that ended. */
function add(steps: Step[], step: Step): void {
  const last = steps.at(-1);
  if (last && step.from === step.to) last.inserted += step.inserted;
  else if (last?.inserted === '' && last.to === step.from) {
    last.to = step.to;
    last.inserted = step.inserted;
  } else steps.push(step);
}

/** Returns the cached value of a part, or creates it; the least recently used entry is dropped. */
function getOrCreate<Value>(known: Map<TextPart, Value>, part: TextPart, make: () => Value): Value {
  const value = known.get(part) ?? make();
  known.delete(part);
  known.set(part, value);
  const [oldest] = known.keys();
  if (oldest !== undefined && known.size > MAX_PIECES) known.delete(oldest);
  return value;
}
