import type { Node as TextNode } from 'prosemirror-model';
import { word, type Words } from '../../dom/texts.js';

/** The words of a text, as people count them. */
export function countWords(doc: TextNode): number {
  return doc.textBetween(0, doc.content.size, ' ', ' ').match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)?.length ?? 0;
}

/** How long a text is, in words and characters. */
export function lengthOf(doc: TextNode, labels: Words): string {
  const letters = doc.textBetween(0, doc.content.size, '', '').length;
  return `${word(labels, 'wordCount')} ${countWords(doc)} · ${word(labels, 'letterCount')} ${letters}`;
}
