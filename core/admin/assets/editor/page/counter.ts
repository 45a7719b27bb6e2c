import type { Node as PmNode } from 'prosemirror-model';
import { labelOf, type ScriptTexts } from '../../dom/texts.js';

/** Returns the number of words in a text. */
export function countWords(doc: PmNode): number {
  return doc.textBetween(0, doc.content.size, ' ', ' ').match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)?.length ?? 0;
}

/** Returns the length of a text in words and characters. */
export function lengthOf(doc: PmNode, labels: ScriptTexts): string {
  const characterCount = doc.textBetween(0, doc.content.size, '', '').length;
  return `${labelOf(labels, 'wordCount')} ${countWords(doc)} · ${labelOf(labels, 'characterCount')} ${characterCount}`;
}
