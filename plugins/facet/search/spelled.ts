import { foldText } from 'plinth';

/** Writes folded words as texts that have them do: `lozko` as `łóżko`. What none of them has stays as it is. */
export function spelledAs(folded: string, texts: readonly string[]): string {
  const spellings = new Map<string, string>();
  for (const text of texts) {
    for (const word of text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [])
      if (!spellings.has(foldText(word))) spellings.set(foldText(word), word.toLowerCase());
  }
  return folded
    .split(' ')
    .map((word) => spellings.get(word) ?? word)
    .join(' ');
}
