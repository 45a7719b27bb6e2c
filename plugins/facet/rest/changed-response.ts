import { memoize } from 'plinth';
import { type FragmentParts, type Fragments, partsFor } from '../widget/fragments.js';
import { joinParts, type TextPart } from '../widget/text-parts.js';
import { serializeLikeBrowser } from './browser-html.js';
import { textSum, tagOf, type TextSum } from './etags.js';
import {
  createChange,
  type IndexedPieces,
  indexPieces,
  splitPieces,
  type Step,
  computeSteps,
  type TextChange,
  formatChange,
} from './text-change.js';

/** The fragments that the script inserts into the page. */
const PARTS = ['facets_html', 'toolbar_html', 'results_html', 'pagination_html'] as const;
type Part = (typeof PARTS)[number];

/** Maximum number of cached fragment parts as serialized by browsers. */
const MAX_SERIALIZED = 1000;
/** Maximum number of cached parts split into pieces, which take ten times the memory of their text. */
const MAX_PIECES = 100;

/** The fragments that the script reports to have: the query they belong to, and a tag for each. */
export interface ClientState {
  readonly query: Readonly<Record<string, unknown>>;
  readonly tags: Readonly<Record<string, unknown>>;
}

/** A part of a fragment as serialized by the browser. */
interface SerializedPart {
  readonly text: string;
  readonly sum: TextSum;
}

/** Removes data from a response that the script already has. */
export interface ChangedAnswers {
  /**
   * @param response the complete response
   * @param base the current fragments for the query that the script has
   * @returns the response without unchanged fragments, and with `changes` for those that can be derived from what the
   * script has. Any other fragment is returned in full.
   */
  diff(
    response: Readonly<Record<string, unknown>>,
    fragments: Fragments,
    base: Fragments,
    clientState: ClientState,
  ): Record<string, unknown>;
}

export function createChangedAnswers(): ChangedAnswers {
  const serializedParts = new Map<TextPart, SerializedPart>();
  const piecesByPart = new Map<TextPart, readonly string[]>();
  const positionsByPart = new Map<TextPart, IndexedPieces>();

  function serializePart(part: TextPart): SerializedPart {
    return memoize(serializedParts, MAX_SERIALIZED, part, () => {
      const text = serializeLikeBrowser(part.text);
      return { text, sum: textSum(text) };
    });
  }
  const piecesIn = (part: TextPart): readonly string[] =>
    getOrCreate(piecesByPart, part, () => splitPieces(serializePart(part).text));
  const positionsIn = (part: TextPart): IndexedPieces =>
    getOrCreate(positionsByPart, part, () => indexPieces(serializePart(part).text, piecesIn(part)));

  /** Returns undefined if both are equal. Parts that occur in both, which most do, are copied as a whole. */
  function changeBetween(before: readonly TextPart[], after: readonly TextPart[]): TextChange | undefined {
    if (before.length !== after.length) {
      const [old, now] = [joinParts(before.map(serializePart)), joinParts(after.map(serializePart))];
      return old === now ? undefined : createChange(indexPieces(old), splitPieces(now));
    }
    const steps: Step[] = [];
    let [at, same] = [0, true];
    before.forEach((part, i) => {
      const { text } = serializePart(part);
      const next = after[i];
      if (!next || part === next || text === serializePart(next).text)
        add(steps, { from: at, to: at + text.length, inserted: '' });
      else {
        same = false;
        for (const { from, to, inserted } of computeSteps(positionsIn(part), piecesIn(next)))
          add(steps, { from: at + from, to: at + to, inserted });
      }
      at += text.length;
    });
    return same ? undefined : formatChange(steps);
  }

  return {
    diff(response, fragments, base, clientState) {
      const changedData: Record<string, unknown> = { ...response };
      const changes: Partial<Record<Part, TextChange>> = {};
      const old: FragmentParts = partsFor(base);
      for (const part of PARTS) {
        const html = response[part];
        if (typeof html !== 'string' || typeof clientState.tags[part] !== 'string') continue;
        if (tagOf(old[part].map((oldPart) => serializePart(oldPart).sum)) !== clientState.tags[part]) continue;
        delete changedData[part];
        const change = changeBetween(
          old[part],
          html === fragments[part] ? partsFor(fragments)[part] : [{ text: html }],
        );
        if (change) changes[part] = change;
      }
      return { ...changedData, changes };
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
function getOrCreate<Value>(cache: Map<TextPart, Value>, part: TextPart, make: () => Value): Value {
  const value = cache.get(part) ?? make();
  cache.delete(part);
  cache.set(part, value);
  const [oldest] = cache.keys();
  if (oldest !== undefined && cache.size > MAX_PIECES) cache.delete(oldest);
  return value;
}
