import type { Node as TextNode } from 'prosemirror-model';
import { word, type ScriptTexts } from '../../dom/texts.js';

/** Returns the number of words in a text. */
export function countWords(doc: TextNode): number {
  return doc.textBetween(0, doc.content.size, ' ', ' ').match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)?.length ?? 0;
}

/** Returns the length of a text in words and characters. */
export function lengthOf(doc: TextNode, labels: ScriptTexts): string {
  const letters = doc.textBetween(0, doc.content.size, '', '').length;
  return `${word(labels, 'wordCount')} ${countWords(doc)} · ${word(labels, 'letterCount')} ${letters}`;
}
