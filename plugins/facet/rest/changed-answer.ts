import type { Fragments } from '../widget/renderer.js';
import { asBrowsersWrite } from './browser-html.js';
import { partTag } from './part-tag.js';
import { changeOf, piecesOf, type TextChange, type TextPieces } from './text-change.js';

/** The fragments that the script puts into the page. */
const PARTS = ['facets_html', 'toolbar_html', 'results_html', 'pagination_html'] as const;
type Part = (typeof PARTS)[number];

/** Answers in pieces, which take ten times the memory of their text. */
const MOST_KNOWN = 12;

/** What the script says it has: the fragments of a choice, each by its tag. */
export interface Held {
  readonly query: Readonly<Record<string, unknown>>;
  readonly tags: Readonly<Record<string, unknown>>;
}

/** A fragment as the script has it. */
interface WrittenPart {
  readonly tag: string;
  readonly pieces: TextPieces;
}

/** Leaves out of an answer what the script has already. */
export interface ChangedAnswers {
  /**
   * @param answer as it would be sent whole
   * @param base what the choice that the script has is answered with now
   * @returns the answer without the fragments that are the same, and with `changes` for those that can be made of what the script has. What it has otherwise is in the answer whole.
   */
  changed(answer: Readonly<Record<string, unknown>>, made: Fragments, base: Fragments, held: Held): Record<string, unknown>;
}

export function createChangedAnswers(): ChangedAnswers {
  /** What was taken apart last, by the answers that are kept: most visitors come from the same few choices. */
  const known = new Map<Fragments, Map<Part, WrittenPart>>();

  function partOf(fragments: Fragments, part: Part): WrittenPart {
    const parts = known.get(fragments) ?? new Map<Part, WrittenPart>();
    const written = parts.get(part) ?? writtenPart(fragments[part]);
    known.delete(fragments);
    known.set(fragments, parts.set(part, written));
    const [oldest] = known.keys();
    if (known.size > MOST_KNOWN) known.delete(oldest);
    return written;
  }

  return {
    changed(answer, made, base, held) {
      const left: Record<string, unknown> = { ...answer };
      const changes: Partial<Record<Part, TextChange>> = {};
      for (const part of PARTS) {
        const html = answer[part];
        if (typeof html !== 'string' || typeof held.tags[part] !== 'string') continue;
        const before = partOf(base, part);
        if (before.tag !== held.tags[part]) continue;
        const after = html === made[part] ? partOf(made, part) : writtenPart(html);
        delete left[part];
        if (after.pieces.text !== before.pieces.text) changes[part] = changeOf(before.pieces, after.pieces);
      }
      return { ...left, changes };
    },
  };
}

function writtenPart(html: string): WrittenPart {
  const text = asBrowsersWrite(html);
  return { tag: partTag(text), pieces: piecesOf(text) };
}
